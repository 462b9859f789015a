// SPDX-License-Identifier: Apache-2.0

/// A box of latitudes and longitudes, edges included; west > east means that it crosses the 180° meridian.
///
/// `west` −180 and `east` 180 is all the way round. A box that reaches a pole contains the pole, whatever its
/// longitudes, since there every longitude names the same place.
public struct BoundingBox: Hashable, Sendable {
  /// Southern edge in degrees, −90 … 90.
  public let south: Double
  /// Western edge in degrees, −180 … 180.
  public let west: Double
  /// Northern edge in degrees, not less than `south`.
  public let north: Double
  /// Eastern edge in degrees, −180 … 180; less than `west` when the box crosses ±180°.
  public let east: Double

  /// Makes a box of its edges in degrees.
  ///
  /// - Throws: `GeometryError` for NaN, infinities, values out of range, and south > north.
  public init(south: Double, west: Double, north: Double, east: Double) throws(GeometryError) {
    let low = try Coordinate(latitude: south, longitude: west)
    let high = try Coordinate(latitude: north, longitude: east)
    guard south <= north else { throw .boundingBox(south: south, north: north) }
    self.init(
      uncheckedSouth: low.latitude, west: low.longitude, north: high.latitude, east: high.longitude)
  }

  package init(uncheckedSouth south: Double, west: Double, north: Double, east: Double) {
    self.south = south
    self.west = west
    self.north = north
    self.east = east
  }

  /// The whole globe.
  public static let globe = BoundingBox(uncheckedSouth: -90, west: -180, north: 90, east: 180)

  /// Whether the box crosses the 180° meridian.
  public var crossesAntimeridian: Bool { west > east }

  /// Degrees from the western edge to the eastern one, 0 … 360.
  public var width: Double { crossesAntimeridian ? (180 - west) + (east + 180) : east - west }

  /// The middle of the box in degrees.
  public var center: Coordinate {
    let longitude = west + width / 2
    return Coordinate(
      uncheckedLatitude: south + (north - south) / 2,
      longitude: longitude > 180 ? longitude - 360 : longitude)
  }

  /// Whether a place lies in the box or on its edge.
  func holds(_ coordinate: Coordinate) -> Bool {
    guard south <= coordinate.latitude, coordinate.latitude <= north else { return false }
    return abs(coordinate.latitude) == 90 || containsMeridian(coordinate.longitude)
  }

  /// Whether the meridian lies in the box's longitudes; −180° and 180° are one.
  func containsMeridian(_ longitude: Double) -> Bool {
    let isInside =
      crossesAntimeridian
      ? longitude >= west || longitude <= east : west <= longitude && longitude <= east
    return isInside || abs(longitude) == 180 && (west == -180 || east == 180)
  }

  /// How this box lies to another: apart, holding it wholly, or anything else.
  func relation(to other: BoundingBox) -> CellRelation {
    guard south <= other.north, other.south <= north else { return .disjoint }
    let touchesPole = (north == 90 && other.north == 90) || (south == -90 && other.south == -90)
    let sharesMeridian =
      containsMeridian(other.west) || containsMeridian(other.east)
      || other.containsMeridian(west) || other.containsMeridian(east)
    guard sharesMeridian || touchesPole else { return .disjoint }
    let holdsLatitudes = south <= other.south && other.north <= north
    let holdsLongitudes =
      width == 360
      || containsMeridian(other.west) && containsMeridian(other.east) && other.width <= width
        && offset(of: other.west) <= offset(of: other.east)
    return holdsLatitudes && holdsLongitudes ? .inside : .boundary
  }

  /// Degrees from the western edge east to a meridian.
  private func offset(of longitude: Double) -> Double {
    if abs(longitude) == 180, abs(west) == 180 { return 0 }  // one meridian, whatever the signs
    return longitude >= west ? longitude - west : (180 - west) + (longitude + 180)
  }
}

extension BoundingBox {
  /// A circle that holds the box.
  var enclosingCircle: (center: Coordinate, radius: Distance) {
    let chords = squaredChords(from: UnitVector(center))
    let chord = Chord.raised(chords.maximum)
    // Beyond a quarter of the circumference a chord says little about the angle: then the circle is the globe.
    guard chord < 2 else { return (center, Earth.halfCircumference) }
    return (center, Distance(uncheckedMeters: Chord.meters(squared: chord) * (1 + 1e-12) + 1e-6))
  }
}
