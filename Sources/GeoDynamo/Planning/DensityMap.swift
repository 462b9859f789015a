// SPDX-License-Identifier: Apache-2.0

import GeoHash
import Synchronization

/// How densely a collection's objects lie, learned from what queries read.
///
/// Each query leaves what it read in the cell of about its own size, so that a city and the country about it are told
/// apart. An entry moves a quarter of the way to every new observation. Beside them, coarser cells know what
/// queries within them have seen, for places where nobody has asked before. At most 4,096 cells of either kind are kept; when
/// there are more, the half not used for longest is forgotten.
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
    var uses: UInt64 = 0
  }

  private static let capacity = 4096
  private let state = Mutex(State())

  /// The objects there would be if all of the globe were as dense as this cell; nil where nothing is known.
  func rowsPerGlobe(in cell: DensityCell) -> Double? {
    state.withLock { state in
      state.uses += 1
      state.entries[cell]?.lastUse = state.uses
      return state.entries[cell]?.rowsPerGlobe
    }
  }

  /// Takes note of `rows` in a share of the globe's area in or about a cell.
  func learn(rows: Double, areaShare: Double, in cell: DensityCell) {
    guard areaShare > 0 else { return }
    state.withLock { state in
      state.uses += 1
      let seen = rows / areaShare
      let known = state.entries[cell]?.rowsPerGlobe
      state.entries[cell] = Entry(
        rowsPerGlobe: known.map { $0 + (seen - $0) / 4 } ?? seen, lastUse: state.uses)
      if state.entries.count > Self.capacity { Self.forget(\.lastUse, &state.entries) }
    }
  }

  /// Takes note of what a query saw, for queries of places nearby that nothing else is known of.
  func hint(rows: Double, areaShare: Double, around place: Coordinate, by grid: TableSettings.Grid) {
    guard areaShare > 0 else { return }
    state.withLock { state in
      state.uses += 1
      for share in Self.hintShares where share > areaShare {
        let cell = DensityCell(holding: place, areaShare: share, by: grid)
        // Sums, that a small area with somebody in it does not pass for a crowd; older ones fade.
        let old = state.hints[cell] ?? Hint()
        state.hints[cell] = Hint(
          rows: old.rows * 0.75 + rows, areaShare: old.areaShare * 0.75 + areaShare, lastUse: state.uses)
      }
      if state.hints.count > Self.capacity { Self.forget(\.lastUse, &state.hints) }
    }
  }

  /// What queries about a place have seen, the nearest of them first; nil where there were none.
  func hintedRowsPerGlobe(around place: Coordinate, areaShare: Double, by grid: TableSettings.Grid) -> Double?
  {
    state.withLock { state in
      for share in Self.hintShares where share > areaShare {
        let cell = DensityCell(holding: place, areaShare: share, by: grid)
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

/// A cell to which a density belongs.
struct DensityCell: Hashable, Sendable {
  /// Its leaves.
  let leaves: ClosedRange<UInt64>
  /// Its share of the globe's area.
  let areaShare: Double

  /// The cell of about the size of a share of the globe's area that holds a place.
  init(holding place: Coordinate, areaShare: Double, by grid: TableSettings.Grid) {
    switch grid {
    case .s2: self.init(S2Cell(leafContaining: place), areaShare)
    case .geohash: self.init(GeohashCell(leafContaining: place), areaShare)
    }
  }

  private init<Cell: GridCell>(_ leaf: Cell, _ share: Double) {
    let bits = Cell.childCount.trailingZeroBitCount
    let times = 1 / max(share * Double(Cell.roots.count), 1e-12)
    let cell = leaf.parent(at: min(max(Int(times.exponent) / bits, 0), 30 / bits))
    leaves = cell.leafRange
    areaShare = cell.areaShare
  }

  /// Cells differ by their leaves.
  static func == (a: DensityCell, b: DensityCell) -> Bool { a.leaves == b.leaves }

  /// Hashes the leaves.
  func hash(into hasher: inout Hasher) { hasher.combine(leaves) }
}
