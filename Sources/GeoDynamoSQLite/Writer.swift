// SPDX-License-Identifier: Apache-2.0
import CSQLite
import GeoDynamo
import Synchronization

/// The one writer of a store: a thread that carries out all writes that have queued up in one transaction, and
/// acknowledges them when it is committed (group commit).
final class Writer: Sendable {
  private struct State {
    var queue: [(ticket: UInt64, write: any QueuedWrite)] = []
    var isClosed = false
  }

  /// Units of room in the queue, and what a load takes of them: one load is written while the next is encoded.
  private static let room = 2048
  static let loadUnits = room / 2

  let admission = Admission(room: room)
  private let path: String
  private let state = Mutex(State())
  private let lastTicket = Atomic<UInt64>(0)
  private let work = Semaphore()
  private let end = Semaphore()
  private let committed = Atomic<Int>(0)

  /// Starts the thread, which owns `connection` from now on.
  init(_ connection: Connection, path: String, clock: @escaping @Sendable () -> Int64) throws {
    self.path = path
    connection.countLogFrames()
    let started = Thread.start { [self] in
      run(WriteTransaction(on: connection, path: path, clock: clock))
      connection.close()
      end.signal()
    }
    guard started else {
      connection.close()
      throw StoreError(.inputOutput, "the system gives no thread for writing to \(path)", operation: "open")
    }
  }

  /// Transactions committed so far.
  var commits: Int { committed.load(ordering: .relaxed) }

  /// Queues a write and waits until it is committed.
  ///
  /// The caller holds room in `admission`. A cancelled task's write is taken out of the queue if it is still there.
  func perform<Value: Sendable>(
    _ operation: String, isLoad: Bool = false, _ body: @escaping @Sendable (WriteTransaction) throws -> Value
  ) async throws -> Value {
    let ticket = lastTicket.wrappingAdd(1, ordering: .relaxed).newValue
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let write = QueuedOperation(operation, isLoad: isLoad, continuation: continuation, body: body)
        let isQueued = state.withLock { state in
          if !state.isClosed { state.queue.append((ticket, write)) }
          return !state.isClosed
        }
        guard isQueued else {
          write.finish(with: StoreError.closed(path, operation: operation))
          return
        }
        work.signal()
        // The handler may have run before the write was there to be found.
        if Task.isCancelled { cancel(ticket) }
      }
    } onCancel: {
      cancel(ticket)
    }
  }

  /// Takes no more writes, and returns when those that are queued are done and the connection is closed.
  func close() {
    let isFirst = state.withLock { state in
      defer { state.isClosed = true }
      return !state.isClosed
    }
    if isFirst { work.signal() }
    end.wait()
    // For whoever else waits for the end.
    end.signal()
  }

  private func cancel(_ ticket: UInt64) {
    let write = state.withLock { state -> (any QueuedWrite)? in
      guard let place = state.queue.firstIndex(where: { $0.ticket == ticket }) else { return nil }
      return state.queue.remove(at: place).write
    }
    write?.finish(with: CancellationError())
  }
}

extension Writer {
  /// The thread's life.
  private func run(_ transaction: WriteTransaction) {
    while true {
      work.wait()
      while let group = nextGroup() {
        carryOut(group, in: transaction)
        transaction.checkpoint(afterLoad: group[0].isLoad)
      }
      if state.withLock({ $0.isClosed && $0.queue.isEmpty }) { return }
    }
  }

  /// All that is queued up to the first load, or one load; nil when nothing is.
  private func nextGroup() -> [any QueuedWrite]? {
    state.withLock { state in
      guard let first = state.queue.first else { return nil }
      let count = first.write.isLoad ? 1 : state.queue.firstIndex { $0.write.isLoad } ?? state.queue.count
      defer { state.queue.removeFirst(count) }
      return state.queue.prefix(count).map(\.write)
    }
  }

  private func carryOut(_ group: [any QueuedWrite], in transaction: WriteTransaction) {
    var errors = [(any Error)?](repeating: nil, count: group.count)
    do {
      try transaction.begin()
      for (place, write) in group.enumerated() {
        do {
          if group.count == 1 {
            try write.execute(in: transaction)
          } else {
            try transaction.withSavepoint { try write.execute(in: transaction) }
          }
        } catch {
          errors[place] = error
          // Some faults end the whole transaction.
          if !transaction.isOpen { throw error }
        }
      }
      if errors.contains(where: { $0 == nil }) {
        try transaction.commit()
        committed.add(1, ordering: .relaxed)
      } else {
        transaction.rollBack()
      }
    } catch {
      transaction.rollBack()
      if (error as? SQLiteFault)?.primaryCode == SQLITE_FULL { transaction.makeRoom() }
      errors = [(any Error)?](repeating: error, count: group.count)
    }
    for (write, error) in zip(group, errors) {
      if let fault = error as? SQLiteFault {
        write.finish(with: StoreError(fault, path: path, operation: write.operation))
      } else {
        write.finish(with: error)
      }
    }
  }
}

extension StoreError {
  static func closed(_ path: String, operation: String) -> StoreError {
    StoreError(.closed, "the store \(path) has been closed; open it again", operation: operation)
  }
}
