// SPDX-License-Identifier: Apache-2.0

public import GeoHash

/// About how many objects a region holds, by the store's counts of coarse cells.
public struct CountEstimate: Hashable, Sendable {
  /// The likeliest number: a cell that the border runs through has the share of its objects that the region has of its area.
  public var count: Int
  /// There are no fewer: the objects of the cells inside.
  public var atLeast: Int
  /// There are no more: the objects of all cells that meet the region.
  public var atMost: Int
  /// How many counts it rests on.
  public var cells: Int
}

/// A cell of a heatmap.
public struct HeatmapCell: Hashable, Sendable {
  /// The cell's leaves, of the grid of the table's settings.
  public var leaves: ClosedRange<UInt64>
  /// How many objects it holds, also beside the region that was asked for.
  public var count: Int
}

extension GeoIndex {
  /// About how many objects a region holds, without reading any.
  ///
  /// - Returns: nil when the store keeps no counts.
  public func estimatedCount(in region: any Region) async throws -> CountEstimate? {
    // What the store counts is not what a viewer may see.
    guard viewer == nil else { return nil }
    return switch settings.grid {
    case .s2: try await estimate(region, by: S2Cell.self)
    case .geohash: try await estimate(region, by: GeohashCell.self)
    }
  }

  private func estimate<Cell: GridCell>(
    _ region: any Region, by grid: Cell.Type
  ) async throws -> CountEstimate? {
    guard let counted = try await counts(meeting: region, by: grid) else { return nil }
    var estimate = CountEstimate(count: 0, atLeast: 0, atMost: 0, cells: counted.count)
    var likely = 0.0
    let borders = counted.count { $0.relation == .boundary }
    // So many parts of each cell of the border that all of them are looked at within a fraction of a second.
    let parts = min(max(32_768 / max(borders, 1), 16), 512)
    for cell in counted {
      estimate.atMost += cell.count
      if cell.relation == .inside {
        estimate.atLeast += cell.count
        likely += Double(cell.count)
      } else {
        likely += Double(cell.count) * Self.share(of: cell.cell, in: region, parts: parts)
      }
    }
    estimate.count = Int(likely.rounded())
    return estimate
  }

  /// The counted cells that meet a region and hold objects; nil when the store keeps no counts.
  func counts<Cell: GridCell>(
    meeting region: any Region, by grid: Cell.Type
  ) async throws -> [(cell: Cell, count: Int, relation: CellRelation)]? {
    var found: [(cell: Cell, count: Int, relation: CellRelation)] = []
    for leaves in leafRuns(of: region, alignedTo: CellCount.leafBits) {
      guard let counts = try await store.counts(of: collection, in: leaves) else { return nil }
      for count in counts {
        guard let cell = CellDecomposition<Cell>(of: count.leaves).cells.first else { continue }
        let relation = region.relation(to: cell)
        if relation != .disjoint { found.append((cell, count.count, relation)) }
      }
    }
    return found
  }

  /// The runs of a covering, ascending, made wider until each holds only whole cells of so many bits of leaves.
  func leafRuns(of region: any Region, alignedTo bits: UInt64) -> [ClosedRange<UInt64>] {
    // As fine as sixteen ranges allow, since what they hold beside the region is only looked at.
    let plan = planner.plan(for: region, rowsPerGlobe: 1e9, isOrdered: false)
    let low: UInt64 = (1 << bits) - 1
    var runs: [ClosedRange<UInt64>] = []
    for range in plan.ranges.sorted(by: { $0.leaves.lowerBound < $1.leaves.lowerBound }) {
      let run = range.leaves.lowerBound & ~low...range.leaves.upperBound | low
      if let last = runs.last, run.lowerBound <= last.upperBound {
        runs[runs.count - 1] = last.lowerBound...max(last.upperBound, run.upperBound)
      } else {
        runs.append(run)
      }
    }
    return runs
  }

  /// The share of a cell's area that a region has, by halving the cells of its border as long as there are few enough.
  private static func share<Cell: GridCell>(of cell: Cell, in region: any Region, parts: Int) -> Double {
    var border = [cell]
    var inside = 0.0
    var part = 1.0
    while let first = border.first, first.level < Cell.levels.upperBound,
      border.count * Cell.childCount <= parts
    {
      part /= Double(Cell.childCount)
      var next: [Cell] = []
      for cell in border {
        for number in 0..<Cell.childCount {
          let child = cell.child(number)
          switch region.relation(to: child) {
          case .inside: inside += part
          case .boundary: next.append(child)
          case .disjoint: continue
          }
        }
      }
      // A point is in no cell's inside: what is left of it is too little to count.
      if part < 1e-12 { return inside }
      border = next
    }
    return inside + Double(border.count) * part / 2
  }
}
