// SPDX-License-Identifier: Apache-2.0

public import GeoHash

extension GeoIndex {
  /// How many objects each cell of a level holds that meets a region, ascending by leaves, without empty ones.
  ///
  /// Levels up to those of the store's counts (S2 level 10, geohashes of four characters) are answered by them and read
  /// no objects; finer ones, and stores without counts, read the rows of all the cells.
  ///
  /// - Parameters:
  ///   - region: Any shape; the cells that meet it are counted whole.
  ///   - level: The cells' level in the grid of the table's settings; for geohashes in bits, five for each character.
  ///   - options: Only the budget counts, and only where rows are read.
  /// - Throws: `GeometryError.level`; `BudgetError`; `StoreError`.
  public func heatmap(
    of region: any Region, level: Int, options: QueryOptions = QueryOptions()
  ) async throws -> [HeatmapCell] {
    switch settings.grid {
    case .s2: try await heatmap(of: region, level, by: S2Cell.self, options)
    case .geohash: try await heatmap(of: region, level, by: GeohashCell.self, options)
    }
  }

  private func heatmap<Cell: GridCell>(
    of region: any Region, _ level: Int, by grid: Cell.Type, _ options: QueryOptions
  ) async throws -> [HeatmapCell] {
    guard Cell.levels.contains(level) else { throw GeometryError.level(level, allowed: Cell.levels) }
    let bits = UInt64(Cell.childCount.trailingZeroBitCount * (Cell.levels.upperBound - level))
    let runs = leafRuns(of: region, alignedTo: bits)
    let counted = bits >= CellCount.leafBits ? try await countedCells(in: runs, shift: bits) : nil
    let sums =
      if let counted { counted } else {
        try await readHeatmap(runs, of: region, shift: bits, by: grid, options)
      }
    return sums.sorted { $0.key < $1.key }.compactMap { number, count in
      let leaves = number << bits...(number << bits | ((1 << bits) - 1))
      guard let cell = CellDecomposition<Cell>(of: leaves).cells.first, region.relation(to: cell) != .disjoint
      else { return nil }
      return HeatmapCell(leaves: leaves, count: count)
    }
  }

  /// The sums of the store's counts; nil when it keeps none.
  private func countedCells(
    in runs: [ClosedRange<UInt64>], shift bits: UInt64
  ) async throws -> [UInt64: Int]? {
    var sums: [UInt64: Int] = [:]
    for leaves in runs {
      guard let counts = try await store.counts(of: collection, in: leaves) else { return nil }
      for count in counts { sums[count.cell >> (bits - CellCount.leafBits), default: 0] += count.count }
    }
    return sums
  }

  private func readHeatmap<Cell: GridCell>(
    _ runs: [ClosedRange<UInt64>], of region: any Region, shift bits: UInt64, by grid: Cell.Type,
    _ options: QueryOptions
  ) async throws -> [UInt64: Int] {
    let density = try await density(
      of: region, aroundLeaf: settings.leaf(of: region.anchor), holding: nil)
    let plan = planner.plan(for: region, rowsPerGlobe: density.rowsPerGlobe, isOrdered: false)
    try options.budget.check(plan, unit: store.prices.unit)
    var counter = CellCounter<Cell>(shift: bits, readsAreSnapshots: store.readsAreSnapshots)
    let ranges = runs.flatMap { run in
      store.rangesSpanPartitions ? [run] : planner.partitions(of: run)
    }
    _ = try await store.read(
      ranges.map { IndexRange(leaves: $0, minimumDistanceMeters: 0) }, of: collection,
      index: settings.indexes[0],
      into: &counter)
    return counter.sums
  }
}

/// Counts rows by the cell that they lie in.
private struct CellCounter<Cell: GridCell>: IndexRowConsumer {
  private let shift: UInt64
  private var counted: [UInt64: Int] = [:]
  /// Who has been seen, and in which cell; nil where reads are snapshots.
  private var seen: Sightings<UInt64>?

  /// How many there are in each cell that has any, by its number.
  var sums: [UInt64: Int] {
    guard let seen else { return counted }
    return seen.last.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  init(shift: UInt64, readsAreSnapshots: Bool) {
    self.shift = shift
    seen = readsAreSnapshots ? nil : Sightings()
  }

  mutating func take(_ row: IndexRow, id: RawSpan, attributes: RawSpan) throws {
    let place = Coordinate(uncheckedLatitude: row.latitude, longitude: row.longitude)
    let cell = Cell(leafContaining: place).leafRange.lowerBound >> shift
    if seen != nil {
      _ = seen!.note(row, id: id, with: cell)
    } else {
      counted[cell, default: 0] += 1
    }
  }

  mutating func finishRange(at position: Int) -> Bool { true }
}
