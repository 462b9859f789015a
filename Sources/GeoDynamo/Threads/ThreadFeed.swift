// SPDX-License-Identifier: Apache-2.0

/// A thread's log as it grows: every entry from a number on, in order, without gap or duplicate, until the task is cancelled
/// or the reader is no member any more.
///
/// ```swift
/// for try await event in threads.feed(of: area, as: "ada", from: lastSeen + 1) { show(event) }
/// ```
///
/// It resumes exactly: begin again at the number after the last one that was handled. Nothing is buffered but one page of the
/// log, of which the next is read when it is used up, so a slow reader holds up nobody, loses nothing, and no buffer overflows:
/// what waits for him waits in the table.
public struct ThreadFeed: AsyncSequence, Sendable {
  /// An entry of the log.
  public typealias Element = ThreadEvent

  let threads: ChatThreads
  let area: AreaID
  let reader: ObjectID?
  let first: Int64
  let signal: any ChangeSignal
  let withReplyTexts: Bool

  /// An independent walk from the first entry.
  public func makeAsyncIterator() -> Iterator { Iterator(feed: self, next: first) }

  /// A walk through the log.
  public struct Iterator: AsyncIteratorProtocol {
    private static let pageSize = 100

    private let feed: ThreadFeed
    private var next: Int64
    private var page: ArraySlice<ThreadEvent> = []

    fileprivate init(feed: ThreadFeed, next: Int64) {
      self.feed = feed
      self.next = next
    }

    /// The next entry; waits for it.
    ///
    /// - Throws: `StoreError` with `threadNotFound` when the reader is no member any more; `CancellationError`.
    public mutating func next() async throws -> ThreadEvent? {
      while page.isEmpty {
        try Task.checkCancellation()
        let position = try await feed.signal.position()
        // Reading checks the membership, each time.
        page = try await feed.threads.log(
          of: feed.area, as: feed.reader, from: next, limit: Self.pageSize,
          withReplyTexts: feed.withReplyTexts
        ).events[...]
        if page.isEmpty { try await feed.signal.change(after: position) }
      }
      let event = page.removeFirst()
      guard event.sequence == next else {
        throw StoreError(
          .notAStore, "the log of thread \(feed.area) lacks entry \(next)", operation: "watch")
      }
      next += 1
      return event
    }
  }
}

extension ChatThreads {
  /// Follows a thread's log.
  ///
  /// - Parameters:
  ///   - area: The thread.
  ///   - reader: Who follows it, who must be a member whenever the log is read; nil for the operator.
  ///   - first: The first entry to deliver, at least 1.
  ///   - signal: Tells when to look for more.
  ///   - withReplyTexts: Whether replies come with their texts.
  public func feed(
    of area: AreaID, as reader: ObjectID? = nil, from first: Int64 = 1,
    signal: any ChangeSignal = PollingSignal(), withReplyTexts: Bool = true
  ) -> ThreadFeed {
    precondition(first >= 1, "entries count from 1")
    return ThreadFeed(
      threads: self, area: area, reader: reader, first: first, signal: signal, withReplyTexts: withReplyTexts)
  }
}
