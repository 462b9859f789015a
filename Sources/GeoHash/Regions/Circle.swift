// SPDX-License-Identifier: Apache-2.0

/// All places within a distance of a centre, the rim included.
///
/// A radius of 0 is the centre alone; half the circumference or more is the whole globe.
public struct Circle: Region, Hashable {
  /// The centre.
  public let center: Coordinate
  /// The radius along the earth's surface.
  public let radius: Distance

  private let meter: DistanceMeter
  let vector: UnitVector
  private let outerSquaredChord: Double
  private let innerSquaredChord: Double

  /// The circle of a radius around a centre.
  public init(center: Coordinate, radius: Distance) {
    self.center = center
    self.radius = radius
    meter = DistanceMeter(from: center)
    vector = UnitVector(center)
    let squared = Chord.squared(radius)
    outerSquaredChord = Chord.raised(squared)
    innerSquaredChord = radius >= Earth.halfCircumference ? 5 : Chord.lowered(squared)
  }

  /// The centre.
  public var anchor: Coordinate { center }

  /// The share of the globe's area, 0 … 1.
  public var areaShare: Double { Self.areaShare(radiusMeters: radius.meters) }

  package static func areaShare(radiusMeters: Double) -> Double {
    let sine = Libm.sine(min(radiusMeters, Earth.halfCircumference.meters) / Earth.radiusMeters / 2)
    return sine * sine
  }

  /// A circle of the lesser radius, where the part begins at the centre.
  public func part(fromMeters: Double, toMeters: Double) -> any Region {
    let inner = toMeters < radius.meters ? Circle(center: center, radius: .meters(toMeters)) : self
    return fromMeters > 0 ? RegionPart(whole: inner, fromMeters: fromMeters, toMeters: toMeters) : inner
  }

  /// The radius of a circle that has a share of the globe's area, in metres.
  package static func radiusMeters(areaShare: Double) -> Double {
    let share = min(max(areaShare, 0), 1)
    let angle = Trigonometry.angle(haversine: min(share, 1 - share))
    return Earth.radiusMeters * (share <= 0.5 ? angle : Double.pi - angle)
  }

  /// Centre and radius, as bits.
  public var signature: [UInt64] {
    [center.latitude.bitPattern, center.longitude.bitPattern, radius.meters.bitPattern]
  }

  /// The distance from the centre; nil beyond the radius.
  public func meters(toMemberAtLatitude latitude: Double, longitude: Double) -> Double? {
    let meters = meter.meters(toLatitude: latitude, longitude: longitude)
    return meters <= radius.meters ? meters : nil
  }

  /// Bounds of the distance from the centre.
  public func meters<Cell: GridCell>(to cell: Cell) -> (minimum: Double, maximum: Double) {
    cell.meters(from: vector)
  }

  /// How the circle lies to a cell.
  public func relation<Cell: GridCell>(to cell: Cell) -> CellRelation {
    let chords = cell.squaredChords(from: vector)
    if chords.minimum > outerSquaredChord { return .disjoint }
    return chords.maximum < innerSquaredChord ? .inside : .boundary
  }

  /// The smallest box of latitudes and longitudes that contains the circle and 1e-9 degrees (0.1 mm) around it.
  public var bounds: BoundingBox {
    let margin = 1e-9
    let degrees = radius.meters / Earth.radiusMeters / Trigonometry.radiansPerDegree + margin
    let (south, north) = (center.latitude - degrees, center.latitude + degrees)
    if south <= -90 || north >= 90 {
      return BoundingBox(uncheckedSouth: max(south, -90), west: -180, north: min(north, 90), east: 180)
    }
    // The meridian that touches the circle: sin Δλ = sin r / cos φ, where cos² φ − sin² r = cos(φ − r) cos(φ + r).
    let cosines = Trigonometry.cosine(degrees: south) * Trigonometry.cosine(degrees: north)
    let sine = Trigonometry.sine(degrees: degrees)
    let turn = Libm.arctangent(sine, cosines.squareRoot()) / Trigonometry.radiansPerDegree + margin
    func wrapped(_ longitude: Double) -> Double {
      longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
    }
    return BoundingBox(
      uncheckedSouth: south, west: wrapped(center.longitude - turn), north: north,
      east: wrapped(center.longitude + turn))
  }
}
