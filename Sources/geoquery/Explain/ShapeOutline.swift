// SPDX-License-Identifier: Apache-2.0
import GeoHash

/// A shape as lines on a map, and in words.
struct ShapeOutline {
  /// What the shape is, as the end of a sentence that begins with the command.
  let title: String
  /// The type's name, for programs.
  let type: String
  /// Closed borders; what an odd number of them encloses is in the shape.
  var rings: [[Coordinate]] = []
  /// Parts whose union is the shape: a corridor's, around each edge of its line.
  var parts: [[Coordinate]] = []
  /// What the shape is measured from, where that is a line.
  var lines: [[Coordinate]] = []
  /// What it is measured from, where that is a place.
  var center: Coordinate?
  /// The shape for GeoJSON, where its rings would not do.
  private var flat: OutputRecord.Geometry?

  init(_ region: any Region) {
    switch region {
    case let circle as Circle:
      type = "circle"
      center = circle.center
      if circle.radius < Earth.halfCircumference {
        title = "within \(TextCells.length(circle.radius.meters)) of \(Self.text(circle.center))"
        rings = [Curve.circle(around: circle.center, radius: circle.radius)]
      } else {
        title = "to \(Self.text(circle.center)), anywhere"
      }
    case let ring as Ring:
      type = "ring"
      center = ring.center
      title =
        "from \(TextCells.length(ring.minimum.meters)) to \(TextCells.length(ring.maximum.meters)) around \(Self.text(ring.center))"
      for radius in [ring.minimum, ring.maximum] where radius < Earth.halfCircumference && radius.meters > 0 {
        rings.append(Curve.circle(around: ring.center, radius: radius))
      }
    case let box as BoundingBox:
      type = "box"
      let edges = [box.south, box.west, box.north, box.east].map(shortest)
      title = edges.joined(separator: ",")
      rings = [Curve.box(box)]
      // All the way round and up to a pole it has one edge: a parallel.
      if box.width == 360, (box.south == -90) != (box.north == 90) {
        let edge = box.south == -90 ? box.north : box.south
        rings = [
          stride(from: -180.0, to: 180, by: 2).compactMap { try? Coordinate(latitude: edge, longitude: $0) }
        ]
      }
      flat = .polygons(Self.halves(of: box).map(Curve.box))
    case let polygon as Polygon:
      type = "polygon"
      let given = polygon.polygons.flatMap { $0 }
      let count = given.reduce(0) { $0 + $1.count }
      title =
        "of \(Self.plural(count, "position")) in \(Self.plural(given.count, "ring")), \(polygon.edges == .planar ? "straight" : "great-circle") edges"
      rings = given.map {
        polygon.edges == .planar
          ? Curve.straight(through: $0, isClosed: true) : Curve.greatCircles(through: $0, isClosed: true)
      }
    case let corridor as Corridor:
      (type, title) = ("corridor", Self.title(of: [corridor]))
      add([corridor])
    case let group as CorridorGroup:
      (type, title) = ("corridor", Self.title(of: group.corridors))
      add(group.corridors)
    default:
      type = "region"
      title = "of a region"
      rings = [Curve.box(region.bounds)]
    }
  }

  /// The shape for GeoJSON: polygons where they can be drawn flat, else lines.
  var geometry: OutputRecord.Geometry? {
    if let flat { return flat }
    if !lines.isEmpty { return .lines(lines.flatMap(Self.cut)) }
    guard !rings.isEmpty else { return center.map { .point($0) } }
    let cut = rings.map { Self.cut($0 + $0.prefix(1)) }
    return cut.allSatisfy { $0.count == 1 } && rings.count == 1
      ? .polygon(rings[0]) : .lines(cut.flatMap { $0 })
  }

  private static func halves(of box: BoundingBox) -> [BoundingBox] {
    guard box.crossesAntimeridian else { return [box] }
    return [(box.west, 180), (-180, box.east)].compactMap { west, east in
      try? BoundingBox(south: box.south, west: west, north: box.north, east: east)
    }
  }

  private mutating func add(_ corridors: [Corridor]) {
    for corridor in corridors {
      lines.append(Curve.greatCircles(through: corridor.line, isClosed: false))
      guard corridor.distance < Earth.halfCircumference else { continue }
      for (start, end) in zip(corridor.line, corridor.line.dropFirst()) {
        parts.append(Curve.capsule(from: start, to: end, within: corridor.distance))
      }
    }
  }

  /// A line in pieces that do not cross ±180°.
  private static func cut(_ line: [Coordinate]) -> [[Coordinate]] {
    var pieces: [[Coordinate]] = [[]]
    for place in line {
      if let last = pieces[pieces.count - 1].last, abs(place.longitude - last.longitude) > 180 {
        pieces.append([])
      }
      pieces[pieces.count - 1].append(place)
    }
    return pieces.filter { $0.count > 1 }
  }

  private static func title(of corridors: [Corridor]) -> String {
    let places = corridors.reduce(0) { $0 + $1.line.count }
    let meters = corridors.reduce(0) { sum, corridor in
      sum + zip(corridor.line, corridor.line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1).meters }
    }
    return
      "within \(TextCells.length(corridors[0].distance.meters)) of \(corridors.count == 1 ? "a line" : "\(corridors.count) lines") of \(plural(places, "position")), \(TextCells.length(meters)) long"
  }

  private static func text(_ place: Coordinate) -> String {
    "\(TextCells.rounded(place.latitude, to: 5)),\(TextCells.rounded(place.longitude, to: 5))"
  }

  static func plural(_ count: Int, _ noun: String) -> String {
    "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
  }
}
