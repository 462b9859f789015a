// SPDX-License-Identifier: Apache-2.0

@testable import GeoHash
import TestSupport
import Testing

/// A place of degrees that are in range.
private func at(_ latitude: Double, _ longitude: Double) -> Coordinate {
  try! Coordinate(latitude: latitude, longitude: longitude)
}

private let square = [at(0, 0), at(0, 10), at(10, 10), at(10, 0)]

@Suite struct PolygonRuleTests {
  @Test(arguments: [Polygon.Edges.planar, .geodesic]) func aRingMayBeClosedOrOpenAndEitherWayRound(
    edges: Polygon.Edges
  ) throws {
    for ring in [square, square + [square[0]], square.reversed(), [square[0]] + square.reversed()] {
      let polygon = try Polygon(ring, edges: edges)
      #expect(polygon.contains(at(1.5, 1.5)) && polygon.contains(at(10, 10)) && !polygon.contains(at(20, 20)))
    }
  }

  /// Coordinate order, and the rings of Parse Server's tests.
  @Test func ringsOfParseServerHoldTheirPlaces() throws {
    let unit = try Polygon([at(0, 0), at(0, 1), at(1, 1), at(1, 0)])
    let far = try Polygon([at(10, 10), at(10, 15), at(15, 15), at(15, 10)])
    #expect(unit.contains(at(0.5, 0.5)) && !far.contains(at(0.5, 0.5)))
    let flat = try Polygon([at(0.25, 0), at(0.25, 1.25), at(0.75, 1.25), at(0.75, 0)])
    #expect(flat.contains(at(0.5, 1)) && !flat.contains(at(1, 0.5)))
    let detroit = try Polygon([
      at(42.631655189280224, -83.78406753121705), at(42.633047793854814, -83.75333640366955),
      at(42.61625254348911, -83.75149921669944), at(42.61526926650296, -83.78161794858735),
      at(42.631655189280224, -83.78406753121705),
    ])
    #expect(detroit.contains(at(42.624599, -83.770162)))
  }

  /// A grid of 10 by 10 places, a hundredth of a degree apart, half of it in a triangle with its border.
  @Test func aTriangleHoldsThePlacesOnAndBelowItsLongEdge() throws {
    let triangle = try Polygon([at(48, 10), at(48, 10.1), at(48.1, 10)])
    var members = 0
    for row in 0..<10 {
      for column in 0..<10 where triangle.contains(at(48 + Double(row) / 100, 10 + Double(column) / 100)) {
        members += 1
        #expect(row + column <= 10)
      }
    }
    #expect((45...64).contains(members))
    #expect(triangle.contains(at(48, 10.05)) && triangle.contains(at(48.05, 10)))
  }

  @Test func bordersOfHolesBelongToThePolygon() throws {
    let hole = [at(4, 4), at(4, 6), at(6, 6), at(6, 4)]
    for edges in [Polygon.Edges.planar, .geodesic] {
      let polygon = try Polygon(rings: [square, hole], edges: edges)
      #expect(!polygon.contains(at(5, 5)))
      for place in hole + [at(5, 4), at(5, 6)] { #expect(polygon.contains(place)) }
      #expect(polygon.contains(at(3.9, 5)) && !polygon.contains(at(4.1, 5)))
      #expect(polygon.contains(at(4.1, 4.0.nextDown)) && !polygon.contains(at(5, 4.0001)))
    }
    let planar = try Polygon(rings: [square, hole])
    #expect(planar.contains(at(4, 5)) && !planar.contains(at(4.0.nextUp, 5)))
    #expect(
      !planar.contains(at(-1e-99, 5)) && planar.contains(at(10, 5)) && !planar.contains(at(10.0.nextUp, 5)))
  }

  @Test func straightEdgesMayRunAlongTheMapsEdges() throws {
    let cap = try Polygon([
      at(-60, -180), at(-70, 0), at(-60, 180), at(-90, 180), at(-90, -180),
    ])
    for longitude in [-180.0, -90, 0, 13, 180] {
      #expect(cap.contains(at(-90, longitude)) && cap.contains(at(-80, longitude)))
      #expect(!cap.contains(at(-59, longitude)) && !cap.contains(at(90, longitude)))
    }
    #expect(cap.contains(at(-65, 180)) && cap.contains(at(-65, -180)) && !cap.contains(at(-65, 0)))
    #expect(cap.bounds == (try BoundingBox(south: -90, west: -180, north: -60, east: 180)))
    let east = try Polygon([at(0, 170), at(0, 180), at(10, 180), at(10, 170)])
    #expect(east.contains(at(5, -180)) && east.contains(at(5, 180)) && !east.contains(at(5, -179.9)))
    let both = try Polygon(polygons: [
      [[at(0, 170), at(0, 180), at(10, 180), at(10, 170)]],
      [[at(0, -170), at(0, -180), at(10, -180), at(10, -170)]],
    ])
    #expect(both.bounds == (try BoundingBox(south: 0, west: 170, north: 10, east: -170)))
  }

  @Test func greatCirclesGoTheShortWay() throws {
    let across = try Polygon([at(0, 170), at(0, -170), at(10, -170), at(10, 170)], edges: .geodesic)
    #expect(across.contains(at(5, 180)) && across.contains(at(5, -175)) && !across.contains(at(5, 0)))
    #expect(across.bounds.crossesAntimeridian && across.bounds.width < 20.1)
    for pole in [90.0, -90] {
      let cap = try Polygon(
        stride(from: -180.0, to: 180, by: 60).map { at(pole * 0.9, $0) }, edges: .geodesic)
      #expect(cap.contains(at(pole, 50)) && cap.contains(at(pole * 0.99, 50)) && !cap.contains(at(-pole, 0)))
      #expect(cap.bounds.contains(at(pole, 0)))
      let slice = try Polygon([at(pole, 0), at(0, 10), at(0, 40)], edges: .geodesic)
      #expect(
        slice.contains(at(pole, 99)) && slice.contains(at(pole / 2, 25)) && !slice.contains(at(pole / 2, 60)))
      let over = try Polygon([at(pole * 0.9, 0), at(pole * 0.9, 180), at(pole * 0.8, 90)], edges: .geodesic)
      #expect(
        over.contains(at(pole, 7)) && over.contains(at(pole * 0.95, 90))
          && !over.contains(at(pole * 0.95, -90)))
    }
    let octant = try Polygon([at(0, 0), at(0, 90), at(90, 0)], edges: .geodesic)
    #expect(abs(octant.areaShare - 0.125) < 1e-15)
    let bulge = [at(50, -20), at(50, 20), at(40, 20), at(40, -20)]
    #expect(try Polygon(bulge, edges: .geodesic).contains(at(51, 0)))
    #expect(try !Polygon(bulge).contains(at(51, 0)))
  }

  @Test func areasOfStraightEdgesAreThoseOfBoxes() throws {
    let box = try BoundingBox(south: 0, west: 0, north: 10, east: 10)
    #expect(abs(try Polygon(square).areaShare - box.areaShare) < 1e-17)
    let triangle = try Polygon([at(0, 0), at(0, 90), at(90, 0)])
    // The integral of sin(90° − λ) over a quarter turn of longitude is 1.
    #expect(abs(triangle.areaShare - 1 / (4 * Double.pi)) < 1e-15)
  }

  // Rings, and what is said of them.
  @Test(arguments: [
    ([[]], "polygon 0 has no ring; give it at least one of three different positions"),
    ([[[]]], "ring 0 of polygon 0 has 0 different positions; a ring has at least 3"),
    ([[[at(0, 0)]]], "ring 0 of polygon 0 has 1 different position; a ring has at least 3"),
    (
      [[square], [[at(0, 0), at(1, 1), at(0, 0), at(1, 1)]]],
      "ring 0 of polygon 1 has 2 different positions; a ring has at least 3"
    ),
    (
      [[[at(0, 0), at(10, 10), at(0, 10), at(10, 0)]]],
      "ring 0 of polygon 0: the edge at position 2 (0.0,10.0 to 10.0,0.0) crosses "
        + "the edge at position 0 of ring 0 (0.0,0.0 to 10.0,10.0)"
    ),
    (
      [[square, [at(1, 1), at(1, 2), at(2, 1)], [at(5, 5), at(5, 6), at(5, 12)]]],
      "ring 2 of polygon 0: the edge at position 1 (5.0,6.0 to 5.0,12.0) crosses "
        + "the edge at position 1 of ring 0 (0.0,10.0 to 10.0,10.0)"
    ),
    (
      [[square, [at(20, 20), at(20, 21), at(21, 20)]]],
      "ring 1 of polygon 0: position 0 (20.0,20.0) lies outside of the outer ring"
    ),
    (
      [[square, [at(1, 1), at(1, 8), at(8, 8), at(8, 1)], [at(2, 2), at(2, 3), at(3, 2)]]],
      "ring 2 of polygon 0: position 0 (2.0,2.0) lies inside the hole that is ring 1"
    ),
  ]) func aBadRingIsRefusedWithItsPlace(polygons: [[[Coordinate]]], sentence: String) {
    for edges in [Polygon.Edges.planar, .geodesic] {
      if edges == .geodesic, sentence.contains("ring 2 of polygon 0: the edge") { continue }
      let error = #expect(throws: GeometryError.self) { try Polygon(polygons: polygons, edges: edges) }
      #expect(error?.description == sentence)
    }
  }

  @Test func noPolygonAndAntipodesAreRefused() {
    #expect(throws: GeometryError.self) { try Polygon(polygons: []) }
    let error = #expect(throws: GeometryError.self) {
      try Polygon([at(1, 2), at(10, 20), at(-10, -160)], edges: .geodesic)
    }
    guard case .polygon(let fault) = error else {
      Issue.record("another error")
      return
    }
    #expect(fault.reason == .antipodes && fault.position == 1)
  }

  @Test func signaturesTellPolygonsApart() throws {
    let one = try Polygon(square)
    let same = try Polygon(square)
    #expect(one.signature == same.signature && one == same)
    let others = [
      try Polygon(square, edges: .geodesic), try Polygon(square.reversed()),
      try Polygon(Array(square.prefix(3))),
      try Polygon(square.map { at($0.latitude.nextUp, $0.longitude) }),
    ]
    for other in others { #expect(other != one && other.signature != one.signature) }
    let line = try Corridor(along: square, within: .meters(1))
    #expect(line.signature != (try Corridor(along: square, within: .meters(2)).signature))
    #expect(line.signature != (try Corridor(along: square.reversed(), within: .meters(1)).signature))
  }
}
