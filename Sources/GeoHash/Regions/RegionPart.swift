// SPDX-License-Identifier: Apache-2.0

/// The members of a region from one distance up to another, for reading a region from near to far.
public struct RegionPart<Whole: Region>: Region {
  /// The region.
  public let whole: Whole
  /// The least distance, in the region's own measure, included.
  public let fromMeters: Double
  /// The greatest distance, included.
  public let toMeters: Double

  /// Whatever contains the whole contains the part.
  public var bounds: BoundingBox { whole.bounds }

  /// The whole's.
  public var anchor: Coordinate { whole.anchor }

  /// The lesser of the region's share and that of a ring as wide, for estimates.
  public var areaShare: Double {
    let ring = Circle.areaShare(radiusMeters: toMeters) - Circle.areaShare(radiusMeters: fromMeters)
    return max(min(whole.areaShare, ring), 0)
  }

  /// The region's own and both distances.
  public var signature: [UInt64] { whole.signature + [fromMeters.bitPattern, toMeters.bitPattern] }

  /// The region's own distance; nil outside of the part.
  public func meters(toMemberAtLatitude latitude: Double, longitude: Double) -> Double? {
    whole.meters(toMemberAtLatitude: latitude, longitude: longitude)
      .flatMap { fromMeters <= $0 && $0 <= toMeters ? $0 : nil }
  }

  /// How the part lies to a cell.
  public func relation<Cell: GridCell>(to cell: Cell) -> CellRelation {
    let relation = whole.relation(to: cell)
    guard relation != .disjoint else { return .disjoint }
    let (minimum, maximum) = meters(to: cell)
    if minimum > toMeters || maximum < fromMeters { return .disjoint }
    return relation == .inside && fromMeters <= minimum && maximum <= toMeters ? .inside : .boundary
  }

  /// The region's own bounds.
  public func meters<Cell: GridCell>(to cell: Cell) -> (minimum: Double, maximum: Double) {
    whole.meters(to: cell)
  }
}
