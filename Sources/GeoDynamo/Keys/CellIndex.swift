// SPDX-License-Identifier: Apache-2.0

import GeoHash

/// One of a table's indexes of cells: it partitions a collection by the cells of one level and sorts by leaf cell.
public struct CellIndex: Hashable, Sendable {
  /// Its number: the place of its level in the table's settings.
  public let number: Int
  /// The grid of its cells.
  public let grid: TableSettings.Grid
  /// The level of the cells that are its partitions.
  public let level: Int

  init(_ number: Int, of settings: TableSettings) {
    self.number = number
    grid = settings.grid
    level = settings.partitionLevels[number]
  }

  /// Its name among a DynamoDB table's indexes: `cells0`.
  package var name: String { "cells\(number)" }

  /// The partition of the objects of a collection in the cell over a leaf: `<collection>#<cell>`.
  package func partitionKey(overLeaf leaf: UInt64, of collection: CollectionName) -> UTF8String {
    switch grid {
    case .s2: UTF8String("\(collection)#\(Self.s2Leaf(leaf).parent(at: level).token)")
    case .geohash: UTF8String("\(collection)#\(Self.geohash(leaf).text.prefix(level / 5))")
    }
  }

  /// The sort key of objects in a leaf: fixed-width text that sorts like the leaf's number.
  package func sortKey(ofLeaf leaf: UInt64) -> UTF8String {
    switch grid {
    case .s2: UTF8String(Self.s2Leaf(leaf).token)  // a leaf's token has all 16 digits
    case .geohash: UTF8String(Self.geohash(leaf).text)
    }
  }

  /// The leaves of the partition over a leaf.
  package func leaves(ofPartitionOver leaf: UInt64) -> ClosedRange<UInt64> {
    let bits = grid == .s2 ? UInt64(2 * (30 - level)) : UInt64(60 - level)
    let low: UInt64 = (1 << bits) - 1
    return leaf & ~low...leaf | low
  }

  private static func s2Leaf(_ leaf: UInt64) -> S2Cell {
    // Every leaf number of the grid has a cell.
    try! S2Cell(id: leaf << 1 | 1)
  }

  private static func geohash(_ leaf: UInt64) -> Geohash {
    Geohash(GeohashCell(leafNumber: leaf))!
  }
}

extension TableSettings {
  /// The table's indexes of cells, by number.
  package var indexes: [CellIndex] { partitionLevels.indices.map { CellIndex($0, of: self) } }
}
