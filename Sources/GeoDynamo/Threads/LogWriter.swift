// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// Writes to the logs of threads: what many tasks want to write to one log at a time goes into few transactions.
///
/// For each log with work there is one task. It reads the log's end, takes what has queued up, and claims the next numbers
/// for as many operations as a transaction holds; while that is under way, the next ones queue up. Another writer, here or in
/// another process, that claims a number first makes the transaction fail, and it is made anew after the new end.
final class LogWriter: Sendable {
  fileprivate struct Job: Sendable {
    let operation: LogOperation
    let continuation: CheckedContinuation<ThreadReceipt, any Error>
  }

  private let store: any TableStore
  private let clock: @Sendable () -> Timestamp
  /// The jobs that wait, for each log that has a task.
  private let queues = Mutex<[AreaID: [Job]]>([:])

  init(_ store: any TableStore, clock: @escaping @Sendable () -> Timestamp) {
    self.store = store
    self.clock = clock
  }

  /// Writes an operation to a log. Once queued it is written, whether or not the caller is cancelled.
  ///
  /// - Returns: Where it stands; no place for what is no entry.
  @discardableResult
  func append(_ operation: LogOperation, to area: AreaID) async throws -> ThreadReceipt {
    try await withCheckedThrowingContinuation { continuation in
      let job = Job(operation: operation, continuation: continuation)
      let isFirst = queues.withLock { queues in
        let isFirst = queues[area] == nil
        queues[area, default: []].append(job)
        return isFirst
      }
      // Not a child of the caller's: it works for all who wait, whom a caller's cancellation is not to harm. It ends with
      // the queue, and every caller waits for it.
      if isFirst { Task { await self.work(on: area) } }
    }
  }

  private func work(on area: AreaID) async {
    var backlog: [Job] = []
    // Whatever killed processes have left is written first.
    var log = OpenLog(of: area, in: store, clock: clock)
    log.wantsPending = true
    while true {
      let isDone = queues.withLock { queues in
        backlog += queues[area] ?? []
        queues[area] = backlog.isEmpty ? nil : []
        return backlog.isEmpty
      }
      if isDone { return }
      await log.carryOut(&backlog)
    }
  }
}

/// A log that is being written.
private struct OpenLog {
  /// Whether to look for pending entries before anything is written.
  var wantsPending = false
  private let area: AreaID
  private let store: any TableStore
  private let clock: @Sendable () -> Timestamp
  /// The log's end, if nobody else writes to it.
  private var end: LogEnd?

  init(of area: AreaID, in store: any TableStore, clock: @escaping @Sendable () -> Timestamp) {
    self.area = area
    self.store = store
    self.clock = clock
  }

  /// Carries out the first jobs, at least one, and takes them from the backlog.
  mutating func carryOut(_ backlog: inout [LogWriter.Job]) async {
    do {
      if backlog.contains(where: \.isMaking) {
        try await store.makeThread(of: area, at: clock())
        finish(&backlog, \.isMaking)
        guard !backlog.isEmpty else { return }
      }
      if wantsPending || backlog[0].isSettling {
        try await settle()
        wantsPending = false
        // These jobs were queued after what they are about was left to be written, so it is written now.
        finish(&backlog, \.isSettling)
        guard !backlog.isEmpty else { return }
      }
      try await write(&backlog)
    } catch {
      end = nil
      for job in backlog { job.continuation.resume(throwing: error) }
      backlog = []
    }
  }

  /// Takes the jobs of a kind from the backlog, which are done.
  private func finish(_ backlog: inout [LogWriter.Job], _ isOfKind: (LogWriter.Job) -> Bool) {
    let receipt = ThreadReceipt(sequence: end?.sequence ?? 0, time: clock())
    for job in backlog where isOfKind(job) { job.continuation.resume(returning: receipt) }
    backlog.removeAll(where: isOfKind)
  }

  /// Writes all pending entries, as many at a time as a transaction takes.
  private mutating func settle() async throws {
    var request = QueryRequest(
      partition: KeySchema.threadPartition(area), sort: .beginsWith(KeySchema.pendingPrefix),
      limit: AppendBatch.mostEntries)
    var pause = ConflictPause()
    var isDone = false
    while !isDone {
      let page = try await store.query(request)
      request.start = page.next
      isDone = page.next == nil
      guard !page.items.isEmpty else { continue }
      var batch = AppendBatch(after: try await knownEnd(), of: area, at: clock())
      for item in page.items {
        guard batch.take(try PendingEntry(item)) else { preconditionFailure("a page is a transaction") }
      }
      do {
        try await store.transact(batch.writes, token: nil)
        end = batch.end
      } catch let error as StoreError where error.isConflict {
        end = nil
        try await pause.wait(else: error)
        // Others may have written some of them.
        request.start = nil
        isDone = false
      }
    }
  }

  /// Writes the first operations, as many as a transaction takes.
  private mutating func write(_ backlog: inout [LogWriter.Job]) async throws {
    var pause = ConflictPause()
    while !backlog.isEmpty {
      var batch = AppendBatch(after: try await knownEnd(), of: area, at: clock())
      var count = 0
      for job in backlog {
        guard !job.isSettling, !job.isMaking, batch.take(job.operation) else { break }
        count += 1
      }
      guard count > 0 else { return }
      do {
        try await store.transact(batch.writes, token: nil)
        end = batch.end
        let time = batch.time
        for (job, number) in zip(backlog, batch.numbers) {
          job.continuation.resume(returning: ThreadReceipt(sequence: number, time: time))
        }
        backlog.removeFirst(count)
        return
      } catch let error as StoreError where error.isConflict {
        let refused = batch.refused(by: error)
        if refused.isEmpty || batch.isOvertaken(in: error) { end = nil }
        for (place, isMembership) in refused {
          let job = backlog[place]
          job.continuation.resume(
            throwing: isMembership
              ? StoreError.noThread(area, "post") : job.operation.refusal(in: area))
        }
        for place in refused.keys.sorted(by: >) { backlog.remove(at: place) }
        if refused.isEmpty { try await pause.wait(else: error) }
      }
    }
  }

  private mutating func knownEnd() async throws -> LogEnd {
    if let end { return end }
    guard let last = try await store.lastEvent(of: area) else { throw StoreError.noThread(area, "post") }
    end = LogEnd(last)
    return LogEnd(last)
  }
}

extension LogWriter.Job {
  fileprivate var isSettling: Bool { if case .settle = operation { true } else { false } }
  fileprivate var isMaking: Bool { if case .make = operation { true } else { false } }
}

extension AppendBatch {
  /// The operations, by their place, that can never be carried out because a condition of theirs does not hold, and whether
  /// it is that of the membership.
  func refused(by error: StoreError) -> [Int: Bool] {
    var refused: [Int: Bool] = [:]
    for (purpose, reason) in zip(purposes, error.reasons) where reason == .conditionalCheckFailed {
      switch purpose {
      case .membership(let operations): for place in operations { refused[place] = true }
      case .work(let operations):
        for place in operations where refused[place] == nil { refused[place] = false }
      case .number, .pending: break
      }
    }
    return refused
  }

  /// Whether another writer has claimed one of the numbers.
  func isOvertaken(in error: StoreError) -> Bool {
    zip(purposes, error.reasons).contains { $0 == .number && $1 == .conditionalCheckFailed }
  }
}
