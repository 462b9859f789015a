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
    case .s2:
      if let circle = region as? Circle, let found = S2CircleCells(circle) {
        plan(circle, found, rowsPerGlobe, read, isOrdered)
      } else {
        plan(region, S2Cell.self, rowsPerGlobe, read, isOrdered)
      }
    case .geohash: plan(region, GeohashCell.self, rowsPerGlobe, read, isOrdered)
    }
  }

  /// Any region by any grid: cells are halved for as long as it pays.
  private func plan<Cell: GridCell>(
    _ region: some Region, _ grid: Cell.Type, _ rowsPerGlobe: Double, _ read: [ClosedRange<UInt64>],
    _ isOrdered: Bool
  ) -> QueryPlan {
    let worth = Worth(
      sharePerLeaf: areaSharePerLeaf(around: region, by: grid), areaShare: region.areaShare,
      rowsPerGlobe: rowsPerGlobe, self)
    var merger = merger(worth, read)
    let refiner = CellRefiner(
      leastGap: worth.leastGap, leastTrim: worth.leastTrim, measuresDistances: isOrdered)
    let cells = refiner.cover(region, by: grid) {
      merger.append($0, nearness: 0)
    } finish: {
      merger.narrow($0)
    }
    return plan(of: merger, worth, cells, isOrdered) { $0 }
  }

  /// A circle by S2 cells, without a cell looked at that its rim does not run through.
  private func plan(
    _ circle: Circle, _ found: S2CircleCells, _ rowsPerGlobe: Double, _ read: [ClosedRange<UInt64>],
    _ isOrdered: Bool
  ) -> QueryPlan {
    let worth = Worth(
      sharePerLeaf: found.areaSharePerLeaf, areaShare: circle.areaShare, rowsPerGlobe: rowsPerGlobe, self)
    var merger = merger(worth, read)
    let cells = found.runs(
      ofCellsUpTo: max(worth.leastGap, worth.leaves / 96), measuresDistances: isOrdered
    ) { leaves, nearness in
      merger.append(leaves, nearness: nearness)
    }
    return plan(of: merger, worth, cells, isOrdered) { isOrdered ? S2CircleCells.meters(nearness: $0) : 0 }
  }

  /// How many leaves are worth how much.
  private struct Worth {
    let sharePerLeaf: Double
    let rowsPerGlobe: Double
    /// A gap of fewer leaves is not worth a run more.
    let leastGap: Double
    /// An end of a run is not worth refining by fewer leaves.
    let leastTrim: Double; let leaves: Double

    init(sharePerLeaf: Double, areaShare: Double, rowsPerGlobe: Double, _ planner: QueryPlanner) {
      self.sharePerLeaf = sharePerLeaf
      self.rowsPerGlobe = rowsPerGlobe
      // How many leaves cost as much as a request more; but a wrong density must not lead to cells of any size.
      leaves = areaShare / sharePerLeaf
      let prices = planner.prices
      let pricePerLeaf =
        sharePerLeaf * max(rowsPerGlobe, 0) * (prices.row + planner.bytesPerRow * prices.byte)
      let worthRequest = (prices.request + prices.rounding) / max(pricePerLeaf, 1e-300)
      leastGap = min(worthRequest, leaves / 4)
      leastTrim = max(worthRequest / 8, leaves / 192)
    }
  }

  private func merger(_ worth: Worth, _ read: [ClosedRange<UInt64>]) -> RangeMerger {
    RangeMerger(
      prices: prices, rowsPerLeaf: worth.sharePerLeaf * max(worth.rowsPerGlobe, 0), bytesPerRow: bytesPerRow,
      maximumRanges: Self.maximumRanges, read: read)
  }

  private func plan(
    of merger: consuming RangeMerger, _ worth: Worth, _ cells: Int, _ isOrdered: Bool,
    meters: (Double) -> Double
  ) -> QueryPlan {
    var ranges = merger.ranges(meters: meters)
    if isOrdered {
      ranges.sortByDistance()
    }
    let share =
      ranges.reduce(0) { $0 + RangeMerger.leaves($1.leaves.lowerBound, $1.leaves.upperBound) }
      * worth.sharePerLeaf
    let index = rangesSpanPartitions ? 0 : cheapestIndex(for: ranges, merger)
    let cut = Cut(isNone: rangesSpanPartitions, bits: leafBits(belowLevel: settings.partitionLevels[index]))
    let price = ranges.reduce(0) { $0 + cut.price(of: $1.leaves, merger) }
    cut.apply(to: &ranges)
    return QueryPlan(
      index: index, ranges: ranges, cells: cells, areaShare: share, expectedRows: share * worth.rowsPerGlobe,
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
    if parts == 1 { return merger.price(leaves: RangeMerger.leaves(range.lowerBound, range.upperBound)) }
    let size: UInt64 = 1 << bits
    let first = size - range.lowerBound & (size - 1)
    let last = range.upperBound & (size - 1) + 1
    return merger.price(leaves: Double(first)) + merger.price(leaves: Double(last))
      + Double(parts - 2) * merger.price(leaves: Double(size))
  }
}

extension [IndexRange] {
  /// Sorts ascending ranges by their least distance; of two with the same, the first stays the first.
  fileprivate mutating func sortByDistance() {
    guard count <= 32 else {
      return sort {
        ($0.minimumDistanceMeters, $0.leaves.lowerBound) < ($1.minimumDistanceMeters, $1.leaves.lowerBound)
      }
    }
    for index in indices.dropFirst() {
      let range = self[index]
      var place = index
      while place > 0, self[place - 1].minimumDistanceMeters > range.minimumDistanceMeters {
        self[place] = self[place - 1]
        place -= 1
      }
      self[place] = range
    }
  }
}
