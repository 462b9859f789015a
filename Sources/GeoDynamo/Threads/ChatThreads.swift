// SPDX-License-Identifier: Apache-2.0

/// The chat threads of areas: who is a member, what was said, and up to where it was read.
///
/// ```swift
/// let threads = ChatThreads(in: store)
/// let area = try AreaID(set: "gb-outcode", id: "SW1A")
/// try await threads.join("ada", area)
/// let receipt = try await threads.post(MessageText("Hello"), in: area, by: "ada")
/// for event in try await threads.log(of: area, as: "ada", from: receipt.sequence).events { print(event) }
/// ```
///
/// Users are objects of the collection `users`, whether or not they have a position. Everybody lives in one area at most and
/// is a member of its thread; only members read and write it, and to everybody else a thread looks as if it did not exist.
/// Methods that take `as: nil` are the operator's, who sees all.
///
/// The order in a thread is that of its log, whose entries are numbered without a gap by conditional writes, not by clocks.
/// Any number of values may speak of one store, in one process or in many. Posts to one thread by one value are written
/// together, up to a transaction's limit, so that they do not compete with each other.
///
/// Limits: a message has 1–16,384 bytes. A thread is one partition, of which DynamoDB takes 1,000 write units a second: a message
/// of up to 1 KB costs two for its entry and two for the check of the membership, which a member's posts of one transaction share.
public struct ChatThreads: Sendable {
  let store: any TableStore
  /// The table that holds the threads.
  package var table: any TableStore { store }
  /// Writes logs, for this value and its copies.
  let writer: LogWriter
  let clock: @Sendable () -> Timestamp

  /// The threads of a store.
  ///
  /// - Parameters:
  ///   - store: The table.
  ///   - clock: Tells the time of entries.
  public init(in store: any TableStore, clock: @escaping @Sendable () -> Timestamp = { .now }) {
    self.store = store
    self.clock = clock
    writer = LogWriter(store, clock: clock)
  }

  /// Throws unless the thread exists and, for a user, he is a member: the one place that decides.
  ///
  /// One read, whatever the reason to refuse, so that neither the error nor its time tells whether there is such a thread.
  func requireAccess(of user: ObjectID?, to area: AreaID, _ operation: String) async throws {
    let key = user.map { KeySchema.member($0, of: area) } ?? KeySchema.thread(area)
    guard try await store.get(key) != nil else { throw StoreError.noThread(area, operation) }
  }

  /// Lends every item of a query, page by page.
  func forEachPage(_ request: QueryRequest, _ body: ([Item]) async throws -> Void) async throws {
    var request = request
    repeat {
      let page = try await store.query(request)
      try await body(page.items)
      request.start = page.next
    } while request.start != nil
  }
}

extension StoreError {
  /// The same for a thread that does not exist and for one that is not the user's.
  static func noThread(_ area: AreaID, _ operation: String) -> StoreError {
    StoreError(
      .threadNotFound, "there is no thread \(area), or the user is not a member of it", operation: operation)
  }

  /// The same for a message that does not exist, is deleted, or is not the user's to change.
  static func noMessage(_ sequence: Int64, _ area: AreaID, _ operation: String) -> StoreError {
    StoreError(
      .messageNotFound,
      "there is no message \(sequence) in thread \(area), or it is deleted or not the user's",
      operation: operation)
  }
}
