// SPDX-License-Identifier: Apache-2.0

import GeoHash

/// Turns a region into ranges of index keys. Pure and synchronous.
struct QueryPlanner: Sendable {
  /// The table's settings: grid and partition levels.
  var settings: TableSettings
  /// Whether a range may span partitions (`IndexReader.rangesSpanPartitions`).
  var rangesSpanPartitions: Bool
  /// The most cells of a covering. At sixteen a covering has half again the circle's area, in seven ranges or so.
  var maximumCells = 16

  /// The plan for the objects within a circle, nearest first.
  ///
  /// - Parameter distanceMeters: Cells wholly nearer than this are left out: an earlier page has read them.
  func plan(for circle: Circle, beyond distanceMeters: Double = 0) -> QueryPlan {
    switch settings.grid {
    case .s2: plan(for: circle, beyond: distanceMeters, by: S2Cell.self)
    case .geohash: plan(for: circle, beyond: distanceMeters, by: GeohashCell.self)
    }
  }

  private func plan<Cell: GridCell>(
    for circle: Circle, beyond nearest: Double, by grid: Cell.Type
  ) -> QueryPlan {
    let origin = UnitVector(circle.center)
    let covering = Coverer(maximumCells: maximumCells).covering(of: circle, by: grid)
    var ranges: [IndexRange] = []
    for cell in covering.map(\.cell) {
      let (minimum, maximum) = cell.meters(from: origin)
      guard maximum >= nearest else { continue }
      let leaves = cell.leafRange
      if let last = ranges.last, last.leaves.upperBound + 1 == leaves.lowerBound {
        ranges[ranges.count - 1] = IndexRange(
          leaves: last.leaves.lowerBound...leaves.upperBound,
          minimumDistanceMeters: min(last.minimumDistanceMeters, minimum))
      } else {
        ranges.append(IndexRange(leaves: leaves, minimumDistanceMeters: minimum))
      }
    }
    let index = rangesSpanPartitions ? 0 : partitionIndex(for: circle, by: grid)
    if !rangesSpanPartitions {
      let shift = Self.leafBits(belowLevel: settings.partitionLevels[index], of: grid)
      ranges = ranges.flatMap { Self.split($0, everyPowerOfTwo: shift) }
    }
    ranges.sort {
      ($0.minimumDistanceMeters, $0.leaves.lowerBound) < ($1.minimumDistanceMeters, $1.leaves.lowerBound)
    }
    return QueryPlan(index: index, ranges: ranges, cells: covering.count)
  }

  /// The finest partition level whose cells are at least as wide as the circle, else the coarsest there is.
  private func partitionIndex<Cell: GridCell>(for circle: Circle, by grid: Cell.Type) -> Int {
    let levels = settings.partitionLevels
    let home = grid.init(leafContaining: circle.center)
    let fitting = levels.indices.filter { home.parent(at: levels[$0]).areaShare >= circle.areaShare }
    return fitting.max { levels[$0] < levels[$1] } ?? levels.indices.min { levels[$0] < levels[$1] }!
  }

  /// How many low bits of a leaf's number tell leaves of one cell of that level apart.
  private static func leafBits<Cell: GridCell>(belowLevel level: Int, of grid: Cell.Type) -> UInt64 {
    let range = grid.roots[0].leafRange
    var cell = grid.roots[0]
    while cell.level < level { cell = cell.child(0) }
    precondition(range.lowerBound == 0, "leaves are numbered from 0")
    return UInt64((cell.leafRange.upperBound + 1).trailingZeroBitCount)
  }

  /// The parts of a range between whole multiples of a power of two.
  private static func split(_ range: IndexRange, everyPowerOfTwo shift: UInt64) -> [IndexRange] {
    var parts: [IndexRange] = []
    var low = range.leaves.lowerBound
    while true {
      let high = min(low | ((1 << shift) - 1), range.leaves.upperBound)
      parts.append(IndexRange(leaves: low...high, minimumDistanceMeters: range.minimumDistanceMeters))
      if high == range.leaves.upperBound { return parts }
      low = high + 1
    }
  }
}
