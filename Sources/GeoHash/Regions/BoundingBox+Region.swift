// SPDX-License-Identifier: Apache-2.0

extension BoundingBox: Region {
  /// The box itself.
  public var bounds: BoundingBox { self }

  /// How the box lies to a cell, judged by the cell's own bounding box.
  public func relation<Cell: GridCell>(to cell: Cell) -> CellRelation {
    relation(to: cell.bounds)
  }
}
