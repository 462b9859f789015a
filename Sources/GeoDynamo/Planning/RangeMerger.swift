// SPDX-License-Identifier: Apache-2.0

import GeoHash

/// Joins runs of leaves into ranges for as long as that is cheaper than a request more.
struct RangeMerger {
  let prices: PriceList
  /// Rows there would be for each leaf at the density of the place.
  let rowsPerLeaf: Double
  let bytesPerRow: Double
  /// The most ranges, however dear; leaves that were read may divide them into more.
  let maximumRanges: Int
  /// Leaves that earlier plans have read, ascending: left out and never joined across.
  let read: [ClosedRange<UInt64>]

  /// The price of reading that many leaves in one range.
  func price(leaves: Double) -> Double {
    prices.price(rows: leaves * rowsPerLeaf, bytes: bytesPerRow)
  }

  /// Adds a run that follows the ranges, without what was read, and closes the gap before it if that pays. When there are
  /// more than the most ranges, the gap is closed that costs least: where price grows with leaves, the best choice there is.
  func append(_ run: ClosedRange<UInt64>, to ranges: inout [IndexRange]) {
    var low = run.lowerBound
    for range in read where range.upperBound >= low && range.lowerBound <= run.upperBound {
      if range.lowerBound > low { appendUnread(low...range.lowerBound - 1, to: &ranges) }
      guard range.upperBound < run.upperBound else { return }
      low = range.upperBound + 1
    }
    appendUnread(low...run.upperBound, to: &ranges)
  }

  private func appendUnread(_ run: ClosedRange<UInt64>, to ranges: inout [IndexRange]) {
    ranges.append(IndexRange(leaves: run, minimumDistanceMeters: 0))
    while ranges.count > 1, extraPrice(ofJoining: ranges.count - 2, in: ranges) <= 0 {
      join(ranges.count - 2, in: &ranges)
    }
    if ranges.count > maximumRanges { joinCheapest(in: &ranges) }
  }

  /// Joins ranges that have become worth it since: a gap that did not pay between two small ones.
  func joinAgain(_ ranges: inout [IndexRange]) {
    var index = 0
    while index + 1 < ranges.count {
      if extraPrice(ofJoining: index, in: ranges) <= 0 {
        join(index, in: &ranges)
        index = max(index - 1, 0)
      } else {
        index += 1
      }
    }
  }

  private func joinCheapest(in ranges: inout [IndexRange]) {
    var (best, least) = (0, Double.infinity)
    for index in 0..<ranges.count - 1 {
      let extra = extraPrice(ofJoining: index, in: ranges)
      if extra < least { (best, least) = (index, extra) }
    }
    if least < .infinity { join(best, in: &ranges) }
  }

  /// What one range costs more than two; infinite across leaves that were read.
  private func extraPrice(ofJoining index: Int, in ranges: [IndexRange]) -> Double {
    let (a, b) = (ranges[index].leaves, ranges[index + 1].leaves)
    for range in read where range.lowerBound < b.lowerBound && range.upperBound > a.upperBound {
      return .infinity
    }
    return price(leaves: Self.leaves(a.lowerBound...b.upperBound)) - price(leaves: Self.leaves(a))
      - price(leaves: Self.leaves(b))
  }

  private func join(_ index: Int, in ranges: inout [IndexRange]) {
    let next = ranges.remove(at: index + 1)
    ranges[index].leaves = ranges[index].leaves.lowerBound...next.leaves.upperBound
    ranges[index].minimumDistanceMeters = min(ranges[index].minimumDistanceMeters, next.minimumDistanceMeters)
  }

  /// How many leaves a range has.
  static func leaves(_ range: ClosedRange<UInt64>) -> Double {
    Double(range.upperBound - range.lowerBound) + 1
  }
}
