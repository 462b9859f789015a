// SPDX-License-Identifier: Apache-2.0

/// How a part of a query will be answered: the ranges to read, nearest first, and what that is expected to cost.
///
/// A plain value; making it reads nothing.
public struct QueryPlan: Hashable, Sendable {
  /// The number of the index to read: the place of its level in `TableSettings.partitionLevels`.
  public var index: Int
  /// The ranges in the order of the least distance to their objects. Together they hold every object of the region.
  public var ranges: [IndexRange]
  /// How many cells cover the region.
  public var cells: Int
  /// The share of the globe's area that the ranges cover.
  public var areaShare: Double
  /// How many rows the ranges are expected to hold.
  public var expectedRows: Double
  /// What reading them is expected to cost, in the units of the store's price list.
  public var expectedPrice: Double
  /// Objects nearer than this, or as near, are all in these ranges or in those of plans before; nil for all of the region.
  public var reachMeters: Double?

  /// The share of the globe's area that some of its ranges cover.
  func areaShare(of part: some Sequence<IndexRange>) -> Double {
    func leaves(_ ranges: some Sequence<IndexRange>) -> Double {
      ranges.reduce(0) { $0 + RangeMerger.leaves($1.leaves.lowerBound, $1.leaves.upperBound) }
    }
    let all = leaves(ranges)
    return all > 0 ? areaShare * leaves(part) / all : 0
  }
}
