// SPDX-License-Identifier: Apache-2.0

extension PolygonRing {
  /// The ring of positions whose first may be repeated at the end; equal neighbours count once.
  init(_ positions: [Coordinate], _ edges: Polygon.Edges) throws(PolygonRing.Fault) {
    var places: [(position: Int, place: Coordinate)] = []
    for (position, place) in positions.enumerated() where places.last?.place != place {
      places.append((position, place))
    }
    if places.count > 1, places.first!.place == places.last!.place { places.removeLast() }
    let different = Set(places.map(\.place)).count
    guard different >= 3 else { throw Fault(position: nil, reason: .tooFewPositions(different)) }
    self.edges = edges
    places.append(places[0])
    switch edges {
    case .planar:
      // A neighbour equal to another but for the sign of its 180° is a vertex of its own here.
      vertices = Self.planarVertices(positions)
      vectors = []
      isOddInside = true
      areaShare = abs(Self.planarArea(vertices)) / (4 * Double.pi)
    case .geodesic:
      vertices = try Self.geodesicVertices(places)
      vectors = vertices.map {
        UnitVector(Coordinate(uncheckedLatitude: $0.latitude, longitude: $0.longitude))
      }
      let windings = vertices.last!.turns - vertices.first!.turns
      let area = Self.geodesicArea(vertices)
      let odd =
        windings % 2 == 0 ? abs(area) : 4 * Double.pi - abs(2 * Double.pi * Double(windings) - area)
      isOddInside = odd <= 2 * Double.pi
      areaShare = min(odd, 4 * Double.pi - odd) / (4 * Double.pi)
    }
    var index = Index(vertices, vectors)
    edgeBoxes = index.boxes
    index.sum()
    (boxes, balls, levels) = (index.boxes, index.balls, index.levels)
  }

  /// What is wrong with a ring, as far as the ring knows.
  struct Fault: Error {
    let position: Int?
    let reason: PolygonFault.Reason
  }

  private static func planarVertices(_ positions: [Coordinate]) -> [Vertex] {
    var vertices: [Vertex] = []
    for (position, place) in positions.enumerated() {
      if let last = vertices.last, last.latitude == place.latitude, last.longitude == place.longitude {
        continue
      }
      vertices.append(
        Vertex(latitude: place.latitude, longitude: place.longitude, turns: 0, position: position))
    }
    let (first, last) = (vertices[0], vertices[vertices.count - 1])
    if first.latitude != last.latitude || first.longitude != last.longitude { vertices.append(first) }
    return vertices
  }

  private static func geodesicVertices(
    _ places: [(position: Int, place: Coordinate)]
  ) throws(Fault) -> [Vertex] {
    var vertices: [Vertex] = []
    var turns = 0
    for (index, (position, place)) in places.enumerated() {
      let longitude = place.longitude == -180 ? 180 : place.longitude
      func append(latitude: Double, longitude: Double) {
        vertices.append(
          Vertex(latitude: latitude, longitude: longitude, turns: turns, position: position))
      }
      if let last = vertices.last {
        let before = places[index - 1]
        if UnitVector(before.place).isOpposite(to: UnitVector(place)) {
          throw Fault(position: before.position, reason: .antipodes)
        }
        let step = longitude - last.longitude
        let isAtPole = abs(last.latitude) == 90 || abs(place.latitude) == 90
        if abs(step) == 180, !isAtPole {
          // Over the pole: there along the one meridian and on along the other.
          let pole = last.latitude + place.latitude > 0 ? 90.0 : -90
          vertices.append(
            Vertex(latitude: pole, longitude: last.longitude, turns: turns, position: before.position))
          append(latitude: pole, longitude: longitude)
        } else {
          if abs(last.latitude) == 90, abs(place.latitude) < 90 {
            turns += step > 180 ? -1 : step < -180 ? 1 : 0
            vertices.append(
              Vertex(latitude: last.latitude, longitude: longitude, turns: turns, position: before.position))
          } else if abs(place.latitude) == 90 {
            append(latitude: place.latitude, longitude: last.longitude)
            continue
          } else {
            turns += step > 180 ? -1 : step < -180 ? 1 : 0
          }
        }
      }
      append(latitude: place.latitude, longitude: longitude)
    }
    // A ring that starts at a pole ends there along another meridian: the parallel of the pole closes it.
    let (first, last) = (vertices[0], vertices[vertices.count - 1])
    if abs(first.latitude) == 90, first.longitude != last.longitude || first.turns != last.turns {
      vertices.append(
        Vertex(
          latitude: first.latitude, longitude: first.longitude, turns: first.turns, position: last.position))
    }
    return vertices
  }

  /// The integral of sin φ dλ along straight edges, exact but for rounding, with the sign of the direction.
  private static func planarArea(_ vertices: [Vertex]) -> Double {
    zip(vertices, vertices.dropFirst()).reduce(0) { sum, edge in
      let (a, b) = edge
      let width = (b.longitude - a.longitude) * Trigonometry.radiansPerDegree
      let middle = Trigonometry.sineAndCosine(degrees: (a.latitude + b.latitude) / 2).sine
      let half = abs(b.latitude - a.latitude) / 2
      let sinc =
        half == 0 ? 1 : Trigonometry.sine(degrees: half) / (half * Trigonometry.radiansPerDegree)
      return sum + width * middle * sinc
    }
  }

  /// The integral of sin φ dλ along great circles: the spherical excess between each edge and the equator.
  private static func geodesicArea(_ vertices: [Vertex]) -> Double {
    zip(vertices, vertices.dropFirst()).reduce(0) { sum, edge in
      let (a, b) = edge
      let turn = (b.longitude - a.longitude + 360 * Double(b.turns - a.turns)) / 2
      guard abs(turn) <= 180 else { return sum + 2 * turn * Trigonometry.radiansPerDegree * a.latitude / 90 }
      let half = Trigonometry.sineAndCosine(degrees: turn)
      let middle = Trigonometry.sineAndCosine(degrees: (a.latitude + b.latitude) / 2).sine
      let difference = Trigonometry.sineAndCosine(degrees: (a.latitude - b.latitude) / 2).cosine
      return sum + 2 * Libm.arctangent(half.sine * middle, half.cosine * difference)
    }
  }
}
