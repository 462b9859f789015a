// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// A lock that is held over suspensions; those who wait get it in the order they came.
final class AsyncLock: Sendable {
  private struct State {
    var isHeld = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// Runs `body` while nobody else runs one under this lock.
  func withLock<Value>(_ body: () async throws -> Value) async rethrows -> Value {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.isHeld {
          state.waiting.append(continuation)
          return false
        }
        state.isHeld = true
        return true
      }
      if isFree { continuation.resume() }
    }
    defer {
      let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
        guard !state.waiting.isEmpty else {
          state.isHeld = false
          return nil
        }
        return state.waiting.removeFirst()
      }
      next?.resume()
    }
    return try await body()
  }
}
