// SPDX-License-Identifier: Apache-2.0

/// The last entry of a log, as far as the next one depends on it.
struct LogEnd: Sendable, Equatable {
  var sequence: Int64
  var posts: Int64
  var members: Int64

  init(_ event: ThreadEvent) {
    sequence = event.sequence
    posts = event.posts
    members = event.members
  }
}

extension TableStore {
  /// The last entry of a log; nil when there is none. One read.
  func lastEvent(of area: AreaID) async throws -> ThreadEvent? {
    let page = try await query(
      QueryRequest(
        partition: KeySchema.threadPartition(area), sort: KeySchema.events(1...Int64.lastSequence, in: area),
        limit: 1, descending: true))
    return try page.items.first.map { try ThreadEvent($0) }
  }

  /// All memberships' entries that wait to be written to a log, in order.
  func pendingEntries(of area: AreaID) async throws -> [PendingEntry] {
    var request = QueryRequest(
      partition: KeySchema.threadPartition(area), sort: .beginsWith(KeySchema.pendingPrefix))
    var entries: [PendingEntry] = []
    repeat {
      let page = try await query(request)
      entries += try page.items.map { try PendingEntry($0) }
      request.start = page.next
    } while request.start != nil
    return entries
  }
}

extension Int64 {
  /// The greatest number that a log's entry can have.
  static let lastSequence: Int64 = 9_999_999_999_999_999
}
