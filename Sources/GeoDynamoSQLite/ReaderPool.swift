// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import Synchronization

/// Connections for reading, each lent to one reader at a time.
final class ReaderPool: Sendable {
  private struct State {
    var idle: [Reader] = []
    var isClosed = false
  }

  /// Idle connections kept: each holds a page cache. More may be lent at once, and are closed when they come back.
  private static let keptIdle = 4

  private let file: StoreFile
  private let state = Mutex(State())

  init(_ file: StoreFile) {
    self.file = file
  }

  /// Lends a reader to `body`, on the caller's thread.
  func withReader<Value>(_ operation: String, _ body: (Reader) throws -> Value) throws -> Value {
    do {
      let reader = try lend(operation)
      defer { take(back: reader) }
      return try body(reader)
    } catch let fault as SQLiteFault {
      throw StoreError(fault, path: file.path, operation: operation)
    }
  }

  /// Takes a reader in, or closes it when there are enough.
  func take(back reader: Reader) {
    let isKept = state.withLock { state in
      guard !state.isClosed, state.idle.count < Self.keptIdle else { return false }
      state.idle.append(reader)
      return true
    }
    if !isKept { reader.close() }
  }

  /// Closes the idle connections now, and those that are lent when they come back.
  func close() {
    let idle = state.withLock { state in
      defer { state.idle = [] }
      state.isClosed = true
      return state.idle
    }
    for reader in idle { reader.close() }
  }

  private func lend(_ operation: String) throws -> Reader {
    let (idle, isClosed) = state.withLock { ($0.idle.popLast(), $0.isClosed) }
    if isClosed { throw StoreError.closed(file.path, operation: operation) }
    return try idle ?? Reader(file.reader())
  }
}
