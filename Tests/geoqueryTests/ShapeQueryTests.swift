// SPDX-License-Identifier: Apache-2.0
import Foundation
import GeoHash
import TestSupport
import Testing

@testable import geoquery

/// Every shape, asked of the built program over real towns and compared with a look at each of them.
@Suite struct ShapeQueryTests {
  private static let italy = """
    {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"Italy"},"geometry":
    {"type":"Polygon","coordinates":[[[7.5,43.8],[7.0,45.9],[10.5,46.8],[12.4,47.0],[13.7,46.5],[13.7,45.6],[12.3,45.3],
    [12.3,44.2],[13.6,43.5],[14.2,42.4],[16.2,41.8],[18.5,40.2],[18.4,39.8],[17.0,40.5],[16.5,39.7],[17.2,39.0],
    [15.7,37.9],[15.1,36.6],[12.4,37.5],[12.5,38.2],[15.5,38.3],[16.1,39.0],[15.6,40.0],[14.4,40.6],[12.2,41.7],
    [10.4,43.0],[10.2,43.9],[8.7,44.4],[7.5,43.8]],
    [[12.3,41.8],[12.3,42.0],[12.7,42.0],[12.7,41.8],[12.3,41.8]]]}},
    {"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[12.5,41.9]}}]}
    """
  private static let route =
    #"{"type":"MultiLineString","coordinates":[[[-0.1278,51.5074],[1.31,51.13],[1.85,50.95]],[[1.85,50.95],[2.35,48.85]]]}"#

  @Test func boxAcrossTheAntimeridianHoldsFijiAndTonga() throws {
    let found = try Towns.found("box", "-25,175,-12,-170")
    #expect(found == Towns.ids(in: try BoundingBox(south: -25, west: 175, north: -12, east: -170)))
    let countries = Set(Towns.all.filter { found.contains($0.id) }.map(\.country))
    #expect(countries.isSuperset(of: ["FJ", "TO", "WS"]) && !countries.contains("NZ"))
  }

  @Test(arguments: ["planar", "geodesic"])
  func polygonLeavesOutItsHole(edges: String) throws {
    let found = try Towns.found("polygon", "-", "--edges", edges, input: Self.italy)
    let polygon = try GeometryFile(Array(Self.italy.utf8), name: "italy")
      .polygon(edges: edges == "planar" ? .planar : .geodesic)
    #expect(found == Towns.ids(in: polygon))
    let names = Set(Towns.all.filter { found.contains($0.id) }.map(\.name))
    #expect(names.isSuperset(of: ["Milan", "Naples", "Palermo"]))
    #expect(!names.contains("Rome") && !names.contains("Marseille"))
  }

  @Test func ringLeavesOutItsMiddle() throws {
    let center = try Coordinate(latitude: 51.5074, longitude: -0.1278)
    let found = try Towns.found("ring", "51.5074,-0.1278", "--from", "20km", "--within", "60km")
    #expect(found == Towns.ids(in: try Ring(center: center, from: .kilometers(20), to: .kilometers(60))))
    #expect(found.count > 50)
  }

  @Test func corridorFollowsSeveralLines() throws {
    let found = try Towns.found("corridor", "-", "--within", "5km", input: Self.route)
    let region = try GeometryFile(Array(Self.route.utf8), name: "route").corridor(within: .kilometers(5))
    #expect(found == Towns.ids(in: region))
    let names = Set(Towns.all.filter { found.contains($0.id) }.map(\.name))
    #expect(names.isSuperset(of: ["London", "Calais", "Paris"]))
  }

  @Test func nearestHasNoBoundUnlessOneIsGiven() throws {
    let place = "-45,-130"
    let center = try Coordinate(latitude: -45, longitude: -130)
    let all = Towns.ids(in: Circle(center: center, radius: Earth.halfCircumference))
    #expect(try Towns.found("nearest", place, "--count", "7") == Array(all.prefix(7)))
    #expect(try Towns.found("nearest", place, "--count", "7", "--within", "500km") == [])
    let london = try Towns.found("nearest", "--of", "2643743", "--count", "3", "--within", "5km")
    #expect(london.count == 3 && !london.contains("2643743"))
    #expect(try Towns.found("nearest", "51.5,-0.1", "--count", "50", "--within", "10km").count < 50)
  }

  @Test func csvHasItsHeaderAlsoWithoutAMatch() throws {
    let result = try Towns.program.run("near", "-60,-140", "--within", "1m", "--format", "csv")
    #expect(result.output == "id,latitude,longitude,distanceMeters,movedAt\n")
  }

  @Test func excludedObjectsAreNotFound() throws {
    let all = try Towns.found("near", "51.5074,-0.1278", "--within", "5km")
    let rest = try Towns.found(
      "near", "51.5074,-0.1278", "--within", "5km", "--exclude", all[0], "--exclude", all[2])
    #expect(rest == [all[1]] + all[3...])
  }

  @Test func freshObjectsAreFoundPageByPage() throws {
    let program = try Executable()
    let now = Date().timeIntervalSince1970
    var rows = "id,lat,lon,movedAt\n"
    for (id, age) in [("a", 10.0), ("b", 300), ("c", 900), ("d", 30)] {
      let moment = ISO8601DateFormatter().string(from: Date(timeIntervalSince1970: now - age))
      rows += "\(id),1,2,\(moment)\n"
    }
    try program.write(rows, to: "u.csv")
    #expect(try program.run("import", "u.csv").status == 0)
    func ids(_ arguments: String...) throws -> [Substring] {
      let result = try program.runAll(["near", "1,2", "--within", "1m", "--format", "csv"] + arguments)
      #expect(result.status == 0, "\(result.messages)")
      return result.output.split(separator: "\n").dropFirst().map { $0.prefix { $0 != "," } }
    }
    #expect(try ids("--seen-within", "10min") == ["a", "b", "d"])
    #expect(try ids("--seen-within", "1min") == ["a", "d"])
    let first = try program.run("near", "1,2", "--within", "1m", "--seen-within", "10min", "--limit", "2")
    let cursor = first.messages.split(separator: " ").last!.dropLast()
    #expect(try ids("--seen-within", "10min", "--limit", "2", "--after", String(cursor)) == ["d"])
    let without = try program.run("near", "1,2", "--within", "1m", "--after", String(cursor))
    #expect(without.status == 64 && without.messages.contains("is not a cursor for this query"))
  }

  @Test func budgetsAreRefusedWithAdvice() throws {
    for words in [
      ["--max-items", "10"], ["--max-requests", "0"], ["--max-time", "0.01ms"],
    ] {
      let result = try Towns.program.runAll(["near", "51.5,-0.1", "--within", "500km"] + words)
      #expect(result.status == 1 && result.output == "", "\(words)")
      #expect(result.messages.contains("its budget is ") && result.messages.contains("--estimate"))
    }
    #expect(
      try Towns.program.run("near", "51.5,-0.1", "--within", "5km", "--max-items", "100000").status == 0)
  }

  @Test(
    arguments: [
      (["nearest", "1,2"], 64), (["nearest", "1,2", "--count", "0"], 64), (["nearest", "--count", "3"], 64),
      (["nearest", "1,2", "--count", "3", "--limit", "2"], 64),
      (["box", "1,2,3"], 64), (["box", "3,2,1,4"], 64), (["box", "1,2,x,4"], 64), (["box", "1,2,91,4"], 64),
      (["ring", "1,2", "--within", "1km"], 64), (["ring", "1,2", "--from", "2km", "--within", "1km"], 64),
      (["polygon", "none.geojson"], 66), (["polygon", "-"], 65), (["polygon", "-", "--edges", "round"], 64),
      (["corridor", "-"], 64), (["corridor", "-", "--within", "1km"], 65),
      (["near", "1,2", "--within", "1km", "--seen-within", "10"], 64),
      (["near", "1,2", "--within", "1km", "--seen-within", "10fortnights"], 64),
      (["near", "1,2", "--within", "1km", "--max-time", "-1s"], 64),
      (["near", "1,2", "--within", "1km", "--max-items", "few"], 64),
      (["explain"], 64), (["explain", "near", "1,2"], 64), (["explain", "count", "1,2"], 64),
      (["explain", "near", "1,2", "--within", "1km", "--svg", "no/such/folder.svg"], 1),
      (["explain", "box", "0,0,50,50", "--max-items", "1"], 0),
      (["explain", "box", "0,0,50,50", "--max-items", "1", "--run"], 1),
    ] as [([String], Int32)])
  func exitStatusTellsWhoErred(words: [String], status: Int32) throws {
    let result = try Towns.program.runAll(words)
    #expect(result.status == status, "\(words): \(result.messages)")
  }
}
