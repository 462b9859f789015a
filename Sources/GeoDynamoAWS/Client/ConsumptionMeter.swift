// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// What a store has used of DynamoDB since it was made.
public struct Consumption: Hashable, Sendable {
  /// Read units, as the answers say.
  public var readUnits = 0.0
  /// Write units, as the answers say.
  public var writeUnits = 0.0
  /// Requests sent, repeated ones included.
  public var requests = 0
  /// Requests that were sent again.
  public var retries = 0
}

/// Adds up what the answers of all calls say.
final class ConsumptionMeter: Sendable {
  private let sum = Mutex(Consumption())

  /// So far.
  var consumption: Consumption { sum.withLock { $0 } }

  /// Counts a request.
  func countRequest(isRetry: Bool) {
    sum.withLock { sum in
      sum.requests += 1
      if isRetry { sum.retries += 1 }
    }
  }

  /// Counts the units of an answer's `ConsumedCapacity`, one or a list.
  ///
  /// - Returns: Their sum; nil where the answer does not say.
  func count(_ capacity: JSONElement?, ofWrite isWrite: Bool) -> Double? {
    guard let capacity else { return nil }
    let parts = capacity.kind == .array ? Array(capacity.elements) : [capacity]
    let units = parts.compactMap { $0["CapacityUnits"]?.double }
    guard !units.isEmpty else { return nil }
    let total = units.reduce(0, +)
    sum.withLock { sum in
      if isWrite { sum.writeUnits += total } else { sum.readUnits += total }
    }
    return total
  }
}
