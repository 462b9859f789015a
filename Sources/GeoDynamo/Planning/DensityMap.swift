// SPDX-License-Identifier: Apache-2.0

import GeoHash
import Synchronization

/// How densely a collection's objects lie, learned from what queries read.
///
/// Each query leaves what it read in the cell of about its own size, so that a city and the country about it are told
/// apart. An entry moves towards each new observation, by as much as the observation tells of the cell and at most a quarter of
/// the way. Where a store keeps no counts, coarser cells know besides what queries within them have seen, for places where nobody
/// has asked before. At most 65,536 cells of either kind are kept, 32 to 64 bytes each; when there are more, the half not used for longest is
/// forgotten.
final class DensityMap: Sendable {
  private struct Entry {
    var rowsPerGlobe: Double
    var lastUse: UInt64
  }

  private struct Hint {
    var rows = 0.0
    var areaShare = 0.0
    var lastUse: UInt64 = 0
  }

  private struct State {
    var entries: [DensityCell: Entry] = [:]
    /// Of coarser cells: what queries of any smaller size have seen there.
    var hints: [DensityCell: Hint] = [:]
    /// Whether the store counts, so that nobody asks for hints.
    var isCounted = false
    var uses: UInt64 = 0
  }

  private static let capacity = 65_536
  private let state = Mutex(State())

  /// The objects there would be if all of the globe were as dense as this cell; nil where nothing is known.
  func rowsPerGlobe(in cell: DensityCell) -> Double? {
    state.withLock { state in
      guard let entry = state.entries[cell] else { return nil }
      return entry.rowsPerGlobe
    }
  }

  /// Takes note of `rows` in a share of the globe's area in or about a cell.
  ///
  /// - Parameter prior: What was believed of the cell, if it is not known: the less of it is seen the more that counts.
  func learn(rows: Double, areaShare: Double, in cell: DensityCell, prior: Double? = nil) {
    guard areaShare > 0 else { return }
    let seen = rows / areaShare
    let seenOfCell = min(areaShare / cell.meanAreaShare, 1)
    state.withLock { state in
      state.uses += 1
      let use = state.uses
      let isNew = Self.change(&state.entries[cell]) { entry in
        entry.rowsPerGlobe += (seen - entry.rowsPerGlobe) * min(seenOfCell, 0.25)
        entry.lastUse = use
      } orMake: {
        Entry(rowsPerGlobe: prior.map { $0 + (seen - $0) * seenOfCell } ?? seen, lastUse: use)
      }
      if isNew, state.entries.count > Self.capacity { Self.forget(\.lastUse, &state.entries) }
    }
  }

  /// Changes a value in place, or makes it; whether it was made.
  private static func change<Value>(
    _ value: inout Value?, _ change: (inout Value) -> Void, orMake make: () -> Value
  ) -> Bool {
    guard value != nil else {
      value = make()
      return true
    }
    change(&value!)
    return false
  }

  /// Takes note that the store keeps counts.
  func noteCounts() {
    state.withLock { $0.isCounted = true }
  }

  /// Takes note of what a query saw, for queries of places nearby that nothing else is known of.
  func hint(rows: Double, areaShare: Double, aroundLeaf leaf: UInt64, by grid: TableSettings.Grid) {
    guard areaShare > 0 else { return }
    state.withLock { state in
      if state.isCounted { return }
      state.uses += 1
      for share in Self.hintShares where share > areaShare {
        let cell = DensityCell(holdingLeaf: leaf, areaShare: share, by: grid)
        // Sums, that a small area with somebody in it does not pass for a crowd; older ones fade.
        let old = state.hints[cell] ?? Hint()
        state.hints[cell] = Hint(
          rows: old.rows * 0.75 + rows, areaShare: old.areaShare * 0.75 + areaShare, lastUse: state.uses)
      }
      if state.hints.count > Self.capacity { Self.forget(\.lastUse, &state.hints) }
    }
  }

  /// What queries about a place have seen, the nearest of them first; nil where there were none.
  func hintedRowsPerGlobe(aroundLeaf leaf: UInt64, areaShare: Double, by grid: TableSettings.Grid) -> Double?
  {
    state.withLock { state in
      for share in Self.hintShares where share > areaShare {
        let cell = DensityCell(holdingLeaf: leaf, areaShare: share, by: grid)
        if let hint = state.hints[cell] { return hint.rows / hint.areaShare }
      }
      return nil
    }
  }

  /// Cells of about 20, 80, 320, 1,300 and 5,000 km edge.
  private static let hintShares = (0..<5).map { 0.05 / Double(1 << (4 * (4 - $0))) }

  private static func forget<Value>(
    _ lastUse: (Value) -> UInt64, _ entries: inout [DensityCell: Value]
  ) {
    let middle = entries.values.map(lastUse).sorted()[capacity / 2]
    entries = entries.filter { lastUse($0.value) > middle }
  }
}

/// A cell to which a density belongs, 1.2 km across or more: a smaller one would rest on too few objects.
struct DensityCell: Hashable, Sendable {
  private static let finestS2Level = 13
  private static let finestGeohashLevel = 28

  /// The number of its first leaf.
  private let firstLeaf: UInt64
  /// How many low bits of a leaf's number lie within the cell.
  private let leafBits: UInt8
  private let grid: TableSettings.Grid

  /// The cell of about the size of a share of the globe's area that holds a leaf.
  init(holdingLeaf leaf: UInt64, areaShare: Double, by grid: TableSettings.Grid) {
    switch grid {
    case .s2:
      let times = 1 / max(areaShare * 6, 1e-12)
      let level = min(max(Int(times.exponent) / 2, 0), Self.finestS2Level)
      leafBits = UInt8(2 * (S2Cell.levels.upperBound - level))
    case .geohash:
      let times = 1 / max(areaShare, 1e-12)
      let level = min(max(Int(times.exponent), 0), Self.finestGeohashLevel)
      leafBits = UInt8(GeohashCell.levels.upperBound - level)
    }
    firstLeaf = leaf & ~((1 << UInt64(leafBits)) - 1)
    self.grid = grid
  }

  /// Its leaves.
  var leaves: ClosedRange<UInt64> { firstLeaf...firstLeaf | ((1 << UInt64(leafBits)) - 1) }

  /// The share of the globe's area that cells of its level have on average.
  var meanAreaShare: Double {
    switch grid {
    case .s2:
      Double(sign: .plus, exponent: Int(leafBits) - 2 * S2Cell.levels.upperBound, significand: 1.0 / 6)
    case .geohash:
      Double(sign: .plus, exponent: Int(leafBits) - GeohashCell.levels.upperBound, significand: 1)
    }
  }

  /// Its own share of the globe's area.
  var areaShare: Double {
    switch grid {
    case .s2:
      // Every leaf number of the grid has a cell.
      try! S2Cell(id: firstLeaf << 1 | 1).parent(at: S2Cell.levels.upperBound - Int(leafBits) / 2).areaShare
    case .geohash:
      GeohashCell(leafNumber: firstLeaf).parent(at: GeohashCell.levels.upperBound - Int(leafBits)).areaShare
    }
  }

  /// Cells of one grid differ by their leaves.
  static func == (a: DensityCell, b: DensityCell) -> Bool {
    a.firstLeaf == b.firstLeaf && a.leafBits == b.leafBits
  }

  /// Hashes the leaves.
  func hash(into hasher: inout Hasher) { hasher.combine(firstLeaf | UInt64(leafBits)) }
}
