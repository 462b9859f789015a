// SPDX-License-Identifier: Apache-2.0

/// A run of leaves that may hold members of a region.
package struct LeafRun: Hashable, Sendable {
  /// The leaves.
  package var leaves: ClosedRange<UInt64>
  /// The share of the globe's area in them, but for a few hundredths.
  package var areaShare: Double
  /// No member in them is nearer.
  package var minimumMeters: Double

  package init(leaves: ClosedRange<UInt64>, areaShare: Double, minimumMeters: Double) {
    self.leaves = leaves
    self.areaShare = areaShare
    self.minimumMeters = minimumMeters
  }
}

/// Covers a region with cells as fine as is worth it, in the order of their leaves.
///
/// All cells of one level that the region's border runs through are split before any of the next. That ends when a cell
/// is smaller than `leastAreaShare`, or the cells become too many. Unlike `Coverer` it is told what a cell is worth, and
/// does not bound the cells but what they cost: runs of them are what a store reads.
package struct CellRefiner: Sendable {
  /// About how many cells there may be: fewer than this before the last split.
  package var cells: Int
  /// Cells of no more than this share of the globe's area are not split.
  package var leastAreaShare: Double
  /// Whether the least distance of each run is wanted; otherwise it is 0.
  package var measuresDistances: Bool

  package init(cells: Int, leastAreaShare: Double, measuresDistances: Bool) {
    self.cells = cells
    self.leastAreaShare = leastAreaShare
    self.measuresDistances = measuresDistances
  }

  /// The runs of the region's covering, ascending, none touching the next, and how many cells they are of.
  @specialized(where Shape == Circle, Cell == S2Cell)
  @specialized(where Shape == Circle, Cell == GeohashCell)
  @specialized(where Shape == RegionPart<Circle>, Cell == S2Cell)
  @specialized(where Shape == RegionPart<Circle>, Cell == GeohashCell)
  @specialized(where Shape == BoundingBox, Cell == S2Cell)
  @specialized(where Shape == BoundingBox, Cell == GeohashCell)
  package func runs<Shape: Region, Cell: GridCell>(
    of region: Shape, by grid: Cell.Type
  ) -> (runs: [LeafRun], cells: Int) {
    var frontier: [Cell] = []
    var isInside: [Bool] = []
    for root in Cell.roots { Self.append(root, meeting: region, to: &frontier, &isInside) }
    if frontier.isEmpty { return ([], 0) }
    let share = Self.areaSharePerLeaf(around: region, by: grid)
    var next: [Cell] = []
    var nextIsInside: [Bool] = []
    while true {
      let splitting = frontier.indices.count { !isInside[$0] && isWorthSplitting(frontier[$0], share) }
      // Of the children about half meet the region, so this is where the number of cells will be.
      guard splitting > 0, frontier.count + splitting * Cell.childCount / 2 <= cells + 4 * Cell.childCount
      else {
        break
      }
      next.removeAll(keepingCapacity: true)
      nextIsInside.removeAll(keepingCapacity: true)
      for (index, cell) in frontier.enumerated() {
        let before = next.count
        let isSplit = !isInside[index] && isWorthSplitting(cell, share)
        if isSplit {
          for number in 0..<Cell.childCount {
            Self.append(cell.child(number), meeting: region, to: &next, &nextIsInside)
          }
        }
        if next.count == before {
          // Where rounding at a border makes all children seem apart from the region, the cell stays and is not asked again.
          next.append(cell)
          nextIsInside.append(isInside[index] || isSplit)
        }
      }
      swap(&frontier, &next)
      swap(&isInside, &nextIsInside)
    }
    return (runs(of: frontier, region, share), frontier.count)
  }

  private func isWorthSplitting<Cell: GridCell>(_ cell: Cell, _ sharePerLeaf: Double) -> Bool {
    guard cell.level < Cell.levels.upperBound else { return false }
    let leaves = cell.leafRange
    return Double(leaves.upperBound - leaves.lowerBound) * sharePerLeaf > leastAreaShare
  }

  private func runs<Shape: Region, Cell: GridCell>(
    of cells: [Cell], _ region: Shape, _ sharePerLeaf: Double
  ) -> [LeafRun] {
    var runs: [LeafRun] = []
    runs.reserveCapacity(cells.count)
    for cell in cells {
      let leaves = cell.leafRange
      let minimum = measuresDistances ? region.meters(to: cell).minimum : 0
      let share = (Double(leaves.upperBound - leaves.lowerBound) + 1) * sharePerLeaf
      if let last = runs.last, last.leaves.upperBound + 1 == leaves.lowerBound {
        runs[runs.count - 1] = LeafRun(
          leaves: last.leaves.lowerBound...leaves.upperBound, areaShare: last.areaShare + share,
          minimumMeters: min(last.minimumMeters, minimum))
      } else {
        runs.append(LeafRun(leaves: leaves, areaShare: share, minimumMeters: minimum))
      }
    }
    return runs
  }

  private static func append<Shape: Region, Cell: GridCell>(
    _ cell: Cell, meeting region: Shape, to cells: inout [Cell], _ isInside: inout [Bool]
  ) {
    let relation = region.relation(to: cell)
    guard relation != .disjoint else { return }
    cells.append(cell)
    isInside.append(relation == .inside)
  }

  /// The share of the globe's area for each leaf number about the region: cells of one level differ in area by a
  /// factor of two (S2), or by the cosine of the latitude. A cell of about the region's size is taken for all.
  private static func areaSharePerLeaf<Shape: Region, Cell: GridCell>(
    around region: Shape, by grid: Cell.Type
  ) -> Double {
    let bitsPerLevel = Cell.childCount.trailingZeroBitCount
    let times = 1 / max(region.areaShare * Double(Cell.roots.count), 1e-15)
    let level = min(max(Int(times.exponent) / bitsPerLevel, 0), Cell.levels.upperBound * 2 / 3)
    let cell = Cell(leafContaining: region.bounds.center).parent(at: level)
    let leaves = cell.leafRange
    return cell.areaShare / (Double(leaves.upperBound - leaves.lowerBound) + 1)
  }
}
