// SPDX-License-Identifier: Apache-2.0

import GeoHash

/// Joins runs of leaves into ranges for as long as that is cheaper than a request more.
struct RangeMerger {
  let prices: PriceList
  /// Rows there would be on the whole globe at the density of the place.
  let rowsPerGlobe: Double
  let bytesPerRow: Double
  /// The most ranges, however dear.
  let maximumRanges: Int
  /// Leaves that earlier plans have read, ascending: never joined across.
  let read: [ClosedRange<UInt64>]

  /// The price of reading a share of the globe's area in one range.
  func price(areaShare: Double) -> Double {
    prices.price(rows: areaShare * rowsPerGlobe, bytes: bytesPerRow)
  }

  /// The runs, ascending, with gaps closed that do not pay for themselves. O(runs · ranges).
  func merge(_ runs: [LeafRun]) -> [LeafRun] {
    var ranges = joining(runs)
    // Joining may make room for joining once more: a gap that did not pay between two small ranges.
    while case let joined = joining(ranges), joined.count < ranges.count { ranges = joined }
    while ranges.count > maximumRanges, let gap = cheapestGap(of: ranges) {
      ranges[gap] = union(ranges[gap], ranges[gap + 1])
      ranges.remove(at: gap + 1)
    }
    return ranges
  }

  private func joining(_ runs: [LeafRun]) -> [LeafRun] {
    var ranges: [LeafRun] = []
    ranges.reserveCapacity(runs.count)
    for run in runs {
      ranges.append(run)
      while ranges.count > 1, extraPrice(of: ranges[ranges.count - 2], ranges[ranges.count - 1]) <= 0 {
        let last = ranges.removeLast()
        ranges[ranges.count - 1] = union(ranges[ranges.count - 1], last)
      }
    }
    return ranges
  }

  /// What one range costs more than two; infinite across leaves that were read.
  private func extraPrice(of a: LeafRun, _ b: LeafRun) -> Double {
    if read.contains(where: { $0.lowerBound < b.leaves.lowerBound && $0.upperBound > a.leaves.upperBound }) {
      return .infinity
    }
    return price(areaShare: union(a, b).areaShare) - price(areaShare: a.areaShare)
      - price(areaShare: b.areaShare)
  }

  private func cheapestGap(of ranges: [LeafRun]) -> Int? {
    let extras = (0..<ranges.count - 1).map { extraPrice(of: ranges[$0], ranges[$0 + 1]) }
    return extras.indices.min { extras[$0] < extras[$1] }.flatMap { extras[$0] < .infinity ? $0 : nil }
  }

  private func union(_ a: LeafRun, _ b: LeafRun) -> LeafRun {
    // The gap is as dense in leaves as the runs beside it.
    let leaves =
      Double(a.leaves.upperBound - a.leaves.lowerBound) + Double(b.leaves.upperBound - b.leaves.lowerBound)
      + 2
    let gap = Double(b.leaves.lowerBound - a.leaves.upperBound - 1)
    let share = a.areaShare + b.areaShare
    return LeafRun(
      leaves: a.leaves.lowerBound...b.leaves.upperBound, areaShare: share + gap * share / leaves,
      minimumMeters: min(a.minimumMeters, b.minimumMeters))
  }
}
