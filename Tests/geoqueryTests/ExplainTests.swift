// SPDX-License-Identifier: Apache-2.0
import Foundation
import GeoHash
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@testable import geoquery

@Suite struct ExplainTests {
  private func json(_ words: String...) throws -> [String: Any] {
    let result = try Towns.program.runAll(["explain"] + words + ["--format", "json"])
    try #require(result.status == 0, "\(result.messages)")
    return try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
  }

  @Test func programsFindTheSameNames() throws {
    let plain = try json("near", "51.5,-0.1", "--within", "25km")
    #expect(
      Set(plain.keys) == [
        "query", "collection", "shape", "grid", "partitionLevel", "density", "plan", "dynamoDB", "refusal",
        "run",
      ])
    #expect(plain["run"] is NSNull && plain["refusal"] is NSNull)
    let plan = try #require(plain["plan"] as? [String: Any])
    #expect(
      Set(plan.keys) == [
        "index", "cells", "coveringCells", "ranges", "areaSquareKilometers", "expectedItems", "expectedPrice",
        "reachMeters", "partitions", "requests", "priceUnit",
      ])
    let run = try #require(
      try json("nearest", "51.5,-0.1", "--count", "20", "--run")["run"] as? [String: Any])
    #expect(
      Set(run.keys) == [
        "stages", "requests", "ranges", "items", "matches", "hasMore", "waste", "price", "expectedItems",
        "expectedPrice", "estimateFactor", "planningMicroseconds", "readingMicroseconds",
      ])
    #expect(run["matches"] as? Int == 20 && run["hasMore"] as? Bool == true)
    #expect(try #require(run["items"] as? Int) >= 20)
  }

  @Test func aBudgetIsToldAndNotEnforcedWithoutRunning() throws {
    let refused = try json("near", "51.5,-0.1", "--within", "500km", "--max-items", "5")
    #expect((refused["refusal"] as? String)?.contains("its budget is 5") == true)
  }

  @Test(arguments: [
    ["near", "51.5,-0.1", "--within", "25km"], ["near", "89.5,10", "--within", "800km"],
    ["nearest", "-90,0", "--count", "5"], ["box", "-25,175,-12,-170"], ["box", "-90,-180,90,180"],
    ["box", "-90,-180,-60,180"], ["ring", "-17.8,179.9", "--from", "100km", "--within", "700km"],
    ["near", "0,0", "--within", "0m"],
  ])
  func thePictureIsXMLAndHasEveryCell(words: [String]) throws {
    for run in [[], ["--run"]] {
      let name = "\(UUID().uuidString).svg"
      let result = try Towns.program.runAll(["explain"] + words + run + ["--svg", name, "--format", "json"])
      try #require(result.status == 0, "\(result.messages)")
      let answer = try #require(
        JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
      let stages = (answer["run"] as? [String: Any])?["stages"] as? [[String: Any]]
      let plans = try stages ?? [#require(answer["plan"] as? [String: Any])]
      let picture = try Picture(Towns.program.folder.path(name))
      #expect(picture.classes["cell"] == plans.reduce(0) { $0 + ($1["cells"] as! Int) }, "\(words)")
      #expect(picture.classes["title"] == 1 && picture.classes["scale"] == 1 && picture.classes["bar"] == 1)
      let matches = (answer["run"] as? [String: Any])?["matches"] as? Int ?? 0
      #expect((picture.classes["match"] ?? 0) >= min(matches, 5000))
      #expect(!picture.text.contains("nan") && !picture.text.contains("inf"))
    }
  }

  @Test func namesThatLookLikeMarkupAreEscaped() throws {
    var svg = SVGWriter()
    svg.element("text", ["class": "a\"b"], text: "<&>\"'\u{1B}\u{FFFF}é")
    #expect(
      svg.text == "<text class=\"a&quot;b\">&lt;&amp;&gt;&quot;&#39;\\u{1b}\u{FFFD}é</text>\n")
  }

  @Test func featuresAreCellsShapeAndMatches() throws {
    let result = try Towns.program.run(
      "explain", "near", "51.5,-0.1", "--within", "25km", "--run", "--format", "geojson")
    let collection = try #require(
      JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let features = try #require(collection["features"] as? [[String: Any]])
    var kinds: [String: Int] = [:]
    for feature in features {
      let properties = try #require(feature["properties"] as? [String: Any])
      let kind = try #require(properties["kind"] as? String)
      kinds[kind, default: 0] += 1
      guard kind == "cell" else { continue }
      #expect(
        properties["token"] is String && properties["range"] is Int && properties["read"] as? Bool == true)
      #expect((properties["minimumDistanceMeters"] as? Double ?? -1) >= 0)
      #expect((feature["geometry"] as? [String: Any])?["type"] as? String == "Polygon")
    }
    #expect(kinds["shape"] == 1)
    #expect(kinds["match"] == (try Towns.found("near", "51.5,-0.1", "--within", "25km")).count)
    #expect(try #require(kinds["cell"]) > 3)
  }

  @Test func peopleReadSentences() throws {
    let text = try Towns.program.run("explain", "near", "51.5,-0.1", "--within", "25km", "--run").output
    #expect(
      text.hasPrefix(
        "near within 25 km of 51.5,-0.1, in users\ngrid          S2 cells, partitions of level 8\n"))
    for name in ["density", "plan", "expected", "on DynamoDB", "read", "returned", "estimate", "time"] {
      #expect(text.contains("\n\(name) "), "\(name)")
    }
  }

  @Test func aMapKeepsDistancesFromItsMiddle() throws {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<500 {
      let center = try Coordinate(
        latitude: .random(in: -70...70, using: &random), longitude: .random(in: -180...180, using: &random))
      let place = try center.destination(
        bearing: .random(in: 0...360, using: &random), distance: .kilometers(20))
      for kind in [MapProjection.Kind.equirectangular, .azimuthal] {
        let point = MapProjection(kind, center: center).point(place)
        let length = (point.x * point.x + point.y * point.y).squareRoot()
        #expect(abs(length - 20_000) < (kind == .azimuthal ? 0.01 : 150), "\(center) to \(place)")
      }
    }
  }
}

/// What an SVG file holds.
private final class Picture: NSObject, XMLParserDelegate {
  private(set) var classes: [String: Int] = [:]
  let text: String

  init(_ path: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    text = String(decoding: data, as: UTF8.self)
    super.init()
    let parser = XMLParser(data: data)
    parser.delegate = self
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    if let name = attributes["class"] { classes[name, default: 0] += 1 }
  }
}
