// SPDX-License-Identifier: Apache-2.0

public import GeoHash

/// Turns a region into ranges of index keys, at the lowest price. Pure and synchronous.
///
/// ```swift
/// let planner = QueryPlanner(settings: .standard, prices: .dynamoDB)
/// let plan = planner.plan(for: Circle(center: home, radius: .kilometers(2)), rowsPerGlobe: 5e8)
/// ```
///
/// A range costs a request, and each row in it; so a gap between two ranges is left out when its rows would cost more
/// than a request, and read otherwise. The cells are refined for as long as gaps that pay may come to light.
public struct QueryPlanner: Sendable {
  /// The most ranges of a plan, however large the region, before they are cut at partitions: what a request more would
  /// cost is only part of it. Leaves that earlier plans have read may divide them into more.
  public static let maximumRanges = 16

  /// The table's settings: grid and partition levels.
  public var settings: TableSettings
  /// What the store charges.
  public var prices: PriceList
  /// Whether a range may span partitions (`IndexReader.rangesSpanPartitions`).
  public var rangesSpanPartitions: Bool
  /// How large an index row is, for a store that charges bytes.
  public var bytesPerRow: Double

  /// Makes a planner.
  public init(
    settings: TableSettings, prices: PriceList, rangesSpanPartitions: Bool = false, bytesPerRow: Double = 400
  ) {
    self.settings = settings
    self.prices = prices
    self.rangesSpanPartitions = rangesSpanPartitions
    self.bytesPerRow = bytesPerRow
  }

  /// The plan for the objects of a region.
  ///
  /// - Parameters:
  ///   - region: Any shape.
  ///   - rowsPerGlobe: How many objects the globe would hold at the density expected here.
  ///   - read: Leaves that earlier plans have read, ascending; they are left out.
  ///   - isOrdered: Whether to read near ranges first; otherwise their order says nothing.
  public func plan(
    for region: any Region, rowsPerGlobe: Double, excluding read: [ClosedRange<UInt64>] = [],
    isOrdered: Bool = true
  ) -> QueryPlan {
    switch settings.grid {
    case .s2: plan(region, S2Cell.self, rowsPerGlobe, read, isOrdered)
    case .geohash: plan(region, GeohashCell.self, rowsPerGlobe, read, isOrdered)
    }
  }

  private func plan<Cell: GridCell>(
    _ region: some Region, _ grid: Cell.Type, _ rowsPerGlobe: Double, _ read: [ClosedRange<UInt64>],
    _ isOrdered: Bool
  ) -> QueryPlan {
    let sharePerLeaf = areaSharePerLeaf(around: region, by: grid)
    let rowsPerLeaf = sharePerLeaf * max(rowsPerGlobe, 0)
    let merger = RangeMerger(
      prices: prices, rowsPerLeaf: rowsPerLeaf, bytesPerRow: bytesPerRow, maximumRanges: Self.maximumRanges,
      read: read)
    // How many leaves cost as much as a request more; but a wrong density must not lead to cells of any size.
    let leaves = region.areaShare / sharePerLeaf
    let pricePerLeaf = rowsPerLeaf * (prices.row + bytesPerRow * prices.byte)
    let worthRequest = (prices.request + prices.rounding) / max(pricePerLeaf, 1e-300)
    let refiner = CellRefiner(
      leastGap: min(worthRequest, leaves / 4), leastTrim: max(worthRequest / 8, leaves / 1536),
      measuresDistances: isOrdered)
    var ranges: [IndexRange] = []
    ranges.reserveCapacity(2 * Self.maximumRanges)
    let cells = refiner.cover(region, by: grid) {
      merger.append($0, to: &ranges)
    } finish: { narrow in
      for index in ranges.indices {
        let run = narrow(ranges[index].leaves)
        ranges[index] = IndexRange(leaves: run.leaves, minimumDistanceMeters: run.minimumMeters)
      }
    }
    merger.joinAgain(&ranges)
    if isOrdered {
      ranges.sort {
        ($0.minimumDistanceMeters, $0.leaves.lowerBound) < ($1.minimumDistanceMeters, $1.leaves.lowerBound)
      }
    }
    let share = ranges.reduce(0) { $0 + RangeMerger.leaves($1.leaves) } * sharePerLeaf
    let index = rangesSpanPartitions ? 0 : cheapestIndex(for: ranges, merger)
    let cut = Cut(isNone: rangesSpanPartitions, bits: leafBits(belowLevel: settings.partitionLevels[index]))
    let price = ranges.reduce(0) { $0 + cut.price(of: $1.leaves, merger) }
    cut.apply(to: &ranges)
    return QueryPlan(
      index: index, ranges: ranges, cells: cells, areaShare: share, expectedRows: share * rowsPerGlobe,
      expectedPrice: price)
  }

  /// The index in whose partitions the ranges cost least.
  private func cheapestIndex(for ranges: [IndexRange], _ merger: RangeMerger) -> Int {
    var (best, least) = (0, Double.infinity)
    guard settings.partitionLevels.count > 1 else { return best }
    for (index, level) in settings.partitionLevels.enumerated() {
      let cut = Cut(isNone: false, bits: leafBits(belowLevel: level))
      let price = ranges.reduce(0) { $0 + cut.price(of: $1.leaves, merger) }
      if price < least { (best, least) = (index, price) }
    }
    return best
  }

  /// The parts of a run of leaves that lie in one partition of the first index each.
  func partitions(of leaves: ClosedRange<UInt64>) -> [ClosedRange<UInt64>] {
    var ranges = [IndexRange(leaves: leaves, minimumDistanceMeters: 0)]
    Cut(isNone: false, bits: leafBits(belowLevel: settings.partitionLevels[0])).apply(to: &ranges)
    return ranges.map(\.leaves)
  }

  /// How many low bits of a leaf's number tell leaves of one cell of that level apart.
  private func leafBits(belowLevel level: Int) -> UInt64 {
    settings.grid == .s2 ? UInt64(2 * (30 - level)) : UInt64(60 - level)
  }
}

/// Cuts ranges of leaves at whole multiples of a power of two: the borders of partitions.
private struct Cut {
  let isNone: Bool
  let bits: UInt64

  func parts(of range: ClosedRange<UInt64>) -> Int {
    isNone ? 1 : Int(range.upperBound >> bits - range.lowerBound >> bits) + 1
  }

  /// Puts its parts in the place of each range.
  func apply(to ranges: inout [IndexRange]) {
    let count = ranges.count
    guard ranges.contains(where: { parts(of: $0.leaves) > 1 }) else { return }
    ranges.reserveCapacity(count + ranges.reduce(0) { $0 + parts(of: $1.leaves) })
    for index in 0..<count {
      let range = ranges[index]
      var low = range.leaves.lowerBound
      while true {
        let high = min(low | ((1 << bits) - 1), range.leaves.upperBound)
        ranges.append(IndexRange(leaves: low...high, minimumDistanceMeters: range.minimumDistanceMeters))
        if high == range.leaves.upperBound { break }
        low = high + 1
      }
    }
    ranges.removeSubrange(..<count)
  }

  func price(of range: ClosedRange<UInt64>, _ merger: RangeMerger) -> Double {
    let parts = parts(of: range)
    if parts == 1 { return merger.price(leaves: RangeMerger.leaves(range)) }
    let size: UInt64 = 1 << bits
    let first = size - range.lowerBound & (size - 1)
    let last = range.upperBound & (size - 1) + 1
    return merger.price(leaves: Double(first)) + merger.price(leaves: Double(last))
      + Double(parts - 2) * merger.price(leaves: Double(size))
  }
}
