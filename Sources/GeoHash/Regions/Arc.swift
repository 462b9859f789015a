// SPDX-License-Identifier: Apache-2.0

/// The shorter great-circle arc between two places that are no antipodes; one place when they are equal.
///
/// With the unit normal n of its plane, a place p is sin⁻¹(n·p) away from the great circle, and the foot of the
/// perpendicular lies on the arc when p is on the inner side of both ends: (n × a)·p ≥ 0 and (b × n)·p ≥ 0. The
/// normal is made from b − a, which loses no digit of a short arc, and n·p from p − a. So distances are exact to 5 nm
/// plus 1e-15 of themselves for arcs up to a quarter of the circumference, and to that over the sine of their length
/// for longer ones. They are made of additions, multiplications, divisions and square roots alone: the same bits on
/// every processor.
struct Arc: Sendable {
  let start: UnitVector
  let end: UnitVector
  private let startMeter: DistanceMeter
  private let endMeter: DistanceMeter
  /// The normal, and the directions along the arc inward from both ends; nil for one place.
  private let frame: (normal: UnitVector, fromStart: UnitVector, fromEnd: UnitVector)?

  init(from a: Coordinate, to b: Coordinate) {
    start = UnitVector(a)
    end = UnitVector(b)
    startMeter = DistanceMeter(from: a)
    endMeter = DistanceMeter(from: b)
    let product = start.cross(end - start)
    if product.squaredLength > 0 {
      let normal = product.normalized
      frame = (normal, normal.cross(start), end.cross(normal))
    } else {
      frame = nil
    }
  }

  /// The distance in metres, and the chord of it to about 1e-15.
  func distance(to place: Coordinate, _ vector: UnitVector) -> (meters: Double, chord: Double) {
    let (toStart, toEnd) = (start.squaredChord(to: vector), end.squaredChord(to: vector))
    if let frame, toStart > 0, toEnd > 0 {
      let along = frame.fromStart.dot(vector)
      if along >= 0, frame.fromEnd.dot(vector) >= 0 {
        let sine = frame.normal.dot(vector - start)
        let toward = start.dot(vector)
        let cosine = (toward * toward + along * along).squareRoot()
        let haversine = min(sine * sine / (2 * (1 + cosine)), 0.5)
        return (Earth.radiusMeters * Trigonometry.angle(haversine: haversine), 2 * haversine.squareRoot())
      }
    }
    func meters(_ meter: DistanceMeter) -> Double {
      meter.meters(toLatitude: place.latitude, longitude: place.longitude)
    }
    let chord = min(toStart, toEnd).squareRoot()
    // Beyond a quarter turn chords are too blunt to tell which end is the nearer one.
    if toStart > 2, toEnd > 2 { return (min(meters(startMeter), meters(endMeter)), chord) }
    return (meters(toStart <= toEnd ? startMeter : endMeter), chord)
  }

  /// The length in radians.
  var length: Double {
    let chord = start.squaredChord(to: end)
    return Chord.meters(squared: chord) / Earth.radiusMeters
  }
}
