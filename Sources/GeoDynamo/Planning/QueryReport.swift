// SPDX-License-Identifier: Apache-2.0

/// What a query cost.
public struct QueryReport: Hashable, Sendable {
  /// Requests made of the store, pages included.
  public private(set) var requests = 0
  /// Ranges of the plan read to their end.
  public private(set) var ranges = 0
  /// Index rows read.
  public private(set) var rows = 0
  /// Objects returned.
  public internal(set) var matches = 0

  mutating func add(_ read: IndexReadReport) {
    requests += read.requests
    ranges += read.ranges
    rows += read.rows
  }
}
