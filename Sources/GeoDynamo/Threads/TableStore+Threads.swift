// SPDX-License-Identifier: Apache-2.0

extension TableStore {
  /// Makes a thread unless it exists: it is listed first, then its log has a first entry, then it exists.
  ///
  /// Plain conditional puts, none of which anybody has to win: whoever comes second finds what he wanted, and whoever is
  /// killed in between leaves nothing that a user sees.
  func makeThread(of area: AreaID, at time: Timestamp) async throws {
    let created = ThreadEvent(
      sequence: 1, time: time, kind: .created, replies: 0, posts: 0, members: 0)
    var thread = KeySchema.thread(area).attributes
    thread[ThreadEvent.Name.time] = .number(DecimalNumber(time.microseconds))
    try await putIfAbsent(KeySchema.areaSet(area.set).attributes)
    try await putIfAbsent(KeySchema.listedThread(area).attributes)
    try await putIfAbsent(created.item(in: area))
    try await putIfAbsent(thread)
  }

  private func putIfAbsent(_ item: Item) async throws {
    do {
      try await put(item, if: .notExists("pk"), returningOld: false)
    } catch let error as StoreError where error.code == .conditionalCheckFailed {
      return
    }
  }

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
