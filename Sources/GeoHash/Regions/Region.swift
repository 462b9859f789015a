// SPDX-License-Identifier: Apache-2.0

/// A part of the globe that can be covered by cells and asked for its points. A shape is one type that conforms.
///
/// `contains` decides. The relation to cells only preselects, and must be safe: a cell called `disjoint` holds no
/// point that the region contains, one called `inside` only such points. In doubt the answer is `boundary`.
public protocol Region: Sendable {
  /// A box that contains the region.
  var bounds: BoundingBox { get }

  /// Whether the region contains a place, its border included.
  func contains(_ coordinate: Coordinate) -> Bool

  /// How the region lies to a cell.
  func relation<Cell: GridCell>(to cell: Cell) -> CellRelation
}
