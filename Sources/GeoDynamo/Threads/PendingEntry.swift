// SPDX-License-Identifier: Apache-2.0

/// That somebody joined or left, written with the membership itself, on its way into the thread's log.
///
/// A transaction of joining cannot name the log's next number: everybody who joins would compete for it. It leaves this item
/// instead, and a later transaction puts the entry into the log and deletes the item, provided that it is there: so the
/// entry is written once, by whoever comes first, also when the process that joined was killed.
struct PendingEntry: Hashable, Sendable {
  /// The membership's revision: the moment of the change in microseconds.
  var revision: Int64
  var user: ObjectID
  /// `joined` or `left`.
  var kind: ThreadEvent.Kind

  /// The key of its item.
  func key(in area: AreaID) -> PrimaryKey { KeySchema.pending(revision, of: user, in: area) }

  /// The write that leaves it.
  func write(in area: AreaID) -> TransactWrite {
    var item = key(in: area).attributes
    item[ThreadEvent.Name.kind] = .string(UTF8String(kind.rawValue))
    item[ThreadEvent.Name.user] = .string(user.text)
    item[ThreadEvent.Name.time] = .number(DecimalNumber(revision))
    return .put(item, if: .notExists("pk"))
  }

  init(revision: Int64, user: ObjectID, kind: ThreadEvent.Kind) {
    self.revision = revision
    self.user = user
    self.kind = kind
  }

  /// The entry in an item.
  ///
  /// - Throws: `StoreError` with `notAStore` when it is none.
  init(_ item: Item) throws {
    guard let kind = item[ThreadEvent.Name.kind]?.string.flatMap({ ThreadEvent.Kind(rawValue: $0.string) }),
      kind == .joined || kind == .left, let user = item[ThreadEvent.Name.user]?.string,
      let revision = item.integer(ThreadEvent.Name.time)
    else {
      throw StoreError(.notAStore, "an entry on its way into a thread's log is damaged", operation: "join")
    }
    self.init(revision: revision, user: ObjectID(unchecked: user), kind: kind)
  }
}
