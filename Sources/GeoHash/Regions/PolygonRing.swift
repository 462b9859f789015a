// SPDX-License-Identifier: Apache-2.0

/// Where a place lies to a ring.
enum RingSide: Hashable, Sendable {
  case inside, border, outside
}

/// A closed ring of edges that keep to one direction of longitude each, with boxes over runs of four edges, of
/// sixteen, and so on.
///
/// A place is inside when its meridian, from it northward, crosses an odd number of edges. A run of edges that lies
/// wholly north of the place need not be looked into: it crosses the meridian an odd number of times just when its
/// ends lie on different sides. So a place costs a few runs at each level of boxes.
///
/// Great-circle edges may wind about the globe: `turns` counts how often the ring has passed ±180° eastward on the
/// way to a vertex, and longitude and turns together sort like 360° · turns + longitude without its rounding. An edge
/// over a pole gets two vertices at the pole. Of the two parts of the globe that such a ring divides, the smaller one
/// is inside.
struct PolygonRing: Sendable {
  struct Vertex: Sendable {
    let latitude: Double
    let longitude: Double
    let turns: Int
    /// The number of the position it was made from.
    let position: Int

    var unwrapped: Double { longitude + 360 * Double(turns) }

    /// Whether it is not west of a meridian of a turn.
    func isEast(of longitude: Double, _ turn: Int) -> Bool {
      turns != turn ? turns > turn : self.longitude >= longitude
    }
  }

  struct Box: Sendable {
    var south = Double.infinity
    var west = Double.infinity
    var north = -Double.infinity
    var east = -Double.infinity

    mutating func add(_ other: Box) {
      (south, north) = (min(south, other.south), max(north, other.north))
      (west, east) = (min(west, other.west), max(east, other.east))
    }

    func overlaps(_ other: Box) -> Bool {
      south <= other.north && other.south <= north && west <= other.east && other.west <= east
    }
  }

  let edges: Polygon.Edges
  /// The first one again at the end, by its place; great-circle rings may end in another turn.
  let vertices: [Vertex]
  /// Of the vertices; only for great-circle edges.
  let vectors: [UnitVector]
  /// Of each edge.
  let edgeBoxes: [Box]
  /// Of each four edges, then of each four of those, up to one; and balls around the same edges.
  let boxes: [Box]
  let balls: [Ball]
  /// Where the boxes of each level start, and where the last one ends.
  let levels: [Int]
  /// Whether places with an odd number of crossings north of them are inside.
  let isOddInside: Bool
  /// Its share of the globe's area.
  let areaShare: Double

  /// The box of all edges.
  var box: Box { boxes[boxes.count - 1] }

  /// The level of the box of all edges.
  var top: Int { levels.count - 2 }

  /// The boxes of the level below that make up a box, by their numbers in their level.
  func children(of index: Int, level: Int) -> Range<Int> {
    index * 4..<min(index * 4 + 4, levels[level] - levels[level - 1])
  }

  var edgeCount: Int { vertices.count - 1 }

  /// Whether the pole of a latitude, ±90, lies inside or on an edge.
  func holdsPole(_ latitude: Double) -> Bool {
    edges == .planar
      ? box.north == latitude || box.south == latitude
      : side(
        of: Coordinate(uncheckedLatitude: latitude, longitude: 0), UnitVector(x: 0, y: 0, z: latitude / 90))
        != .outside
  }

  /// Where a place lies, of which great-circle edges take the vector. Logarithmic in the number of edges, but for
  /// places among many edges.
  func side(of place: Coordinate, _ vector: UnitVector) -> RingSide {
    edges == .planar ? planarSide(of: place) : geodesicSide(of: place, vector)
  }

  private func planarSide(of place: Coordinate) -> RingSide {
    if abs(place.latitude) == 90 {
      return box.north == place.latitude || box.south == place.latitude ? .border : .outside
    }
    var side = planarSide(latitude: place.latitude, longitude: place.longitude)
    if abs(place.longitude) == 180, side == .outside {
      side = planarSide(latitude: place.latitude, longitude: -place.longitude)
    }
    return side
  }

  private func planarSide(latitude: Double, longitude: Double) -> RingSide {
    guard latitude >= box.south else { return .outside }
    var probe = Probe(latitude: latitude, longitude: longitude, turn: 0, vector: nil)
    search(level: top, index: 0, &probe)
    return probe.isOnBorder ? .border : probe.isOdd ? .inside : .outside
  }

  private func geodesicSide(of place: Coordinate, _ vector: UnitVector) -> RingSide {
    if abs(place.latitude) == 90, vertices.contains(where: { $0.latitude == place.latitude }) {
      return .border
    }
    let longitude = place.longitude == -180 ? 180 : place.longitude
    var isOdd = false
    let first = Int(((box.west - longitude) / 360).rounded(.up))
    let last = Int(((box.east - longitude) / 360).rounded(.down))
    for turn in first...max(first, last) {
      var probe = Probe(latitude: place.latitude, longitude: longitude, turn: turn, vector: vector)
      search(level: top, index: 0, &probe)
      if probe.isOnBorder { return .border }
      if probe.isOdd { isOdd.toggle() }
    }
    return isOdd == isOddInside ? .inside : .outside
  }
}
