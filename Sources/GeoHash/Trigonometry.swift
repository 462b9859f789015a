// SPDX-License-Identifier: Apache-2.0

/// Sine, cosine and arcsine made of additions, multiplications and square roots alone.
///
/// The processor rounds these exactly as IEEE 754 says, so every machine and every vector width gets the same
/// bits; a C library's functions differ in the last place between processors. Arguments are degrees, whose
/// reduction to an eighth of a turn is exact: `sine(180°)` is 0 and `cosine(90°)` is 0.
///
/// Errors stay under 1.1 units in the last place for the arcsine, and under 1.3 with the conversion of degrees
/// for the others. The coefficients are interpolations at Chebyshev nodes; `scripts/trigonometry-coefficients.py`
/// prints them.
@usableFromInline
enum Trigonometry {
  static let radiansPerDegree = Double.pi / 180

  /// The sine of 0° … 90°.
  @inlinable
  static func sine(degrees: Double) -> Double {
    degrees <= 45
      ? sine(eighth: degrees * (Double.pi / 180)) : cosine(eighth: (90 - degrees) * (Double.pi / 180))
  }

  /// The cosine of −90° … 90°.
  @inlinable
  static func cosine(degrees: Double) -> Double {
    let size = abs(degrees)
    return size <= 45
      ? cosine(eighth: size * (Double.pi / 180)) : sine(eighth: (90 - size) * (Double.pi / 180))
  }

  /// Sine and cosine of any number of degrees from −360 to 360.
  static func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
    let size = abs(degrees)
    let half = size > 180 ? 360 - size : size  // mirrored: the sine changes sign, the cosine does not
    let quarter = half > 90 ? 180 - half : half
    let sine = Trigonometry.sine(degrees: quarter)
    let cosine = Trigonometry.cosine(degrees: quarter)
    return ((degrees < 0) != (size > 180) ? -sine : sine, half > 90 ? -cosine : cosine)
  }

  /// The sine of up to an eighth of a turn, in radians.
  @inlinable
  static func sine(eighth radians: Double) -> Double {
    let square = radians * radians
    var sum = 1.5918129294866608e-10
    sum = sum * square - 2.5051131845003624e-08
    sum = sum * square + 2.755731610255244e-06
    sum = sum * square - 0.00019841269836758574
    sum = sum * square + 0.008333333333330948
    sum = sum * square - 0.16666666666666666
    return radians + radians * (square * sum)
  }

  /// The cosine of up to an eighth of a turn, in radians.
  @inlinable
  static func cosine(eighth radians: Double) -> Double {
    let square = radians * radians
    var sum = -1.1382632425521717e-11
    sum = sum * square + 2.08761462684032e-09
    sum = sum * square - 2.7557317271729793e-07
    sum = sum * square + 2.480158729876569e-05
    sum = sum * square - 0.0013888888888887398
    sum = sum * square + 0.041666666666666664
    let rough = 1 - square / 2
    return rough + (((1 - rough) - square / 2) + square * square * sum)
  }

  /// Twice the arcsine of the square root of `haversine`, 0 … ½: the angle of which it is the haversine, in radians.
  @inlinable
  static func angle(haversine: Double) -> Double {
    // Above 60° the cosine 1 − 2h, which is exact, leads to a smaller argument: asin(√h) · 2 = 90° − asin(1 − 2h).
    let isSmall = haversine < 0.25
    let sine = isSmall ? haversine.squareRoot() : 1 - 2 * haversine
    let square = isSmall ? haversine : sine * sine
    var sum = 0.028757851367421566
    sum = sum * square - 0.014851887071247204
    sum = sum * square + 0.01740087944269402
    sum = sum * square + 0.005457506718640358
    sum = sum * square + 0.01032281435018578
    sum = sum * square + 0.011479177415184906
    sum = sum * square + 0.013971212973552933
    sum = sum * square + 0.017352392720869973
    sum = sum * square + 0.02237217294214989
    sum = sum * square + 0.030381944138531247
    sum = sum * square + 0.04464285714635543
    sum = sum * square + 0.07499999999998433
    sum = sum * square + 0.16666666666666669
    let arcsine = sine + sine * (square * sum)
    return isSmall ? arcsine * 2 : Double.pi / 2 - arcsine
  }
}
