// SPDX-License-Identifier: Apache-2.0

/// How a query will be answered: the ranges to read, nearest first. A plain value; making it reads nothing.
public struct QueryPlan: Hashable, Sendable {
  /// The number of the index to read: the place of its level in `TableSettings.partitionLevels`.
  public var index: Int
  /// The ranges in the order of the least distance to their objects. Together they hold every object of the region.
  public var ranges: [IndexRange]
  /// How many cells cover the region.
  public var cells: Int

  /// Makes a plan.
  public init(index: Int, ranges: [IndexRange], cells: Int) {
    self.index = index
    self.ranges = ranges
    self.cells = cells
  }
}
