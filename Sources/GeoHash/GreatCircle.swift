// SPDX-License-Identifier: Apache-2.0

/// The earth as a sphere, and the one function that decides distance.
public enum Earth {
  /// The mean radius in metres: (2a + b) / 3 of the GRS 80 ellipsoid, as the IUGG publishes it (Moritz, 2000).
  public static let radiusMeters = 6_371_008.8

  /// Half the circumference: no two places are farther apart.
  public static let halfCircumference = Distance(uncheckedMeters: radiusMeters * Double.pi)
}

/// Measures great-circle distances from one place to many.
///
/// This is the function that decides membership, distance and order on every store and every path. With
/// `h` = hav Δφ + cos φ₁ cos φ₂ hav Δλ it takes the angle of which `h` is the haversine or, beyond a quarter of
/// the circumference, the supplement of the one to the antipode, whose haversine
/// `1 − h` = sin²((φ₁ + φ₂) / 2) + cos φ₁ cos φ₂ cos²(Δλ / 2) is summed anew and not subtracted: so both ends keep
/// their digits.
///
/// The error is a few units in the last place of the result (under 1e-15 of it), from 0.1 mm to the antipode, where
/// the degrees themselves, as Doubles, are exact to about 2 nm. It is symmetric, 0 exactly for equal places and
/// never NaN, and the same bits on every processor. Source: R. W. Sinnott, "Virtues of the Haversine", 1984.
public struct DistanceMeter: Hashable, Sendable {
  @usableFromInline let latitude: Double
  @usableFromInline let longitude: Double
  @usableFromInline let cosine: Double

  /// Measures from `origin`.
  public init(from origin: Coordinate) {
    latitude = origin.latitude
    longitude = origin.longitude
    cosine = Trigonometry.cosine(degrees: origin.latitude)
  }

  /// The distance in metres to a place given in degrees within range. O(1), no allocation.
  @inlinable
  public func meters(toLatitude latitude: Double, longitude: Double) -> Double {
    let difference = abs(latitude - self.latitude) / 2
    let turn = Self.turn(from: self.longitude, to: longitude) / 2
    let cosines = cosine * Trigonometry.cosine(degrees: latitude)
    let sineOfDifference = Trigonometry.sine(degrees: difference)
    let sineOfTurn = Trigonometry.sine(degrees: turn)
    let haversine = sineOfDifference * sineOfDifference + cosines * (sineOfTurn * sineOfTurn)
    if haversine <= 0.5 {
      return Earth.radiusMeters * Trigonometry.angle(haversine: haversine)
    }
    let sineOfSum = Trigonometry.sine(degrees: abs(latitude + self.latitude) / 2)
    let cosineOfTurn = Trigonometry.cosine(degrees: turn)
    let opposite = sineOfSum * sineOfSum + cosines * (cosineOfTurn * cosineOfTurn)
    return Earth.radiusMeters * (Double.pi - Trigonometry.angle(haversine: min(opposite, 0.5)))
  }

  /// The distance to `place`.
  public func distance(to place: Coordinate) -> Distance {
    Distance(uncheckedMeters: meters(toLatitude: place.latitude, longitude: place.longitude))
  }

  /// The degrees between two meridians, 0 … 180, the short way round; across ±180° no digit is lost.
  @inlinable
  static func turn(from a: Double, to b: Double) -> Double {
    let turn = abs(b - a)
    return turn <= 180 ? turn : (180 - abs(a)) + (180 - abs(b))
  }
}

extension Coordinate {
  /// The great-circle distance to `other`, on a sphere of `Earth.radiusMeters`; see `DistanceMeter` for its accuracy.
  public func distance(to other: Coordinate) -> Distance {
    DistanceMeter(from: self).distance(to: other)
  }

  /// The direction in which the great circle to `other` leaves: degrees clockwise from north, 0 ..< 360.
  ///
  /// For equal places and for antipodes, where every direction would do, it is 0 or 180 on the same meridian.
  /// From a pole, north is taken along this coordinate's own longitude.
  public func initialBearing(to other: Coordinate) -> Double {
    let turn = Trigonometry.sineAndCosine(degrees: other.longitude - longitude)
    let here = Trigonometry.sineAndCosine(degrees: latitude)
    let there = Trigonometry.sineAndCosine(degrees: other.latitude)
    let east = turn.sine * there.cosine
    // cos φ₁ sin φ₂ − sin φ₁ cos φ₂ cos Δλ, with the nearly equal terms gathered so that short ways keep their digits
    let halfTurn = Trigonometry.sineAndCosine(degrees: (other.longitude - longitude) / 2).sine
    let north =
      Trigonometry.sineAndCosine(degrees: other.latitude - latitude).sine
      + 2 * here.sine * there.cosine * halfTurn * halfTurn
    guard east != 0 || north != 0 else { return 0 }
    let degrees = Libm.arctangent(east, north) / Trigonometry.radiansPerDegree
    return degrees < 0 ? (degrees + 360 < 360 ? degrees + 360 : 0) : degrees
  }

  /// The place reached from here after `distance` along the great circle that leaves at `bearing`.
  ///
  /// The bearing is any finite number of degrees clockwise from north, taken modulo 360. From a pole, north is taken along
  /// this coordinate's own longitude. O(1), no allocation.
  ///
  /// - Throws: `GeometryError.bearing` when `bearing` is not finite.
  public func destination(bearing: Double, distance: Distance) throws(GeometryError) -> Coordinate {
    guard bearing.isFinite else { throw .bearing(bearing) }
    let angle = (distance.meters / Earth.radiusMeters).truncatingRemainder(dividingBy: 2 * Double.pi)
    let along = (sine: Libm.sine(angle), cosine: Libm.cosine(angle))
    let course = Trigonometry.sineAndCosine(degrees: bearing.truncatingRemainder(dividingBy: 360))
    let here = Trigonometry.sineAndCosine(degrees: latitude)
    // In the frame of this place (up, north, east), then turned about the globe's axis.
    let polar = here.sine * along.cosine + here.cosine * along.sine * course.cosine
    let outward = here.cosine * along.cosine - here.sine * along.sine * course.cosine
    let east = along.sine * course.sine
    let reached = Libm.arctangent(polar, (outward * outward + east * east).squareRoot())
    let turn = Libm.arctangent(east, outward) / Trigonometry.radiansPerDegree
    var meridian = longitude + turn
    if meridian > 180 { meridian -= 360 }
    if meridian < -180 { meridian += 360 }
    return Coordinate(
      uncheckedLatitude: max(-90, min(90, reached / Trigonometry.radiansPerDegree)), longitude: meridian)
  }
}
