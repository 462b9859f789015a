// SPDX-License-Identifier: Apache-2.0

import GeoHash

/// Ranges of leaves of the geohash grid, and which areas may have them.
///
/// Borders are straight in longitude and latitude and so are the sides of geohashes: how they lie to each other is decided exactly,
/// and a place's leaf is found with two multiplications.
struct AreaIndex: Sendable {
  /// What is known of a range: nothing is there; all of it is in one area; or a list of areas to try.
  private enum Entry {
    static let nothing: UInt32 = 0
    static let isList: UInt32 = 1 << 31
  }

  /// The first leaf of each range. The first is 0; a range ends where the next begins.
  private var starts: [UInt64] = []
  /// 0, the number of an area plus 1, or where its list begins.
  private var entries: [UInt32] = []
  /// Lists: how many areas, then each number doubled, plus 1 when all of the range is within. The smallest area stands first.
  private var lists: [UInt32] = []
  /// The first leaf of every so many ranges: they stay in the processor's nearest cache.
  private var samples: [UInt64] = []
  private static let sampleSpan = 64

  /// A cell is divided no further when it is this share of the smallest area about it.
  private static let finestShare = 1.0 / 64
  /// Leaves are of level 60; two centimetres.
  private static let finestLevel = 56

  init(_ areas: [Area]) {
    // The smallest area is tried first.
    let order = areas.indices.sorted {
      (areas[$0].polygon.areaShare, $0) < (areas[$1].polygon.areaShare, $1)
    }
    for root in GeohashCell.roots { divide(root, order.map { ($0, false) }, areas) }
    samples = stride(from: 0, to: starts.count, by: Self.sampleSpan).map { starts[$0] }
  }

  private mutating func divide(_ cell: GeohashCell, _ near: [(number: Int, isInside: Bool)], _ areas: [Area])
  {
    var found: [(number: Int, isInside: Bool)] = []
    var smallest = Double.infinity
    for one in near {
      let relation = one.isInside ? .inside : areas[one.number].polygon.relation(to: cell)
      guard relation != .disjoint else { continue }
      found.append((one.number, relation == .inside))
      if relation == .boundary { smallest = min(smallest, areas[one.number].polygon.areaShare) }
    }
    let isDecided = smallest == .infinity
    if isDecided || cell.level >= Self.finestLevel || cell.areaShare <= smallest * Self.finestShare {
      return note(cell.leafRange.lowerBound, found)
    }
    for number in 0..<GeohashCell.childCount { divide(cell.child(number), found, areas) }
  }

  private mutating func note(_ start: UInt64, _ found: [(number: Int, isInside: Bool)]) {
    var entry = Entry.nothing
    if found.count == 1, found[0].isInside {
      entry = UInt32(found[0].number + 1)
    } else if !found.isEmpty {
      let list = [UInt32(found.count)] + found.map { UInt32($0.number << 1 | ($0.isInside ? 1 : 0)) }
      if let last = entries.last, last & Entry.isList != 0,
        lists[Int(last & ~Entry.isList)...].elementsEqual(list)
      {
        return
      }
      entry = UInt32(lists.count) | Entry.isList
      lists += list
    }
    guard entry != entries.last else { return }
    starts.append(start)
    entries.append(entry)
  }

  /// The range that a leaf is in. O(log ranges).
  private func range(of leaf: UInt64) -> Int {
    let sample = Self.last(of: samples, upTo: leaf, from: 0, count: samples.count)
    let start = sample * Self.sampleSpan
    return Self.last(of: starts, upTo: leaf, from: start, count: min(Self.sampleSpan, starts.count - start))
  }

  /// The last of `count` sorted numbers from `start` on that is not greater than `bound`; the first is not.
  private static func last(of numbers: [UInt64], upTo bound: UInt64, from start: Int, count: Int) -> Int {
    unsafe numbers.withUnsafeBufferPointer { numbers in
      var (start, count) = (start, count)
      // Without a branch that nobody can foretell.
      while count > 1 {
        let half = count / 2
        start = unsafe numbers[start + half] <= bound ? start + half : start
        count -= half
      }
      return start
    }
  }

  /// The first area that has a place.
  func first(at place: Coordinate, _ areas: [Area]) -> Int? {
    let entry = entries[range(of: GeohashCell(leafContaining: place).leafRange.lowerBound)]
    guard entry & Entry.isList != 0 else { return entry == Entry.nothing ? nil : Int(entry) - 1 }
    let start = Int(entry & ~Entry.isList)
    for item in (start + 1)...(start + Int(lists[start])) {
      let number = Int(lists[item] >> 1)
      if lists[item] & 1 == 1 || areas[number].contains(place) { return number }
    }
    return nil
  }

  /// Whether the first area of a place's range need not have the place.
  func asksPolygons(at place: Coordinate) -> Bool {
    let entry = entries[range(of: GeohashCell(leafContaining: place).leafRange.lowerBound)]
    return items(of: entry).first?.isInside == false
  }

  /// All areas that have a place, the smallest first.
  func all(at place: Coordinate, _ areas: [Area]) -> [Int] {
    let entry = entries[range(of: GeohashCell(leafContaining: place).leafRange.lowerBound)]
    return items(of: entry).compactMap { number, isInside in
      isInside || areas[number].contains(place) ? number : nil
    }
  }

  private func items(of entry: UInt32) -> [(number: Int, isInside: Bool)] {
    guard entry & Entry.isList != 0 else { return entry == Entry.nothing ? [] : [(Int(entry) - 1, true)] }
    let start = Int(entry & ~Entry.isList)
    return lists[(start + 1)...(start + Int(lists[start]))].map { (Int($0 >> 1), $0 & 1 == 1) }
  }

  /// The cells of the cover of an area.
  func cover(of area: Int) -> [(cell: GeohashCell, isInside: Bool)] {
    var cells: [(cell: GeohashCell, isInside: Bool)] = []
    for (range, entry) in entries.enumerated() {
      guard let item = items(of: entry).first(where: { $0.number == area }) else { continue }
      let end = range + 1 < starts.count ? starts[range + 1] : 1 << 60
      var leaf = starts[range]
      // A range of leaves as the fewest cells that make it up.
      while leaf < end {
        var bits = leaf == 0 ? 60 : min(leaf.trailingZeroBitCount, 60)
        while leaf + (1 << UInt64(bits)) > end { bits -= 1 }
        cells.append((GeohashCell(leafNumber: leaf).parent(at: 60 - bits), item.isInside))
        leaf += 1 << UInt64(bits)
      }
    }
    return cells
  }

  var counts: (ranges: Int, boundary: Int) { (starts.count, entries.count { $0 & Entry.isList != 0 }) }
}
