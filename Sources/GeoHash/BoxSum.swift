// SPDX-License-Identifier: Apache-2.0

/// Sums boxes up to the smallest one around them all: the whole turn but the widest gap between their longitudes.
struct BoxSum {
  private var south = 90.0
  private var north = -90.0
  /// From a western edge, −180 … 180, eastward; the eastern edge with its own digits.
  private var spans: [(west: Double, width: Double, east: Double)] = []

  /// Adds a box of latitudes and of longitudes from `west` eastward, given in any turn.
  mutating func add(south: Double, west: Double, north: Double, east: Double) {
    self.south = min(self.south, south)
    self.north = max(self.north, north)
    let width = min(360, east - west)
    spans.append(width == 360 ? (-180, 360, 180) : (Self.wrapped(west), width, Self.wrapped(east)))
  }

  /// Adds a box around all places within a distance of an arc.
  mutating func add(_ arc: Arc, within distance: Distance) {
    let (a, b) = (arc.start.coordinate, arc.end.coordinate)
    let latitudes = GreatCircleBox.latitudes(from: arc.start, to: arc.end)
    let margin = 1e-9
    let degrees = distance.meters / Earth.radiusMeters / Trigonometry.radiansPerDegree + margin
    let (low, high) = (latitudes.south - degrees, latitudes.north + degrees)
    guard low > -90, high < 90 else {
      add(south: max(-90, low), west: -180, north: min(90, high), east: 180)
      return
    }
    // As for a circle, around the point of the arc that is nearest to a pole.
    let size = max(abs(latitudes.south), abs(latitudes.north))
    let cosines =
      Trigonometry.cosine(degrees: size + degrees) * Trigonometry.cosine(degrees: size - degrees)
    let sine = Trigonometry.sine(degrees: degrees)
    let turn = Libm.arctangent(sine, cosines.squareRoot()) / Trigonometry.radiansPerDegree + margin
    let step = b.longitude - a.longitude
    let east = step > 180 ? step - 360 : step < -180 ? step + 360 : step
    let (first, last) = (a.longitude + min(0, east), a.longitude + max(0, east))
    add(south: low, west: first - turn, north: high, east: last + turn)
  }

  /// The box around all that was added, at least one.
  var box: BoundingBox {
    let sorted = spans.sorted { $0.west < $1.west }
    var (reach, gap, west) = (sorted[0].west + sorted[0].width, -1.0, sorted[0].west)
    for span in sorted.dropFirst() {
      if span.west - reach > gap { (gap, west) = (span.west - reach, span.west) }
      reach = max(reach, span.west + span.width)
    }
    let across = sorted[0].west + 360 - reach  // the gap behind the last one
    if across >= gap { (gap, west) = (across, sorted[0].west) }
    if gap <= 0 || sorted.contains(where: { $0.width >= 360 }) {
      return BoundingBox(uncheckedSouth: south, west: -180, north: north, east: 180)
    }
    // The eastern edge is that of the span which ends last before the gap.
    func end(of span: (west: Double, width: Double, east: Double)) -> Double {
      (span.west >= west ? span.west - west : span.west + 360 - west) + span.width
    }
    let last = sorted.max { end(of: $0) < end(of: $1) }!
    return BoundingBox(uncheckedSouth: south, west: west, north: north, east: last.east)
  }

  private static func wrapped(_ longitude: Double) -> Double {
    var longitude = longitude
    while longitude > 180 { longitude -= 360 }
    while longitude < -180 { longitude += 360 }
    return longitude
  }
}

/// The latitudes of a great-circle arc.
enum GreatCircleBox {
  /// The least and the greatest latitude in degrees, with 1e-10 (10 µm) to spare; the same bits on every processor.
  static func latitudes(from a: UnitVector, to b: UnitVector) -> (south: Double, north: Double) {
    let margin = 1e-10
    let (first, second) = (latitude(of: a), latitude(of: b))
    var (south, north) = (min(first, second), max(first, second))
    let normal = a.cross(b - a)
    let (risesFromA, risesFromB) = (normal.cross(a).z, b.cross(normal).z)
    if normal.squaredLength > 0, risesFromA > 0, risesFromB > 0 { north = crest(of: normal) }
    if normal.squaredLength > 0, risesFromA < 0, risesFromB < 0 { south = -crest(of: normal) }
    return (max(-90, south - margin), min(90, north + margin))
  }

  /// The greatest latitude of the great circle with a normal of any length.
  private static func crest(of normal: UnitVector) -> Double {
    latitude(sine: (normal.x * normal.x + normal.y * normal.y).squareRoot(), cosine: abs(normal.z))
  }

  private static func latitude(of place: UnitVector) -> Double {
    let size = latitude(
      sine: abs(place.z), cosine: (place.x * place.x + place.y * place.y).squareRoot())
    return place.z < 0 ? -size : size
  }

  /// The latitude 0 … 90 of which sine and cosine are given but for a common factor.
  private static func latitude(sine: Double, cosine: Double) -> Double {
    let length = (sine * sine + cosine * cosine).squareRoot()
    let (s, c) = (sine / length, cosine / length)
    return Trigonometry.angle(haversine: min(0.5, s * s / (2 * (1 + c)))) / Trigonometry.radiansPerDegree
  }
}
