// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// Lets writes in while there is room, in the order in which they came; the others wait outside, not yet encoded.
///
/// This bounds the memory of the writer's queue. Room is counted in units: a write takes one, a load many.
final class Admission: Sendable {
  private struct Waiter {
    var ticket: UInt64
    var units: Int
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var free: Int
    var lastTicket: UInt64 = 0
    /// Those before `first` have been let in.
    var waiters: [Waiter] = []
    var first = 0

    /// Takes out the waiters for whom there is room now.
    mutating func admitted() -> [Waiter] {
      var admitted: [Waiter] = []
      while first < waiters.count, waiters[first].units <= free {
        free -= waiters[first].units
        admitted.append(waiters[first])
        first += 1
      }
      if first == waiters.count || first > 1000 {
        waiters.removeFirst(first)
        first = 0
      }
      return admitted
    }
  }

  private let state: Mutex<State>

  init(room: Int) {
    state = Mutex(State(free: room))
  }

  /// Runs `body` with `units` of the room taken, at most all of it.
  ///
  /// - Throws: `CancellationError` when the task is cancelled before there is room.
  func withRoom<Value>(_ units: Int, _ body: () async throws -> Value) async throws -> Value {
    try await enter(units)
    defer { leave(units) }
    return try await body()
  }

  private func enter(_ units: Int) async throws {
    let ticket = state.withLock { state -> UInt64? in
      if state.waiters.isEmpty, state.free >= units {
        state.free -= units
        return nil
      }
      state.lastTicket += 1
      return state.lastTicket
    }
    guard let ticket else { return }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let admitted = state.withLock { state in
          state.waiters.append(Waiter(ticket: ticket, units: units, continuation: continuation))
          return state.admitted()
        }
        for waiter in admitted { waiter.continuation.resume() }
        // The handler may have run before the waiter was there to be found.
        if Task.isCancelled { cancel(ticket) }
      }
    } onCancel: {
      cancel(ticket)
    }
  }

  private func leave(_ units: Int) {
    let admitted = state.withLock { state in
      state.free += units
      return state.admitted()
    }
    for waiter in admitted { waiter.continuation.resume() }
  }

  private func cancel(_ ticket: UInt64) {
    let (waiter, admitted) = state.withLock { state -> (Waiter?, [Waiter]) in
      guard let place = state.waiters[state.first...].firstIndex(where: { $0.ticket == ticket }) else {
        return (nil, [])
      }
      return (state.waiters.remove(at: place), state.admitted())
    }
    waiter?.continuation.resume(throwing: CancellationError())
    for waiter in admitted { waiter.continuation.resume() }
  }
}
