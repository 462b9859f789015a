// SPDX-License-Identifier: Apache-2.0

/// How a region lies to a cell. When it is not certain, the answer is `boundary`.
public enum CellRelation: Hashable, Sendable {
  /// They share no point.
  case disjoint
  /// They may share points.
  case boundary
  /// Every point of the cell is in the region.
  case inside
}

/// A cell of a grid that divides the globe again and again: an S2 cell or a prefix of a geohash.
///
/// The finest cells, the leaves, are numbered along a curve, so that each cell is one run of leaf numbers and
/// its children divide that run in their order.
public protocol GridCell: Hashable, Comparable, Sendable {
  /// The levels from the coarsest to the leaves.
  static var levels: ClosedRange<Int> { get }
  /// The coarsest cells, in the order of their leaves.
  static var roots: [Self] { get }
  /// How many children a cell has that is not a leaf.
  static var childCount: Int { get }

  /// The leaf cell that contains a place.
  init(leafContaining coordinate: Coordinate)

  /// How often the globe has been divided.
  var level: Int { get }
  /// The leaves of the cell.
  var leafRange: ClosedRange<UInt64> { get }
  /// The child of that number, 0 ..< `childCount`, in the order of the leaves; the cell must not be a leaf.
  func child(_ number: Int) -> Self
  /// The cell of that level that contains this one; `level` must not exceed the cell's own.
  func parent(at level: Int) -> Self

  /// A place of the cell: its middle.
  var center: Coordinate { get }
  /// A box that contains the cell.
  var bounds: BoundingBox { get }
  /// The cell's share of the globe's area, 0 … 1.
  var areaShare: Double { get }

  /// Bounds of the squared chord from a place to the points of the cell: at least the least, at most the greatest.
  ///
  /// They are exact but for rounding (chords to 4e-15, 25 nm on the earth); when the place is in the cell, the lower
  /// one is 0 but for that.
  func squaredChords(from place: UnitVector) -> (minimum: Double, maximum: Double)
}

extension GridCell {
  /// Sorts cells by their leaves; a cell comes before the cells it contains.
  public static func < (a: Self, b: Self) -> Bool {
    let (a, b) = (a.leafRange, b.leafRange)
    return a.lowerBound != b.lowerBound ? a.lowerBound < b.lowerBound : a.upperBound > b.upperBound
  }

  /// Whether `other` is this cell or lies within it.
  public func contains(_ other: Self) -> Bool {
    leafRange.contains(other.leafRange.lowerBound) && leafRange.contains(other.leafRange.upperBound)
  }
}
