// SPDX-License-Identifier: Apache-2.0

extension BoundingBox: Region {
  /// The box itself.
  public var bounds: BoundingBox { self }

  /// The share of the globe's area.
  public var areaShare: Double {
    let middle = Trigonometry.sineAndCosine(degrees: (south + north) / 2).cosine
    return middle * Trigonometry.sineAndCosine(degrees: (north - south) / 2).sine * width / 360
  }

  /// The edges, as bits.
  public var signature: [UInt64] { [south, west, north, east].map(\.bitPattern) }

  /// The distance from the middle of the box; nil outside of it.
  public func meters(toMemberAtLatitude latitude: Double, longitude: Double) -> Double? {
    let place = Coordinate(uncheckedLatitude: latitude, longitude: longitude)
    guard holds(place) else { return nil }
    return DistanceMeter(from: center).meters(toLatitude: latitude, longitude: longitude)
  }

  /// How the box lies to a cell, judged by the cell's own bounding box.
  public func relation<Cell: GridCell>(to cell: Cell) -> CellRelation {
    relation(to: cell.bounds)
  }

  /// Bounds of the distance from the middle of the box.
  public func meters<Cell: GridCell>(to cell: Cell) -> (minimum: Double, maximum: Double) {
    cell.meters(from: UnitVector(center))
  }
}
