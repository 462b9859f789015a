// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// The seeded decisions of an endpoint and the count of what it did wrong.
///
/// Requests that come side by side draw in no fixed order: a seed repeats the draws, not who gets them.
final class FaultDice: Sendable {
  private struct State {
    var faults = EndpointFaults()
    var generator: SeededGenerator
    var counts: [EndpointFault: Int] = [:]
  }

  private let state: Mutex<State>

  init(seed: UInt64) { state = Mutex(State(generator: SeededGenerator(seed: seed))) }

  /// What may go wrong now.
  var faults: EndpointFaults {
    get { state.withLock { $0.faults } }
    set { state.withLock { $0.faults = newValue } }
  }

  /// How often each fault has occurred.
  var counts: [EndpointFault: Int] { state.withLock { $0.counts } }

  /// Counts a fault.
  func count(_ fault: EndpointFault) { state.withLock { $0.counts[fault, default: 0] += 1 } }

  /// Decides whether a fault of that probability occurs, and counts it if so.
  func rolls(_ probability: any KeyPath<EndpointFaults, Double> & Sendable, _ fault: EndpointFault) -> Bool {
    state.withLock { state in
      let probability = state.faults[keyPath: probability]
      guard probability > 0, Double.random(in: 0..<1, using: &state.generator) < probability else {
        return false
      }
      state.counts[fault, default: 0] += 1
      return true
    }
  }

  /// Decides between two that are equally right.
  func flips() -> Bool { state.withLock { Bool.random(using: &$0.generator) } }

  /// How long a change of an index row takes; nil for no time.
  func indexLag() -> Duration? {
    state.withLock { state in
      guard let lag = state.faults.indexLag else { return nil }
      state.counts[.laggingRow, default: 0] += 1
      return lag.lowerBound + (lag.upperBound - lag.lowerBound)
        * Double.random(in: 0...1, using: &state.generator)
    }
  }
}
