// SPDX-License-Identifier: Apache-2.0

/// Operations on one log that are written in one transaction: pure, so that what is written can be tested by itself.
///
/// Each operation takes the next number. Operations that need the same item go together where the item's write is the same
/// (a member's two posts are one check, two replies to one message one addition) and into different transactions where not.
struct AppendBatch {
  /// What a write of the transaction is for: it tells what a failed condition means.
  enum Purpose: Equatable {
    /// It claims a number: another writer was faster.
    case number
    /// It checks the membership of those operations' user.
    case membership([Int])
    /// It does the work of those operations.
    case work([Int])
    /// It takes a pending entry, which another writer has taken already.
    case pending(PendingEntry)
  }

  let area: AreaID
  private(set) var end: LogEnd
  private(set) var writes: [TransactWrite] = []
  private(set) var purposes: [Purpose] = []
  /// The number that each operation took.
  private(set) var numbers: [Int64] = []
  private var checks: [ObjectID: Int] = [:]
  private var replied: [Int64: (place: Int, count: Int64)] = [:]
  private var touched: Set<PrimaryKey> = []
  let time: Timestamp

  init(after end: LogEnd, of area: AreaID, at time: Timestamp) {
    self.end = end
    self.area = area
    self.time = time
  }

  /// The most writes of one operation: a reply's.
  private static let mostWrites = 5
  /// How many pending entries, of three writes each, go into an empty batch.
  static let mostEntries = (RequestLimits.transactWrites - mostWrites) / 3 + 1

  /// Whether nothing can be taken any more, whatever it is.
  var isFull: Bool { writes.count + Self.mostWrites > RequestLimits.transactWrites }

  /// Takes an operation in.
  ///
  /// - Returns: Whether there was room for it. One that is not taken may be taken by the next batch.
  mutating func take(_ operation: LogOperation) -> Bool {
    guard !isFull else { return false }
    let number = numbers.count
    switch operation {
    case .settle, .make: preconditionFailure("this is no entry of the log")
    case .message(let text, let user):
      append(event(.message, user, text: text), by: user, number)
    case .reply(let text, let message, let user):
      // An edit of the message in the same transaction would be a second write of its item.
      let key = KeySchema.event(message, in: area)
      guard replied[message] != nil || touched.insert(key).inserted else { return false }
      let event = event(.reply, user, target: message, text: text)
      append(event, by: user, number)
      add(.put(event.replyItem(in: area)), .work([number]))
      countReply(to: message, number)
    case .edit(let place, let text, let user):
      guard touched.insert(place.key(in: area)).inserted else { return false }
      let event = event(.edited, user, target: place.sequence)
      append(event, by: user, number)
      let update = Update(set: [
        AttributePath(ThreadEvent.Name.text): .value(.string(text.text)),
        AttributePath(ThreadEvent.Name.editedBy): .value(.number(DecimalNumber(event.sequence))),
      ])
      add(.update(place.key(in: area), update, if: Self.isText(of: user)), .work([number]))
    case .delete(let place, let user):
      guard touched.insert(place.key(in: area)).inserted else { return false }
      let event = event(.deleted, user, target: place.sequence)
      append(event, by: user, number)
      var update = Update(
        set: [AttributePath(ThreadEvent.Name.deletedBy): .value(.number(DecimalNumber(event.sequence)))],
        remove: [AttributePath(ThreadEvent.Name.text)])
      if user == nil { update.remove.insert(AttributePath(ThreadEvent.Name.user)) }
      add(.update(place.key(in: area), update, if: Self.isText(of: user)), .work([number]))
    }
    numbers.append(end.sequence)
    return true
  }

  /// Takes a pending entry in.
  ///
  /// - Returns: Whether there was room for it.
  mutating func take(_ entry: PendingEntry) -> Bool {
    guard !isFull else { return false }
    var event = event(entry.kind, entry.user)
    event.time = Timestamp(microseconds: entry.revision)
    append(event, by: nil, 0)
    add(.put(trace(of: entry.user, event)), .work([]))
    add(.delete(entry.key(in: area), if: .exists("pk")), .pending(entry))
    return true
  }

  /// The text is there and the user's; for nil, there.
  private static func isText(of user: ObjectID?) -> Condition {
    let isThere = Condition.exists(AttributePath(ThreadEvent.Name.text))
    guard let user else { return isThere }
    return .all([isThere, .equals(AttributePath(ThreadEvent.Name.user), .string(user.text))])
  }

  /// The next entry of the log.
  private mutating func event(
    _ kind: ThreadEvent.Kind, _ user: ObjectID?, target: Int64? = nil, text: MessageText? = nil
  ) -> ThreadEvent {
    end.sequence += 1
    switch kind {
    case .message, .reply: end.posts += 1
    case .joined: end.members += 1
    case .left: end.members -= 1
    case .created, .edited, .deleted: break
    }
    return ThreadEvent(
      sequence: end.sequence, time: time, kind: kind, user: user, target: target, text: text, replies: 0,
      posts: end.posts, members: end.members)
  }

  /// Writes an entry and, for a user who must be a member, the check and the mirror.
  private mutating func append(_ event: ThreadEvent, by user: ObjectID?, _ number: Int) {
    add(.put(event.item(in: area), if: .notExists("pk")), .number)
    guard let user else { return }
    add(.put(trace(of: user, event)), .work([]))
    if let place = checks[user], case .membership(let others) = purposes[place] {
      purposes[place] = .membership(others + [number])
    } else {
      checks[user] = writes.count
      add(.check(KeySchema.member(user, of: area), .exists("pk")), .membership([number]))
    }
  }

  private mutating func countReply(to message: Int64, _ number: Int) {
    let key = KeySchema.event(message, in: area)
    let path = AttributePath(ThreadEvent.Name.replies)
    func write(_ count: Int64) -> TransactWrite {
      .update(
        key, Update(add: [path: .number(DecimalNumber(count))]),
        if: .all([
          .equals(
            AttributePath(ThreadEvent.Name.kind), .string(UTF8String(ThreadEvent.Kind.message.rawValue))),
          .exists(AttributePath(ThreadEvent.Name.text)),
        ]))
    }
    if let (place, count) = replied[message], case .work(let others) = purposes[place] {
      writes[place] = write(count + 1)
      purposes[place] = .work(others + [number])
      replied[message] = (place, count + 1)
    } else {
      replied[message] = (writes.count, 1)
      add(write(1), .work([number]))
    }
  }

  private func trace(of user: ObjectID, _ event: ThreadEvent) -> Item {
    KeySchema.trace(of: user, in: area, at: event.sequence).attributes
  }

  private mutating func add(_ write: TransactWrite, _ purpose: Purpose) {
    writes.append(write)
    purposes.append(purpose)
  }
}
