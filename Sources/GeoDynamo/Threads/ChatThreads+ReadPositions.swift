// SPDX-License-Identifier: Apache-2.0

/// How far a user has read a thread.
public struct ReadPosition: Hashable, Sendable {
  /// The last entry he has read; nil when he has never said so.
  public var sequence: Int64?
  /// The last entry there is.
  public var last: Int64
  /// How many messages and replies came after it. His own and deleted ones count, joins and edits do not.
  public var unread: Int

  /// Makes a position.
  public init(sequence: Int64?, last: Int64, unread: Int) {
    self.sequence = sequence
    self.last = last
    self.unread = unread
  }
}

extension ChatThreads {
  private static let postsName = ThreadEvent.Name.posts
  private static let sequenceName: UTF8String = "sequence"

  /// Takes note that a user has read a thread up to an entry. A position never moves back: one before it changes nothing.
  ///
  /// - Throws: `StoreError` with `threadNotFound`, or `messageNotFound` when there is no such entry.
  public func markRead(_ area: AreaID, through sequence: Int64, by user: ObjectID) async throws {
    let event = try await event(sequence, in: area, as: user)
    func value(_ number: Int64) -> AttributeValue { .number(DecimalNumber(number)) }
    let path = AttributePath(Self.sequenceName)
    do {
      try await store.update(
        KeySchema.readPosition(of: user, in: area),
        Update(set: [
          path: .value(value(sequence)), AttributePath(Self.postsName): .value(value(event.posts)),
        ]),
        if: .any([.notExists("pk"), .less(path, value(sequence))]), returning: .none)
    } catch let error as StoreError where error.code == .conditionalCheckFailed {
      return
    }
  }

  /// How far a user has read a thread, and how much there is to read. At most five small reads.
  ///
  /// Every entry of the log carries how many messages there were with it, so that nothing is counted. Who has never said what
  /// he has read has read what there was when he first joined.
  ///
  /// - Throws: `StoreError` with `threadNotFound`.
  public func readPosition(of user: ObjectID, in area: AreaID) async throws -> ReadPosition {
    let last = try await lastEvent(of: area, as: user)
    let item = try await store.get(KeySchema.readPosition(of: user, in: area))
    let read = item?.integer(Self.sequenceName)
    let before: Int64
    if let posts = item?.integer(Self.postsName) {
      before = posts
    } else {
      before = try await firstEvent(of: user, in: area)?.posts ?? last.posts
    }
    return ReadPosition(sequence: read, last: last.sequence, unread: Int(max(0, last.posts - before)))
  }

  /// The first entry of a user in a log; nil while it is on its way there.
  private func firstEvent(of user: ObjectID, in area: AreaID) async throws -> ThreadEvent? {
    // An area whose id goes on with # and a number sorts in between, so the key is looked at.
    var request = QueryRequest(
      partition: KeySchema.tracePartition(user), sort: .beginsWith(KeySchema.tracePrefix(of: area)), limit: 1)
    repeat {
      let page = try await store.query(request)
      if let trace = page.items.first?.key.flatMap({ KeySchema.trace(inSortKey: $0.sort) }),
        trace.area == area, let item = try await store.get(KeySchema.event(trace.sequence, in: area))
      {
        return try ThreadEvent(item)
      }
      request.start = page.next
    } while request.start != nil
    return nil
  }
}
