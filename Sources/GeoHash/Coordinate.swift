// SPDX-License-Identifier: Apache-2.0

/// A place on the globe in degrees: latitude −90 … 90 (south to north), longitude −180 … 180 (west to east).
///
/// −180° and 180° are the same meridian: they compare equal and no distance lies between them. The sign is
/// kept all the same, since a geohash depends on it.
public struct Coordinate: Sendable {
  /// Degrees north of the equator, −90 … 90; never −0.
  public let latitude: Double
  /// Degrees east of Greenwich, −180 … 180; never −0.
  public let longitude: Double

  /// Makes a coordinate of degrees.
  ///
  /// Magnitudes under 1e-100 become 0 (the range of DynamoDB's numbers ends not far below, and 1e-100° is no distance).
  ///
  /// - Throws: `GeometryError` for NaN, infinities and values out of range.
  public init(latitude: Double, longitude: Double) throws(GeometryError) {
    guard abs(latitude) <= 90 else { throw .latitude(latitude, longitude: longitude) }
    guard abs(longitude) <= 180 else { throw .longitude(longitude, latitude: latitude) }
    self.init(uncheckedLatitude: latitude, longitude: longitude)
  }

  /// For degrees known to be in range.
  @usableFromInline
  package init(uncheckedLatitude latitude: Double, longitude: Double) {
    self.latitude = abs(latitude) < 1e-100 ? 0 : latitude
    self.longitude = abs(longitude) < 1e-100 ? 0 : longitude
  }
}

extension Coordinate: Hashable {
  /// Whether both name the same latitude and the same meridian.
  public static func == (a: Coordinate, b: Coordinate) -> Bool {
    a.latitude == b.latitude && a.meridian == b.meridian
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(latitude)
    hasher.combine(meridian)
  }

  private var meridian: Double { longitude == -180 ? 180 : longitude }
}

extension Coordinate: CustomStringConvertible {
  /// Latitude and longitude as the shortest texts that read back equal: `51.5074,-0.1278`.
  public var description: String { "\(latitude),\(longitude)" }
}
