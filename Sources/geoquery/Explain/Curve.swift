// SPDX-License-Identifier: Apache-2.0
import GeoHash

/// Lines with enough places on them that a map may join these by straight strokes.
enum Curve {
  /// The most degrees between two places.
  private static let step = 2.0

  /// Great circles from place to place, the short way; a closed line ends before it is back.
  static func greatCircles(through places: [Coordinate], isClosed: Bool) -> [Coordinate] {
    joined(places, isClosed) { start, end in
      let (a, b) = (UnitVector(start), UnitVector(end))
      let degrees = start.distance(to: end).meters / Earth.radiusMeters * 180 / .pi
      let count = max(1, Int((degrees / step).rounded(.up)))
      return (0..<count).map { index in
        let part = Double(index) / Double(count)
        return index == 0
          ? start
          : UnitVector(x: a.x + part * (b.x - a.x), y: a.y + part * (b.y - a.y), z: a.z + part * (b.z - a.z))
            .coordinate
      }
    }
  }

  /// Lines that are straight in longitude and latitude, never across ±180°.
  static func straight(through places: [Coordinate], isClosed: Bool) -> [Coordinate] {
    joined(places, isClosed) { start, end in
      let (latitude, longitude) = (end.latitude - start.latitude, end.longitude - start.longitude)
      let count = max(1, Int((max(abs(latitude), abs(longitude)) / step).rounded(.up)))
      return (0..<count).compactMap { index in
        let part = Double(index) / Double(count)
        return try? Coordinate(
          latitude: start.latitude + part * latitude, longitude: start.longitude + part * longitude)
      }
    }
  }

  /// The border of a box, anticlockwise.
  static func box(_ box: BoundingBox) -> [Coordinate] {
    let count = max(1, Int((box.width / step).rounded(.up)))
    let rise = max(1, Int(((box.north - box.south) / step).rounded(.up)))
    func place(_ latitude: Double, _ part: Double) -> Coordinate? {
      let longitude = box.west + part * box.width
      return try? Coordinate(latitude: latitude, longitude: longitude > 180 ? longitude - 360 : longitude)
    }
    func latitude(_ index: Int) -> Double {
      box.south + (box.north - box.south) * Double(index) / Double(rise)
    }
    let parts = (0...count).map { Double($0) / Double(count) }
    return parts.compactMap { place(box.south, $0) }
      + (1..<max(rise, 1)).compactMap { place(latitude($0), 1) }
      + parts.reversed().compactMap { place(box.north, $0) }
      + (1..<max(rise, 1)).reversed().compactMap { place(latitude($0), 0) }
  }

  /// A circle, clockwise from north.
  static func circle(around center: Coordinate, radius: Distance) -> [Coordinate] {
    arc(around: center, radius: radius, from: 0, to: 360, steps: 240).dropLast()
  }

  /// All places within a distance of the great circle between two places, as a ring.
  static func capsule(from start: Coordinate, to end: Coordinate, within distance: Distance) -> [Coordinate] {
    guard start != end else { return circle(around: start, radius: distance) }
    let line = greatCircles(through: [start, end], isClosed: false)
    let forth = start.initialBearing(to: end)
    let back = end.initialBearing(to: start)
    // The sides: at each place of the line, a step to the left and to the right.
    func side(_ turn: Double) -> [Coordinate] {
      line.dropFirst().dropLast().compactMap { place in
        try? place.destination(bearing: place.initialBearing(to: end) + turn, distance: distance)
      }
    }
    return arc(around: start, radius: distance, from: forth + 90, to: forth + 270, steps: 24) + side(-90)
      + arc(around: end, radius: distance, from: back + 90, to: back + 270, steps: 24) + side(90).reversed()
  }

  private static func arc(
    around center: Coordinate, radius: Distance, from start: Double, to end: Double, steps: Int
  ) -> [Coordinate] {
    (0...steps).compactMap { index in
      try? center.destination(
        bearing: start + (end - start) * Double(index) / Double(steps), distance: radius)
    }
  }

  /// Each edge without its end; the line's own end follows when it is open.
  private static func joined(
    _ places: [Coordinate], _ isClosed: Bool, _ edge: (Coordinate, Coordinate) -> [Coordinate]
  ) -> [Coordinate] {
    guard let first = places.first, let last = places.last else { return [] }
    var line = zip(places, places.dropFirst()).flatMap { $0 == $1 ? [] : edge($0, $1) }
    if !isClosed { return line + [last] }
    if first != last { line += edge(last, first) }
    return line
  }
}
