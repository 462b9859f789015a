// SPDX-License-Identifier: Apache-2.0

import GeoHash

/// Turns a region into ranges of index keys, at the lowest price. Pure and synchronous.
struct QueryPlanner: Sendable {
  /// The most ranges of a plan, however large the region: what a request more would cost is only part of it.
  static let maximumRanges = 16
  /// More cells would narrow the ranges by less than the sixteen ranges can show.
  private static let cells = 160

  /// The table's settings: grid and partition levels.
  var settings: TableSettings
  /// What the store charges.
  var prices: PriceList
  /// Whether a range may span partitions (`IndexReader.rangesSpanPartitions`).
  var rangesSpanPartitions: Bool
  /// How large an index row is, for a store that charges bytes.
  var bytesPerRow: Double

  /// The plan for the objects of a region.
  ///
  /// - Parameters:
  ///   - rowsPerGlobe: How many objects the globe would hold at the density expected here.
  ///   - read: Leaves that earlier plans have read, ascending; they are left out.
  ///   - isOrdered: Whether to read near ranges first; otherwise their order says nothing.
  func plan(
    for region: any Region, rowsPerGlobe: Double, excluding read: [ClosedRange<UInt64>] = [],
    isOrdered: Bool = true
  ) -> QueryPlan {
    let rowPrice = prices.row + bytesPerRow * prices.byte
    let rowsPerRequest = (prices.request + max(prices.rounding, prices.minimum / 2)) / max(rowPrice, 1e-9)
    let refiner = CellRefiner(
      cells: Self.cells, leastAreaShare: min(rowsPerRequest / 2 / max(rowsPerGlobe, 1), 1e-3),
      measuresDistances: isOrdered)
    let (covering, cells) =
      switch settings.grid {
      case .s2: refiner.runs(of: region, by: S2Cell.self)
      case .geohash: refiner.runs(of: region, by: GeohashCell.self)
      }
    let merger = RangeMerger(
      prices: prices, rowsPerGlobe: rowsPerGlobe, bytesPerRow: bytesPerRow, maximumRanges: Self.maximumRanges,
      read: read)
    var runs = merger.merge(Self.subtract(read, from: covering))
    var index = 0
    if !rangesSpanPartitions { (index, runs) = partitioned(runs, by: merger) }
    if isOrdered {
      runs.sort { ($0.minimumMeters, $0.leaves.lowerBound) < ($1.minimumMeters, $1.leaves.lowerBound) }
    }
    let share = runs.reduce(0) { $0 + $1.areaShare }
    return QueryPlan(
      index: index,
      ranges: runs.map { IndexRange(leaves: $0.leaves, minimumDistanceMeters: $0.minimumMeters) },
      cells: cells, areaShare: share, expectedRows: share * rowsPerGlobe,
      expectedPrice: runs.reduce(0) { $0 + merger.price(areaShare: $1.areaShare) })
  }

  /// The runs without the leaves of `read`. Both ascend.
  static func subtract(_ read: [ClosedRange<UInt64>], from runs: [LeafRun]) -> [LeafRun] {
    guard !read.isEmpty else { return runs }
    var rest: [LeafRun] = []
    for run in runs {
      var low = run.leaves.lowerBound
      func append(upTo high: UInt64) {
        let part = (Double(high - low) + 1) / (Double(run.leaves.upperBound - run.leaves.lowerBound) + 1)
        rest.append(
          LeafRun(leaves: low...high, areaShare: run.areaShare * part, minimumMeters: run.minimumMeters))
      }
      var isDone = false
      for range in read where range.upperBound >= low && range.lowerBound <= run.leaves.upperBound {
        if range.lowerBound > low { append(upTo: range.lowerBound - 1) }
        guard range.upperBound < run.leaves.upperBound else {
          isDone = true
          break
        }
        low = range.upperBound + 1
      }
      if !isDone { append(upTo: run.leaves.upperBound) }
    }
    return rest
  }

  /// The runs cut at the borders of partitions, for the index in which that is cheapest.
  private func partitioned(_ runs: [LeafRun], by merger: RangeMerger) -> (index: Int, runs: [LeafRun]) {
    let cut = settings.partitionLevels.map { level in
      runs.flatMap { Self.split($0, everyPowerOfTwo: leafBits(belowLevel: level)) }
    }
    let prices = cut.map { $0.reduce(0) { $0 + merger.price(areaShare: $1.areaShare) } }
    let index = prices.indices.min { prices[$0] < prices[$1] }!
    return (index, cut[index])
  }

  /// How many low bits of a leaf's number tell leaves of one cell of that level apart.
  private func leafBits(belowLevel level: Int) -> UInt64 {
    settings.grid == .s2 ? UInt64(2 * (30 - level)) : UInt64(60 - level)
  }

  /// The parts of a run between whole multiples of a power of two.
  private static func split(_ run: LeafRun, everyPowerOfTwo bits: UInt64) -> [LeafRun] {
    var parts: [LeafRun] = []
    let total = Double(run.leaves.upperBound - run.leaves.lowerBound) + 1
    var low = run.leaves.lowerBound
    while true {
      let high = min(low | ((1 << bits) - 1), run.leaves.upperBound)
      parts.append(
        LeafRun(
          leaves: low...high, areaShare: run.areaShare * (Double(high - low) + 1) / total,
          minimumMeters: run.minimumMeters))
      if high == run.leaves.upperBound { return parts }
      low = high + 1
    }
  }
}
