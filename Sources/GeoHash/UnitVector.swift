// SPDX-License-Identifier: Apache-2.0

/// A place as a point of the unit sphere: x towards 0°N 0°E, y towards 0°N 90°E, z towards the north pole.
///
/// Its components are exact to about 2e-16, hence a chord between two vectors to 1e-15 (6 nm on the earth). It
/// serves to preselect cells, with `Chord.tolerance` to spare; `DistanceMeter` decides.
public struct UnitVector: Hashable, Sendable {
  /// Towards 0°N 0°E.
  public var x: Double
  /// Towards 0°N 90°E.
  public var y: Double
  /// Towards the north pole.
  public var z: Double

  /// Makes a vector of its components; whoever makes it sees to its length.
  public init(x: Double, y: Double, z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// The vector of a place.
  public init(_ coordinate: Coordinate) {
    let latitude = Trigonometry.sineAndCosine(degrees: coordinate.latitude)
    let longitude = Trigonometry.sineAndCosine(degrees: coordinate.longitude)
    self.init(
      x: latitude.cosine * longitude.cosine, y: latitude.cosine * longitude.sine, z: latitude.sine)
  }

  /// The place of the vector.
  public var coordinate: Coordinate {
    let latitude = Libm.arctangent(z, (x * x + y * y).squareRoot()) / Trigonometry.radiansPerDegree
    let longitude = Libm.arctangent(y, x) / Trigonometry.radiansPerDegree
    return Coordinate(
      uncheckedLatitude: max(-90, min(90, latitude)), longitude: max(-180, min(180, longitude)))
  }

  static prefix func - (vector: UnitVector) -> UnitVector {
    UnitVector(x: -vector.x, y: -vector.y, z: -vector.z)
  }

  var normalized: UnitVector {
    let length = (x * x + y * y + z * z).squareRoot()
    return UnitVector(x: x / length, y: y / length, z: z / length)
  }

  func squaredChord(to other: UnitVector) -> Double {
    let (dx, dy, dz) = (x - other.x, y - other.y, z - other.z)
    return dx * dx + dy * dy + dz * dz
  }
}

/// Squared chords of the unit sphere: an order of distances that needs no trigonometry.
///
/// For an angle θ it is (2 sin θ/2)²: 0 for equal places, 4 for antipodes.
enum Chord {
  /// What two chords made on different ways may differ by: 25 nm on the earth, four times the proven error.
  static let tolerance = 4e-15

  /// The squared chord of an angle of up to 90°, 2 − 2 cos θ, of which neither a small nor a large one loses digits.
  static func squared(sine: Double, cosine: Double) -> Double {
    2 * sine * sine / (1 + cosine)
  }

  /// The squared chord of a distance on the earth.
  static func squared(_ distance: Distance) -> Double {
    guard distance < Earth.halfCircumference else { return 4 }
    let half = Libm.sine(distance.meters / Earth.radiusMeters / 2)
    return 4 * half * half
  }

  /// A squared chord that no error makes smaller than the true one.
  static func raised(_ squared: Double) -> Double {
    squared + tolerance * (2 * squared.squareRoot() + tolerance)
  }

  /// A squared chord that no error makes greater than the true one.
  static func lowered(_ squared: Double) -> Double {
    let chord = squared.squareRoot() - tolerance
    return chord > 0 ? chord * chord : 0
  }

  /// The distance on the earth of a squared chord; above 90° it loses digits (0.1 m at the antipode).
  static func meters(squared: Double) -> Double {
    let haversine = min(squared / 4, 1)
    return haversine <= 0.5
      ? Earth.radiusMeters * Trigonometry.angle(haversine: haversine)
      : Earth.radiusMeters * (Double.pi - Trigonometry.angle(haversine: 1 - haversine))
  }
}
