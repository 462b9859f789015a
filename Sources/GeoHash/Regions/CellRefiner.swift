// SPDX-License-Identifier: Apache-2.0

/// A run of leaves that may hold members of a region.
package struct LeafRun: Hashable, Sendable {
  /// The leaves.
  package var leaves: ClosedRange<UInt64>
  /// No member in them is nearer.
  package var minimumMeters: Double

  package init(leaves: ClosedRange<UInt64>, minimumMeters: Double = 0) {
    self.leaves = leaves
    self.minimumMeters = minimumMeters
  }
}

/// Covers a region with runs of leaves as narrow as is worth it.
///
/// Unlike `Coverer` it does not bound the cells but serves whoever reads runs of them. In the first step all cells of one
/// level that the region's border runs through are split before any of the next. That ends when a cell is no larger than
/// `leastGap`, so that no gap worth a run more is left in it, or the cells become too many. Then the runs are joined by the
/// caller's rule. In the end only the two cells at the ends of each run are refined further, which narrows it for nothing.
package struct CellRefiner: Sendable {
  /// The most cells of the first step, but for the last split.
  package static let cells = 128
  private static let room = 400

  /// A gap of fewer leaves is not worth a run more.
  package var leastGap: Double
  /// An end of a run is not worth refining by fewer leaves.
  package var leastTrim: Double
  /// Whether the least distance of each run is wanted; otherwise it is 0.
  package var measuresDistances: Bool

  package init(leastGap: Double, leastTrim: Double, measuresDistances: Bool) {
    self.leastGap = leastGap
    self.leastTrim = leastTrim
    self.measuresDistances = measuresDistances
  }

  /// Covers a region and returns how many cells it took.
  ///
  /// - Parameters:
  ///   - join: Is called with each run of the covering, ascending, none touching the next: to join them as it likes.
  ///   - finish: Is called in the end with a function that narrows a joined run and measures its least distance.
  @specialized(where Shape == Circle, Cell == S2Cell)
  @specialized(where Shape == Circle, Cell == GeohashCell)
  @specialized(where Shape == RegionPart<Circle>, Cell == S2Cell)
  @specialized(where Shape == RegionPart<Circle>, Cell == GeohashCell)
  @specialized(where Shape == BoundingBox, Cell == S2Cell)
  @specialized(where Shape == BoundingBox, Cell == GeohashCell)
  package func cover<Shape: Region, Cell: GridCell>(
    _ region: Shape, by grid: Cell.Type, join: (ClosedRange<UInt64>) -> Void,
    finish: ((ClosedRange<UInt64>) -> LeafRun) -> Void
  ) -> Int {
    return cover(by: RegionProbe<Shape, Cell>(region: region), join, finish)
  }

  private func cover<Probe: CellProbe>(
    by probe: Probe, _ join: (ClosedRange<UInt64>) -> Void,
    _ finish: ((ClosedRange<UInt64>) -> LeafRun) -> Void
  ) -> Int {
    var cells: [Probe.Node] = []
    cells.reserveCapacity(Self.room)
    probe.start { cells.append($0) }
    guard !cells.isEmpty else { return 0 }
    while split(&cells, by: probe) {}
    var first = cells[0].firstLeaf
    for index in cells.indices {
      let last = cells[index].lastLeaf
      if index + 1 < cells.count, cells[index + 1].firstLeaf == last + 1 { continue }
      join(first...last)
      if index + 1 < cells.count { first = cells[index + 1].firstLeaf }
    }
    finish { narrowed($0, of: cells, by: probe) }
    return cells.count
  }

  /// Splits the cells of the border that are worth it; false when there are none, or no room.
  private func split<Probe: CellProbe>(_ cells: inout [Probe.Node], by probe: Probe) -> Bool {
    var splitting = 0
    for index in 0..<cells.count where isWorthSplitting(cells[index]) { splitting += 1 }
    // Of the children about half meet the region, so this is where the number of cells will be.
    let expected = cells.count + splitting * Probe.childCount / 2
    let most = cells.count + splitting * (Probe.childCount - 1)
    guard splitting > 0, expected <= Self.cells + 4 * Probe.childCount, cells.count + most <= Self.room else {
      return false
    }
    let count = cells.count
    var isRefined = false
    for index in 0..<count {
      let cell = cells[index]
      let before = cells.count
      if isWorthSplitting(cell) {
        for number in 0..<Probe.childCount {
          if let child = probe.child(number, of: cell) { cells.append(child) }
        }
      }
      // Not split; or its children are all apart from the region, by rounding at a border or as a region need not be
      // exact about large cells. Then it stays, and is no reason for another round.
      if cells.count == before { cells.append(cell) } else { isRefined = true }
    }
    cells.removeSubrange(..<count)
    return isRefined
  }

  private func isWorthSplitting(_ cell: some MetCell) -> Bool {
    !cell.isInside && Double(cell.lastOffset) > leastGap
  }

  /// A run narrowed to the region, with its least distance.
  private func narrowed<Probe: CellProbe>(
    _ leaves: ClosedRange<UInt64>, of cells: [Probe.Node], by probe: Probe
  ) -> LeafRun {
    var run = LeafRun(leaves: leaves)
    let (first, last) = (index(of: leaves.lowerBound, in: cells), index(of: leaves.upperBound, in: cells))
    if measuresDistances {
      var least = probe.nearness(of: cells[first])
      var index = first + 1
      while index <= last, least > 0 {
        least = min(least, probe.nearness(of: cells[index]))
        index += 1
      }
      run.minimumMeters = probe.meters(nearness: least)
    }
    var (low, high) = (run.leaves.lowerBound, run.leaves.upperBound)
    if cells[first].firstLeaf == low { low = outermost(cells[first], atEnd: false, by: probe).firstLeaf }
    if cells[last].lastLeaf == high { high = outermost(cells[last], atEnd: true, by: probe).lastLeaf }
    if low <= high { run.leaves = low...high }
    return run
  }

  /// The first or the last of a cell's descendants that meets the region.
  private func outermost<Probe: CellProbe>(
    _ cell: Probe.Node, atEnd: Bool, by probe: Probe
  ) -> Probe.Node {
    var cell = cell
    while !cell.isInside, Double(cell.lastOffset) > leastTrim {
      var number = 0
      var found: Probe.Node?
      while found == nil, number < Probe.childCount {
        found = probe.child(atEnd ? Probe.childCount - 1 - number : number, of: cell)
        number += 1
      }
      guard let found else { break }
      cell = found
    }
    return cell
  }

  /// The number of the cell that holds a leaf, or that of the next one.
  private func index(of leaf: UInt64, in cells: [some MetCell]) -> Int {
    var (low, high) = (0, cells.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if cells[middle].lastLeaf < leaf { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// The share of the globe's area for each leaf number about a region: cells of one level differ in area by a
/// factor of two (S2), or by the cosine of the latitude. A cell of about the region's size is taken for all.
package func areaSharePerLeaf<Cell: GridCell>(around region: some Region, by grid: Cell.Type) -> Double {
  let bitsPerLevel = Cell.childCount.trailingZeroBitCount
  let times = 1 / max(region.areaShare * Double(Cell.roots.count), 1e-15)
  let level = min(max(Int(times.exponent) / bitsPerLevel, 0), Cell.levels.upperBound * 2 / 3)
  let cell = Cell(leafContaining: region.anchor).parent(at: level)
  let leaves = cell.leafRange
  return cell.areaShare / (Double(leaves.upperBound - leaves.lowerBound) + 1)
}
