// SPDX-License-Identifier: Apache-2.0

internal import GeoKernels

/// A circle as the tree is searched for it: in single precision, with bounds that no rounding makes wrong.
///
/// A component of a unit vector in single precision is off by at most 2⁻²⁵, so the difference of two vectors by √3 · 2⁻²⁴ = 1.04e-7 in
/// length; subtracting, squaring and adding round by at most 3 · 2⁻²⁴ = 1.8e-7 of the chord. Between the bounds, about 0.8 m on either
/// side of a rim and more for wide circles, `DistanceMeter` decides. Boxes are bounds of the same components, and all operations are
/// monotonic: a box is never farther than what it holds.
struct CircleProbe {
  let meter: DistanceMeter
  private(set) var radiusMeters: Double
  var kernel: gk_circle

  init(center: Coordinate, radiusMeters: Double) {
    meter = DistanceMeter(from: center)
    self.radiusMeters = radiusMeters
    let vector = UnitVector(center)
    kernel = gk_circle(x: Float(vector.x), y: Float(vector.y), z: Float(vector.z), inner: 0, outer: 0)
    setRadius(radiusMeters)
  }

  /// Narrows the circle that is searched for, or widens it.
  mutating func setRadius(_ meters: Double) {
    radiusMeters = meters
    guard meters < Earth.halfCircumference.meters else {
      // Not infinity: the boxes of empty slots are infinitely far away.
      (kernel.inner, kernel.outer) = (.greatestFiniteMagnitude, .greatestFiniteMagnitude)
      return
    }
    let chord = Chord.squared(Distance(uncheckedMeters: meters)).squareRoot()
    let doubt = 1.25e-7 + 3e-7 * chord
    let (inner, outer) = (chord - doubt, chord + doubt)
    kernel.inner = inner > 0 ? Float(inner * inner).nextDown : -1
    kernel.outer = Float(outer * outer).nextUp
  }

  var origin: gk_origin {
    gk_origin(
      latitude: meter.latitude, longitude: meter.longitude, cosine: meter.cosine,
      radius: Earth.radiusMeters)
  }
}
