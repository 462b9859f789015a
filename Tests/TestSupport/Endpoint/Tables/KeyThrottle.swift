// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// How many units each partition key of a table and its indexes was charged in the present window of time.
///
/// A request that begins below the limit is let through whatever it costs, as its cost is known only afterwards.
final class KeyThrottle: Sendable {
  /// What a request charges a key.
  struct Charge {
    /// The table's or index's name and the partition key's value.
    var key: String
    var units: Double
    var limit: Double
  }

  private struct State {
    var window = 0
    var used: [String: Double] = [:]
  }

  private let start = ContinuousClock.now
  private let state = Mutex(State())

  /// Charges all keys, or none of them when one is at its limit.
  ///
  /// - Returns: Whether they were charged.
  func charge(_ charges: [Charge], window length: Duration) -> Bool {
    let window = Int((ContinuousClock.now - start) / length)
    return state.withLock { state in
      if state.window != window { state = State(window: window) }
      guard charges.allSatisfy({ state.used[$0.key, default: 0] < $0.limit }) else { return false }
      for charge in charges { state.used[charge.key, default: 0] += charge.units }
      return true
    }
  }
}
