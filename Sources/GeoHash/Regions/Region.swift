// SPDX-License-Identifier: Apache-2.0

/// A part of the globe that can be covered by cells and asked for its points. A shape is one type that conforms.
///
/// `meters(toMemberAtLatitude:longitude:)` decides who is in and in which order. The relation to cells and the bounds
/// of distance only preselect, and must be safe: a cell called `disjoint` holds no point that the region contains,
/// one called `inside` only such points, and no member in a cell is nearer than the cell's `meters` say, or farther.
public protocol Region: Sendable {
  /// A box that contains the region.
  var bounds: BoundingBox { get }

  /// Where its members are densest or nearest, as far as its shape says: a centre, the middle of its box. Estimates of
  /// density are taken here.
  var anchor: Coordinate { get }

  /// Its share of the globe's area, 0 … 1, for estimates: exact or nearly so.
  var areaShare: Double { get }

  /// Numbers that tell the region from every other one of its type: the same in every process.
  var signature: [UInt64] { get }

  /// The distance that orders the members, in metres; nil for a place that is none. The border is included.
  ///
  /// It is measured from what the shape is about: a centre, a line, the middle of a box.
  func meters(toMemberAtLatitude latitude: Double, longitude: Double) -> Double?

  /// How the region lies to a cell. In doubt the answer is `boundary`.
  func relation<Cell: GridCell>(to cell: Cell) -> CellRelation

  /// Bounds in metres of the distance that orders members, over all points of a cell.
  func meters<Cell: GridCell>(to cell: Cell) -> (minimum: Double, maximum: Double)

  /// The members from a distance up to another, both included, as a region.
  func part(fromMeters: Double, toMeters: Double) -> any Region
}

extension Region {
  /// The middle of the box.
  public var anchor: Coordinate { bounds.center }

  /// The members from a distance up to another, both included.
  public func part(fromMeters: Double, toMeters: Double) -> any Region {
    RegionPart(whole: self, fromMeters: fromMeters, toMeters: toMeters)
  }

  /// Whether the region contains a place, its border included.
  public func contains(_ coordinate: Coordinate) -> Bool {
    meters(toMemberAtLatitude: coordinate.latitude, longitude: coordinate.longitude) != nil
  }
}
