// SPDX-License-Identifier: Apache-2.0

import GeoHash

/// Joins runs of leaves into ranges for as long as that is cheaper than a request more.
///
/// Runs come in ascending order. When there are more than the most ranges, the gap is closed that costs least: where price
/// grows with leaves, the best choice there is.
struct RangeMerger {
  /// A range in the making.
  struct Entry {
    var low, high: UInt64
    /// The least of its runs'.
    var nearness: Double
    /// Its own price.
    var price: Double
    /// What one range costs more than this and the next; infinite across leaves that were read.
    var extra: Double

    var leaves: Double { RangeMerger.leaves(low, high) }
  }

  private let request: Double
  private let minimum: Double
  private let rounding: Double
  /// What the rows of a leaf cost.
  private let pricePerLeaf: Double
  /// The most ranges, however dear; leaves that were read may divide them into more.
  private let maximumRanges: Int
  /// Leaves that earlier plans have read, ascending: left out and never joined across.
  private let read: [ClosedRange<UInt64>]
  /// All but the last.
  private var closed: [Entry] = []
  private var last: Entry?
  /// The closed one with the least extra price; nil when it is not known.
  private var cheapest: (index: Int, extra: Double)?

  /// - Parameter rowsPerLeaf: Rows there would be for each leaf at the density of the place.
  init(
    prices: PriceList, rowsPerLeaf: Double, bytesPerRow: Double, maximumRanges: Int,
    read: [ClosedRange<UInt64>]
  ) {
    request = prices.request
    minimum = prices.minimum
    rounding = prices.rounding
    pricePerLeaf = rowsPerLeaf * (prices.row + bytesPerRow * prices.byte)
    self.maximumRanges = maximumRanges
    self.read = read
    closed.reserveCapacity(maximumRanges)
  }

  /// The price of reading that many leaves in one range: see `PriceList.price`.
  @inline(__always)
  func price(leaves: Double) -> Double {
    let content = leaves * pricePerLeaf
    let rounded = content > 0 ? content + rounding : content
    return request + (rounded > minimum ? rounded : minimum)
  }

  /// How many leaves a range has.
  @inline(__always)
  static func leaves(_ low: UInt64, _ high: UInt64) -> Double {
    // Signed numbers convert faster, and no grid has as many leaves.
    Double(Int64(bitPattern: high &- low)) + 1
  }

  /// Adds a run that follows the ranges, without what was read, and closes the gap before it if that pays.
  @inline(__always)
  mutating func append(_ run: ClosedRange<UInt64>, nearness: Double) {
    if read.isEmpty {
      appendUnread(run.lowerBound, run.upperBound, nearness)
    } else {
      appendParts(of: run, nearness)
    }
  }

  private mutating func appendParts(of run: ClosedRange<UInt64>, _ nearness: Double) {
    var low = run.lowerBound
    for range in read where range.upperBound >= low && range.lowerBound <= run.upperBound {
      if range.lowerBound > low { appendUnread(low, range.lowerBound - 1, nearness) }
      guard range.upperBound < run.upperBound else { return }
      low = range.upperBound + 1
    }
    appendUnread(low, run.upperBound, nearness)
  }

  private mutating func appendUnread(_ low: UInt64, _ high: UInt64, _ nearness: Double) {
    let price = price(leaves: Self.leaves(low, high))
    let entry = Entry(low: low, high: high, nearness: nearness, price: price, extra: .infinity)
    guard var last else { return self.last = entry }
    let joined = self.price(leaves: Self.leaves(last.low, high))
    let extra = isApart(last.high, low) ? .infinity : joined - last.price - price
    if extra <= 0 || closed.count + 1 >= maximumRanges && extra < .infinity && extra <= leastExtra() {
      // What joining it to the one before costs depends on its size only where it does not exceed the minimum.
      let isSmall = last.price <= request + minimum
      last.high = high
      last.nearness = min(last.nearness, nearness)
      last.price = joined
      self.last = last
      if isSmall { weigh(closed.count - 1) }
      while let extra = closed.last?.extra, extra <= 0 { join(closed.count - 1) }
      return
    }
    last.extra = extra
    closed.append(last)
    self.last = entry
    if let cheapest, extra < cheapest.extra { self.cheapest = (closed.count - 1, extra) }
    if closed.count >= maximumRanges, leastExtra() < .infinity, let cheapest { join(cheapest.index) }
  }

  /// The least extra price of joining two ranges.
  private mutating func leastExtra() -> Double {
    if let cheapest { return cheapest.extra }
    var (best, least) = (0, Double.infinity)
    for index in closed.indices where closed[index].extra < least {
      (best, least) = (index, closed[index].extra)
    }
    if least < .infinity { cheapest = (best, least) }
    return least
  }

  /// Lets a function narrow each range.
  mutating func narrow(_ narrowed: (ClosedRange<UInt64>) -> LeafRun) {
    for index in closed.indices { closed[index] = self.narrowed(closed[index], narrowed) }
    last = last.map { self.narrowed($0, narrowed) }
    for index in closed.indices { weigh(index) }
  }

  private func narrowed(_ entry: Entry, _ narrowed: (ClosedRange<UInt64>) -> LeafRun) -> Entry {
    let run = narrowed(entry.low...entry.high)
    var entry = entry
    (entry.low, entry.high, entry.nearness) = (
      run.leaves.lowerBound, run.leaves.upperBound, run.minimumMeters
    )
    entry.price = price(leaves: entry.leaves)
    return entry
  }

  /// Joins ranges that have become worth it since, a gap that did not pay between two small ones, and returns them all,
  /// ascending.
  ///
  /// - Parameter meters: Turns nearness into metres.
  mutating func ranges(meters: (Double) -> Double) -> [IndexRange] {
    var index = 0
    while index < closed.count {
      if closed[index].extra <= 0 {
        join(index)
        index = max(index - 1, 0)
      } else {
        index += 1
      }
    }
    guard let last else { return [] }
    var ranges: [IndexRange] = []
    ranges.reserveCapacity(closed.count + 1)
    func append(_ entry: Entry) {
      ranges.append(
        IndexRange(leaves: entry.low...entry.high, minimumDistanceMeters: meters(entry.nearness)))
    }
    for entry in closed { append(entry) }
    append(last)
    return ranges
  }

  /// Joins a closed range with the next.
  private mutating func join(_ index: Int) {
    var entry = closed[index]
    let isLast = index + 1 == closed.count
    let next = isLast ? last! : closed[index + 1]
    entry.high = next.high
    entry.nearness = min(entry.nearness, next.nearness)
    entry.price = price(leaves: entry.leaves)
    entry.extra = next.extra
    if isLast {
      last = entry
      closed.removeLast()
    } else {
      closed[index] = entry
      closed.remove(at: index + 1)
      weigh(index)
    }
    weigh(index - 1)
    cheapest = nil
  }

  /// Computes anew what joining a closed range with the next costs.
  private mutating func weigh(_ index: Int) {
    guard index >= 0, closed[index].extra < .infinity else { return }
    let next = index + 1 == closed.count ? last! : closed[index + 1]
    let entry = closed[index]
    let extra = price(leaves: Self.leaves(entry.low, next.high)) - entry.price - next.price
    if extra != entry.extra {
      closed[index].extra = extra
      cheapest = nil
    }
  }

  /// Whether leaves that were read lie between two places.
  private func isApart(_ low: UInt64, _ high: UInt64) -> Bool {
    for range in read where range.lowerBound < high && range.upperBound > low { return true }
    return false
  }
}
