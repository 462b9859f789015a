// SPDX-License-Identifier: Apache-2.0

@testable import GeoHash
import TestSupport
import Testing

/// A place of degrees that are in range.
private func at(_ latitude: Double, _ longitude: Double) -> Coordinate {
  try! Coordinate(latitude: latitude, longitude: longitude)
}

@Suite struct PolygonTests {
  // MARK: Straight edges against whole numbers

  /// Rings around a middle, on a grid of 1/64°, clamped at the edges of the map; a hole of half the size.
  private func anyGridPolygon(_ random: inout SeededGenerator) -> (
    polygon: Polygon, rings: [[(x: Int, y: Int)]]
  )? {
    let (x, y) = (
      Int.random(in: -11520...11520, using: &random), Int.random(in: -5760...5760, using: &random)
    )
    let size = 1 << Int.random(in: 2...13, using: &random)
    var outer: [(x: Int, y: Int)] = []
    let corners = Int.random(in: 3...12, using: &random)
    for corner in 0..<corners {
      let angle = (Double(corner) + Double.random(in: 0...0.9, using: &random)) / Double(corners) * 2 * .pi
      let radius = Double(size) * Double.random(in: 0.4...1, using: &random)
      outer.append(
        (
          max(-11520, min(11520, x + Int(radius * Libm.cosine(angle)))),
          max(-5760, min(5760, y + Int(radius * Libm.sine(angle))))
        ))
    }
    var rings = [outer]
    if Bool.random(using: &random) { rings.append(outer.map { (x + ($0.x - x) / 2, y + ($0.y - y) / 2) }) }
    let places = rings.map { $0.map { at(Double($0.y) / 64, Double($0.x) / 64) } }
    guard let polygon = try? Polygon(rings: places) else { return nil }
    return (polygon, rings)
  }

  private enum GridSide { case inside, border, outside }

  private func side(_ x: Int, _ y: Int, _ ring: [(x: Int, y: Int)]) -> GridSide {
    var isIn = false
    for (a, b) in zip(ring, ring[1...] + ring[..<1]) {
      let turn = (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)
      if turn == 0, min(a.x, b.x) <= x, x <= max(a.x, b.x), min(a.y, b.y) <= y, y <= max(a.y, b.y) {
        return .border
      }
      if (a.y <= y) != (b.y <= y), (turn > 0) == (b.y > a.y) { isIn.toggle() }
    }
    return isIn ? .inside : .outside
  }

  private func isMember(_ x: Int, _ y: Int, _ rings: [[(x: Int, y: Int)]]) -> Bool {
    if abs(y) == 5760 { return rings.contains { $0.contains { $0.y == y } } }
    return (abs(x) == 11520 ? [x, -x] : [x]).contains { x in
      let outer = side(x, y, rings[0])
      return outer == .border || outer == .inside && rings[1...].allSatisfy { side(x, y, $0) != .inside }
    }
  }

  @Test(arguments: [1, 2] as [UInt64]) func membersAreThoseOfExactIntegers(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var (made, border) = (0, 0)
    while made < 300 {
      guard let (polygon, rings) = anyGridPolygon(&random) else { continue }
      made += 1
      let (xs, ys) = (rings[0].map(\.x), rings[0].map(\.y))
      for _ in 0..<40 {
        let onVertex = Int.random(in: 0..<3, using: &random) == 0
        let x =
          onVertex ? xs.randomElement(using: &random)! : Int.random(in: xs.min()!...xs.max()!, using: &random)
        let y =
          Bool.random(using: &random)
          ? ys.randomElement(using: &random)! : Int.random(in: ys.min()!...ys.max()!, using: &random)
        let expected = isMember(x, y, rings)
        if rings.contains(where: { side(x, y, $0) == .border }) { border += 1 }
        #expect(
          polygon.contains(at(Double(y) / 64, Double(x) / 64)) == expected, "\(x) \(y) \(rings) seed \(seed)")
        if abs(x) == 11520 {
          #expect(polygon.contains(at(Double(y) / 64, Double(-x) / 64)) == expected, "\(x) \(y) \(rings)")
        }
      }
    }
    #expect(border > 500)
  }

  // MARK: Great circles against triangles

  /// A ring around a middle anywhere, over poles and ±180° too, and the triangles from the middle to its edges.
  private func anyStar(_ places: inout Places) -> (polygon: Polygon, middle: Coordinate, ring: [Coordinate]) {
    let middle = places.next()
    let reach = places.magnitude(1...9e6)
    let corners = Int.random(in: 3...10, using: &places.random)
    let ring = (0..<corners).map { corner in
      let bearing =
        (Double(corner) + Double.random(in: 0...0.4, using: &places.random)) / Double(corners) * 360
      let distance = Distance.meters(reach * Double.random(in: 0.5...1, using: &places.random))
      return try! middle.destination(bearing: bearing, distance: distance)
    }
    do {
      return (try Polygon(ring, edges: .geodesic), middle, ring)
    } catch {
      return anyStar(&places)
    }
  }

  /// Whether a place is in a triangle; nil within about 1 µm of an edge.
  private func isIn(_ place: UnitVector, _ a: UnitVector, _ b: UnitVector, _ c: UnitVector) -> Bool? {
    let signs = [(a, b), (b, c), (c, a)].map { u, v in
      u.cross(v - u).dot(place - u) / (v - u).squaredLength.squareRoot()
    }
    if place.dot(a) < -0.2 { return false }
    if signs.contains(where: { abs($0) < 2e-13 }) { return nil }
    return signs.allSatisfy { $0 > 0 } || signs.allSatisfy { $0 < 0 }
  }

  @Test(arguments: [3, 4] as [UInt64]) func greatCircleMembersAreThoseOfTriangles(seed: UInt64) {
    var places = Places(seed: seed)
    var checked = 0
    for _ in 0..<300 {
      let (polygon, middle, ring) = anyStar(&places)
      #expect(polygon.contains(middle), "\(ring) seed \(seed)")
      let (center, corners) = (UnitVector(middle), ring.map { UnitVector($0) })
      for place in interesting(around: middle, ring, &places) {
        let answers = zip(corners, corners[1...] + corners[..<1]).map {
          isIn(UnitVector(place), center, $0, $1)
        }
        if answers.contains(true) {
          #expect(polygon.contains(place), "\(place) \(ring) seed \(seed)")
          checked += 1
        } else if !answers.contains(nil) {
          #expect(!polygon.contains(place), "\(place) \(ring) seed \(seed)")
          checked += 1
        }
      }
    }
    #expect(checked > 4000)
  }

  private func interesting(around middle: Coordinate, _ ring: [Coordinate], _ places: inout Places)
    -> [Coordinate]
  {
    var found = [places.next(), places.next(), at(90, 0), at(-90, 180)]
    for corner in ring {
      let way = middle.distance(to: corner).meters
      for part in [0.3, 1 - 1e-9, 1 + 1e-9, 1.3] {
        let bearing = middle.initialBearing(to: corner) + Double.random(in: -20...20, using: &places.random)
        found.append(try! middle.destination(bearing: bearing, distance: .meters(way * part)))
      }
      found.append(at(corner.latitude, Bool.random(using: &places.random) ? 180 : -180))
      found.append(at(corner.latitude, middle.longitude))
    }
    return found
  }

  @Test func verticesAndPlacesOfEdgesAreMembers() {
    var places = Places(seed: 5)
    for _ in 0..<300 {
      let (polygon, _, ring) = anyStar(&places)
      for (a, b) in zip(ring, ring[1...] + ring[..<1]) {
        #expect(polygon.contains(a), "\(a) \(ring) seed 5")
        #expect(polygon.contains(at(a.latitude, a.longitude == -180 ? 180 : a.longitude)))
        let (u, v) = (UnitVector(a), UnitVector(b))
        let middle = (u + v).normalized.coordinate
        let lengths = (u - v).squaredLength.squareRoot()
        // The middle of a long edge is rounded to a place some nanometres aside of it.
        if lengths < 1.4, abs(middle.latitude) < 89.9 {
          #expect(polygon.contains(middle), "\(a) \(b) seed 5")
        }
      }
    }
  }

  @Test func relationsAndDistancesOfCellsAreSafe() {
    expectSafety(S2Cell.self)
    expectSafety(GeohashCell.self)
  }

  private func expectSafety<Cell: SampledCell>(_ grid: Cell.Type) {
    var places = Places(seed: 6)
    for round in 0..<120 {
      var polygon: Polygon
      var around: [Coordinate]
      if round % 2 == 0 {
        let star = anyStar(&places)
        (polygon, around) = (
          star.polygon, star.ring + interesting(around: star.middle, star.ring, &places).prefix(30)
        )
      } else {
        guard let grid = anyGridPolygon(&places.random) else { continue }
        polygon = grid.polygon
        around = polygon.polygons[0].flatMap { $0 }
        for (a, b) in zip(around, around.dropFirst()) {
          around.append(at((a.latitude + b.latitude) / 2, (a.longitude + b.longitude) / 2))
        }
        around += around.filter { abs($0.longitude) == 180 }.map { at($0.latitude, -$0.longitude) }
        around += around.filter { abs($0.latitude) == 90 }.map { at($0.latitude, 77) }
      }
      let comment = "\(polygon.polygons) \(polygon.edges) seed 6"
      expectSafeRelations(of: polygon, around: around, grid: grid, using: &places, comment)
      expectSafeDistances(of: polygon, around: around, grid: grid, using: &places, comment)
      let members = around.filter(polygon.contains)
      for member in members { #expect(polygon.bounds.contains(member), "\(member) \(comment)") }
      expectComplete(Coverer(maximumCells: 12).covering(of: polygon, by: grid), members, comment)
    }
  }
}
