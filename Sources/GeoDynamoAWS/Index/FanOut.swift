// SPDX-License-Identifier: Apache-2.0
internal import GeoDynamo

/// The order in which the pages of many queries are asked for and lent.
///
/// The queries are read side by side, each page by page; what comes is lent query after query in the plan's order, so
/// that the first answers are had as soon as the first query has them. Pages of later queries wait, up to a stated
/// number of bytes; beyond it only the first query that is not done goes on. Pure: who has it asks, and hands it pages.
struct FanOut {
  /// How many bytes of decoded pages may wait.
  static let mostWaitingBytes = 64 << 20

  private struct Walk {
    var waiting: [IndexRows] = []
    var next: Item?
    var isRunning = false
    var isRead = false
  }

  private var walks: [Walk]
  private var waitingBytes = 0
  /// The first query of which not everything has been lent.
  private var front = 0
  /// No query before this one has a page to ask for that is not asked for.
  private var firstIdle = 0

  /// Walks through so many queries.
  init(queries: Int) {
    walks = Array(repeating: Walk(), count: queries)
  }

  /// The query whose next page is to be asked for now, and where that starts; nil for none. It counts as asked for.
  mutating func nextRequest() -> (query: Int, start: Item?)? {
    if walks.indices.contains(front), isIdle(front) { return begin(front) }
    guard waitingBytes < Self.mostWaitingBytes else { return nil }
    firstIdle = max(firstIdle, front)
    while firstIdle < walks.count, !isIdle(firstIdle) { firstIdle += 1 }
    return firstIdle < walks.count ? begin(firstIdle) : nil
  }

  /// Takes the page asked for last of a query.
  mutating func receive(_ rows: IndexRows, of query: Int) {
    walks[query].isRunning = false
    walks[query].next = rows.next
    walks[query].isRead = rows.next == nil
    walks[query].waiting.append(rows)
    waitingBytes += rows.byteCount
    if rows.next != nil { firstIdle = min(firstIdle, query) }
  }

  /// What is to be done next with what has come.
  enum Step {
    /// Rows are to be lent.
    case lend(IndexRows)
    /// All rows of a query have been lent.
    case finish(query: Int)
  }

  /// The next thing to do; nil when a page must come first or everything is done.
  mutating func nextStep() -> Step? {
    guard walks.indices.contains(front) else { return nil }
    if !walks[front].waiting.isEmpty {
      let rows = walks[front].waiting.removeFirst()
      waitingBytes -= rows.byteCount
      return .lend(rows)
    }
    guard walks[front].isRead else { return nil }
    front += 1
    return .finish(query: front - 1)
  }

  private func isIdle(_ query: Int) -> Bool {
    !walks[query].isRunning && !walks[query].isRead
  }

  private mutating func begin(_ query: Int) -> (query: Int, start: Item?) {
    walks[query].isRunning = true
    return (query, walks[query].next)
  }
}
