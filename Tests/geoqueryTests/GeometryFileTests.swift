// SPDX-License-Identifier: Apache-2.0
import GeoHash
import TestSupport
import Testing

@testable import geoquery

@Suite struct GeometryFileTests {
  private func file(_ text: String) throws -> GeometryFile { try GeometryFile(Array(text.utf8), name: "f") }

  private static let triangle = #"{"type":"Polygon","coordinates":[[[0,0],[10,0],[10,10],[0,0]]]}"#

  @Test(arguments: [
    triangle,
    "\u{FEFF}\(triangle)",
    #"{"type":"Feature","properties":null,"geometry":\#(triangle)}"#,
    #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]}},{"type":"Feature","geometry":\#(triangle)}]}"#,
    #"{"type":"GeometryCollection","geometries":[\#(triangle)]}"#,
    #"{"coordinates":[[[[0,0,7],[10,0,7],[1e1,10],[0,0]]]],"type":"MultiPolygon","bbox":[0,0,10,10]}"#,
  ])
  func onePolygonIsFoundWhereverItStands(text: String) throws {
    let polygon = try file(text).polygon(edges: .planar)
    #expect(polygon.bounds == (try BoundingBox(south: 0, west: 0, north: 10, east: 10)))
    #expect(polygon.contains(try Coordinate(latitude: 2, longitude: 8)))
  }

  @Test(arguments: [
    ("", "f: it is empty"), ("{} {}", "f: it holds 2 JSON values; give one"),
    ("{\n\"type\":\n]", "f:3: not JSON: unallowed token at this point in JSON text (byte 11)"),
    ("[1,2", "f:1: the JSON is cut short (byte 4)"),
    ("3", "f: there is no Polygon or MultiPolygon; it has no type"),
    (
      #"{"type":"Point","coordinates":[1,2]}"#,
      "f: there is no Polygon or MultiPolygon; it is of type \"Point\""
    ),
    (
      #"{"type":"GeometryCollection","geometries":[\#(triangle),\#(triangle)]}"#,
      "f: there are 2 of type Polygon or MultiPolygon; give one, or join them into a MultiPolygon"
    ),
    (#"{"type":"Polygon"}"#, "f: the Polygon has no coordinates"),
    (#"{"type":"Polygon","coordinates":7}"#, "f: the rings must be an array, not \"7\""),
    (
      #"{"type":"MultiPolygon","coordinates":[[[[0,0],[10,0],[10,10]]],[[[0,0],[1]]]]}"#,
      "f: position 1 of ring 0 of polygon 1 must be an array of longitude and latitude"
    ),
    (
      #"{"type":"Polygon","coordinates":[[[0,0],[10,0],[10,"10"]]]}"#,
      "f: position 2 of ring 0 must be an array of longitude and latitude"
    ),
    (
      #"{"type":"Polygon","coordinates":[[[0,0],[10,91],[10,10]]]}"#,
      "f: position 1 of ring 0: latitude 91 is out of range −90…90; did you swap latitude and longitude?"
    ),
    (
      #"{"type":"Polygon","coordinates":[[[0,0],[10,0],[0,0]]]}"#,
      "f: ring 0 of polygon 0 has 2 different positions; a ring has at least 3"
    ),
    (
      #"{"type":"Polygon","coordinates":[]}"#,
      "f: polygon 0 has no ring; give it at least one of three different positions"
    ),
    (
      #"{"type":"Polygon","coordinates":[[[0,0],[10,10],[10,0],[0,10],[0,0]]]}"#,
      "f: ring 0 of polygon 0: the edge at position 2 (0.0,10.0 to 10.0,0.0) crosses the edge at position 0 of ring 0 (0.0,0.0 to 10.0,10.0)"
    ),
  ])
  func aWrongFileSaysWhere(text: String, message: String) {
    #expect(throws: CommandFailure(.badData, message)) { try file(text).polygon(edges: .planar) }
  }

  @Test(arguments: [
    (#"{"type":"LineString","coordinates":[[1,2]]}"#, "f: the line has 1 position, not at least 2"),
    (
      #"{"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[]]}"#,
      "f: line 1 has 0 positions, not at least 2"
    ),
    (#"{"type":"MultiLineString","coordinates":[]}"#, "f: it has no line"),
    (
      #"{"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[[0,0],[180,0]]]}"#,
      "f: line 1: position 1 of the line is the antipode of position 0; add a position between them"
    ),
  ])
  func aWrongLineSaysWhere(text: String, message: String) {
    #expect(throws: CommandFailure(.badData, message)) { try file(text).corridor(within: .meters(1)) }
  }

  @Test func severalLinesAreOneCorridor() throws {
    let text =
      #"{"type":"MultiLineString","coordinates":[[[179,0],[180,0]],[[-180,0],[-179,1]],[[170,5],[171,5]]]}"#
    let group = try file(text).corridor(within: .kilometers(50))
    var random = SeededGenerator(seed: 5)
    let corridors = (group as! CorridorGroup).corridors
    #expect(group.bounds.crossesAntimeridian && group.bounds.width < 13)
    for _ in 0..<2000 {
      let longitude = Double.random(in: 168...182, using: &random)
      let place = try Coordinate(
        latitude: .random(in: -2...6, using: &random),
        longitude: longitude > 180 ? longitude - 360 : longitude)
      let meters = corridors.compactMap {
        $0.meters(toMemberAtLatitude: place.latitude, longitude: place.longitude)
      }.min()
      #expect(group.meters(toMemberAtLatitude: place.latitude, longitude: place.longitude) == meters)
      if meters != nil { #expect(group.bounds.contains(place)) }
      let cell = S2Cell(leafContaining: place).parent(at: .random(in: 3...12, using: &random))
      let bounds = group.meters(to: cell)
      if let meters {
        #expect(bounds.minimum <= meters && meters <= bounds.maximum)
        #expect(group.relation(to: cell) != .disjoint)
      } else {
        #expect(group.relation(to: cell) != .inside)
      }
    }
  }

  @Test func damagedFilesAreErrorsAndNoTraps() {
    let seeds = [
      Self.triangle, #"{"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[[0,0],[18,0],[19,1]]]}"#,
      #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"MultiPolygon","coordinates":[[[[0,0],[9,0],[9,9]],[[5,1],[6,1],[6,2]]]]}}]}"#,
    ].map { Array($0.utf8) }
    var random = SeededGenerator(seed: 11)
    var shapes = 0
    for _ in 0..<6000 {
      var bytes = seeds.randomElement(using: &random)!
      for _ in 0..<Int.random(in: 1...5, using: &random) { mutate(&bytes, &random) }
      for edges in [Polygon.Edges.planar, .geodesic] {
        do {
          _ = try GeometryFile(bytes, name: "f").polygon(edges: edges)
          shapes += 1
        } catch { expectClean(error) }
      }
      do {
        _ = try GeometryFile(bytes, name: "f").corridor(within: .meters(10))
        shapes += 1
      } catch { expectClean(error) }
    }
    #expect(shapes > 100)
  }

  private func expectClean(_ error: any Error) {
    let failure = error as? CommandFailure
    #expect(failure?.status == .badData, "\(error)")
    #expect(failure?.description.utf8.contains { $0 < 0x20 } == false)
  }

  private func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    guard !bytes.isEmpty else { return }
    let place = Int.random(in: 0..<bytes.count, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
    case 1: bytes.remove(at: place)
    case 2: bytes.insert(Array("\"\\,{}[]\n\0-9e.".utf8).randomElement(using: &random)!, at: place)
    case 3: bytes[place] = Array("0123456789".utf8).randomElement(using: &random)!
    default:
      bytes.insert(contentsOf: bytes[place...].prefix(Int.random(in: 1...20, using: &random)), at: place)
    }
  }
}
