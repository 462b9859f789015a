// SPDX-License-Identifier: Apache-2.0

import GeoHash

extension GeoIndex {
  /// One object for each square kilometre: what is assumed where nothing is known.
  private static let standardRowsPerGlobe = 510_065_621.0

  /// How densely the objects of a region lie, as far as is known before reading it.
  ///
  /// - Parameters:
  ///   - region: The region.
  ///   - leaf: The leaf of its anchor.
  ///   - count: How many objects are wanted from near to far; then the density about the region's middle counts, of an area that
  ///     holds about as many. nil when all of the region is.
  func density(of region: any Region, aroundLeaf leaf: UInt64, holding count: Int?) async throws -> Density {
    let whole = max(region.areaShare, 1e-12)
    guard let count else {
      let cell = DensityCell(holdingLeaf: leaf, areaShare: whole, by: settings.grid)
      if let known = densities.rowsPerGlobe(in: cell) {
        return Density(rowsPerGlobe: known, source: .learned)
      }
      // Within a coarse cell its count is all that the store knows: it is asked for once.
      let coarse = DensityCell(
        holdingLeaf: leaf, areaShare: max(whole, Self.countedAreaShare), by: settings.grid)
      if let density = try await density(of: coarse, aroundLeaf: leaf, holding: 0) { return density }
      let hint = densities.hintedRowsPerGlobe(aroundLeaf: leaf, areaShare: whole, by: settings.grid)
      return hint.map { Density(rowsPerGlobe: $0, source: .learned) }
        ?? Density(rowsPerGlobe: Self.standardRowsPerGlobe, source: .standard)
    }
    var share = min(whole, 1e-9)
    var cell = DensityCell(holdingLeaf: leaf, areaShare: share, by: settings.grid)
    while true {
      if let known = densities.rowsPerGlobe(in: cell), known * cell.meanAreaShare >= Double(count) / 2 {
        return Density(rowsPerGlobe: known, source: .learned)
      }
      guard share < whole else { break }
      share = min(share * 4, whole)
      cell = DensityCell(holdingLeaf: leaf, areaShare: share, by: settings.grid)
    }
    if let density = try await probedDensity(aroundLeaf: leaf) { return density }
    share = min(whole, Self.countedAreaShare)
    while true {
      let cell = DensityCell(holdingLeaf: leaf, areaShare: share, by: settings.grid)
      if let density = try await density(of: cell, aroundLeaf: leaf, holding: count) { return density }
      guard share < min(whole, 0.1) else { break }
      share = min(share * 64, whole)
    }
    // Nowhere are there as many: then what the widest cell holds.
    if let known = densities.rowsPerGlobe(
      in: DensityCell(holdingLeaf: leaf, areaShare: share, by: settings.grid))
    {
      return Density(rowsPerGlobe: known, source: .counted)
    }
    return Density(rowsPerGlobe: Self.standardRowsPerGlobe, source: .standard)
  }

  /// The density of the few dozen objects about a place; nil where the store does not look, or finds none there.
  private func probedDensity(aroundLeaf leaf: UInt64) async throws -> Density? {
    let index = settings.indexes.min { $0.level < $1.level }!
    guard let spread = try await store.spread(around: leaf, of: collection, index: index), spread.rows > 0
    else { return nil }
    let small = DensityCell(holdingLeaf: leaf, areaShare: 1e-9, by: settings.grid)
    let areaShare =
      spread.leaves * small.areaShare / Double(small.leaves.upperBound - small.leaves.lowerBound)
    let perGlobe = Double(spread.rows) / areaShare
    let cell = DensityCell(holdingLeaf: leaf, areaShare: areaShare, by: settings.grid)
    densities.learn(rows: perGlobe, areaShare: 1, in: cell)
    return Density(rowsPerGlobe: perGlobe, source: .probed)
  }

  /// The share of the globe's area of a cell that a store counts.
  private static let countedAreaShare = 1 / 6.0 / 1_048_576

  /// The density of a cell, if it is known and the cell holds so many objects.
  private func density(
    of cell: DensityCell, aroundLeaf leaf: UInt64, holding count: Int
  ) async throws -> Density? {
    if let known = densities.rowsPerGlobe(in: cell) {
      return known * cell.meanAreaShare >= Double(count)
        ? Density(rowsPerGlobe: known, source: .learned) : nil
    }
    guard let counts = try await store.counts(of: collection, in: cell.leaves) else { return nil }
    densities.noteCounts()
    let total = counts.reduce(0) { $0 + $1.count }
    // A cell finer than those counted has its part of them.
    let counted = max(cell.areaShare, counts.count == 1 ? Self.countedAreaShare : 0)
    // Where none is counted less than one is expected; 0 would make every plan look free.
    var perGlobe = max(Double(total), 0.25) / counted
    // Who asks is mostly where others are: about the middle it is denser than in all of a cell some kilometres wide.
    let middle = leaf >> CellCount.leafBits
    if counted < 16 * Self.countedAreaShare, let inner = counts.first(where: { $0.cell == middle }) {
      perGlobe = (perGlobe * Double(inner.count) / Self.countedAreaShare).squareRoot()
    }
    densities.learn(rows: perGlobe, areaShare: 1, in: cell)
    return total >= count ? Density(rowsPerGlobe: perGlobe, source: .counted) : nil
  }
}
