// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoHash
import Testing

@testable import geoquery

@Suite struct JSONParserTests {
  @Test func linesBecomeObjects() throws {
    let batch = read(
      """
      {"id":"a","lat":51.5,"lng":-0.1,"n":1.50,"big":12345678901234567890123456789012345678,"s":"x","b":true,"z":null,"l":[1,"2"],"m":{"k":[]}}

      {"longitude":null,"latitude":null,"id":7}
      """, as: .ndjson)
    #expect(batch.errors == [])
    let first = try #require(batch.records.first)
    #expect("\(first.coordinate!)" == "51.5,-0.1")
    let expected: Item = [
      "n": .number(try DecimalNumber("1.5")), "s": .string("x"), "b": .bool(true), "z": .null,
      "big": .number(try DecimalNumber("12345678901234567890123456789012345678")),
      "l": .list([.number(DecimalNumber(1 as Int64)), .string("2")]), "m": .map(["k": .list([])]),
    ]
    #expect(first.attributes == expected)
    let last = ImportRecord(line: 3, id: "7", coordinate: nil, movedAt: nil, attributes: [:])
    #expect(batch.records.last == last)
  }

  @Test func theFormOfExportIsReadBack() {
    let batch = read(
      #"{"id":"a","latitude":1,"longitude":2,"movedAt":"1970-01-01T00:00:01Z","attributes":{"attributes":{"id":1}}}"#,
      as: .ndjson)
    #expect(
      batch.records.first?.attributes == ["attributes": .map(["id": .number(DecimalNumber(1 as Int64))])])
    #expect(batch.records.first?.movedAt?.microseconds == 1_000_000)
  }

  @Test(arguments: [
    (#"{"id":"a","lat":1,"lon":2,"lat":3}"#, "the name occurs twice in one object"),
    (#"{"id":"a","lat":1,"lon":2,"x":{"y":1,"y":2}}"#, "the name occurs twice in one object"),
    (#"{"id":"a","lat":1}"#, "there is no longitude column (lon, lng, long, longitude); found: id, lat"),
    (#"{"id":null,"lat":1,"lon":2}"#, "an id is a text or a number"),
    (#"{"id":"","lat":1,"lon":2}"#, "the id is empty"),
    (#"{"id":"a","lat":"x","lon":2}"#, "not a decimal number of degrees"),
    (#"{"id":"a","lat":true,"lon":2}"#, "not a decimal number of degrees"),
    (#"{"id":"a","lat":1,"lon":null}"#, "empty, while the latitude is given"),
    ("[1]", "each line must be a JSON object"),
    ("1 2", "each line must hold one JSON object; this one holds 2"),
    (#"{"id":"a""#, "the JSON object does not end on its line"),
    (
      #"{"id":"a","lat":1,"lon":2,"x":"\ud800"}"#,
      "an escaped surrogate (\\ud800 … \\udfff) stands without its other half"
    ),
    (
      #"{"id":"a","lat":1,"lon":2,"x":"\udc00"}"#,
      "an escaped surrogate (\\ud800 … \\udfff) stands without its other half"
    ),
    (
      #"{"id":"a","lat":1,"lon":2,"x":"\ud83d\u0041"}"#,
      "an escaped surrogate (\\ud800 … \\udfff) stands without its other half"
    ),
    (#"{"id":"a","lat":1,"lon":2,"":1}"#, "an attribute has an empty name"),
  ])
  func aBadLineIsReportedAndTheNextOneRead(line: String, reason: String) {
    let batch = read("\(line)\n{\"id\":\"z\",\"lat\":1,\"lon\":2}\n", as: .ndjson)
    #expect(batch.records.map(\.line) == [2])
    #expect(batch.errors.map(\.line) == [1])
    #expect(batch.errors.first?.reason == reason)
  }

  @Test func pairsOfSurrogatesAreOneCharacter() {
    let batch = read(#"{"id":"\ud83d\ude00","lat":1,"lon":2,"x":"\\ud800"}"#, as: .ndjson)
    #expect(batch.records.first?.id.text.string == "😀")
    #expect(batch.records.first?.attributes["x"] == .string("\\ud800"))
  }

  @Test func nestingEndsAtThirtyTwo() {
    func line(_ depth: Int) -> String {
      let open = String(repeating: "[", count: depth)
      return "{\"id\":1,\"lat\":1,\"lon\":2,\"x\":\(open)\(String(repeating: "]", count: depth))}"
    }
    #expect(read(line(31), as: .ndjson).records.count == 1)
    #expect(
      read(line(32), as: .ndjson).errors.map(\.reason) == ["the attributes are nested deeper than 31 levels"])
    #expect(
      read(line(100_000), as: .ndjson).errors.map(\.reason) == ["JSON is nested deeper than 36 levels"])
  }

  @Test func attributesMustFitAnItem() {
    let long = String(repeating: "x", count: 400_000)
    let line = "{\"id\":1,\"lat\":1,\"lon\":2,\"x\":\"\(long)\",\"y\":\"\(long)\"}"
    #expect(
      read(line, as: .ndjson).errors.map(\.reason) == [
        "the attributes have 800,002 bytes; at most 405,504 can be stored"
      ])
  }

  @Test func aVeryLongNumberIsRefused() {
    let line = "{\"id\":1,\"lat\":1,\"lon\":2,\"x\":0.\(String(repeating: "0", count: 1000))1}"
    #expect(read(line, as: .ndjson).errors.map(\.reason) == ["a number has more than 1,000 characters"])
  }

  @Test func numbersOutOfRangeAreBadRows() {
    for number in ["1e400", "1e-400", "1" + String(repeating: "1", count: 40)] {
      let batch = read("{\"id\":1,\"lat\":1,\"lon\":2,\"x\":{\"y\":\(number)}}", as: .ndjson)
      #expect(batch.errors.map(\.column) == ["x.y"], "\(number)")
    }
  }

  @Test func aCollectionIsReadFeatureByFeature() throws {
    let batch = read(
      """
      {"features":[
        {"type":"Feature","id":7,"geometry":{"type":"Point","coordinates":[-0.1,51.5,12]},"properties":{"name":"Ada","id":7}},
        {"type":"Feature","properties":{"ID":"b"},"geometry":null},
        {"type":"Feature","id":"c","geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]}},
        {"type":"Feature","geometry":null,"properties":null},
        5
      ],"type":"FeatureCollection","bbox":[1,2,3,4]}
      """, as: .geojson)
    let expected = [
      ImportRecord(
        line: 2, id: "7", coordinate: try Coordinate(latitude: 51.5, longitude: -0.1), movedAt: nil,
        attributes: ["name": .string("Ada")]),
      ImportRecord(line: 3, id: "b", coordinate: nil, movedAt: nil, attributes: [:]),
    ]
    #expect(batch.records == expected)
    #expect(batch.errors.map(\.line) == [4, 5, 6])
    #expect(
      batch.errors.first?.description == "f:4: geometry \"LineString\": only Point geometries are positions")
  }

  @Test func featuresMayFollowOneAnother() {
    let feature =
      #"{"type":"Feature","id":1,"geometry":{"type":"Point","coordinates":[1,2]},"properties":{}}"#
    #expect(read(feature, as: .geojson).records.count == 1)
    let batch = read("\(feature)\n\(feature)\n", as: .geojson)
    #expect(batch.records.map(\.line) == [1, 2])
  }

  @Test(arguments: [
    ("{\"type\":\"FeatureCollection\",\"features\":[\n\n{]", 3, "not JSON"),
    ("{\"type\":\"FeatureCollection\",\"features\":[", 1, "the JSON is cut short"),
    ("{\"type\":\"FeatureCollection\"}", 1, "the FeatureCollection has no array of features"),
    ("{\"features\":[]}", 1, "what holds features must be of type FeatureCollection"),
    ("[1,2]", 1, "not a GeoJSON Feature"),
    ("{\"type\":\"Point\",\"coordinates\":[1,2]}", 1, "not a GeoJSON Feature"), ("\u{0}", 1, "not JSON"),
  ])
  func whatIsNoGeoJSONIsRefused(text: String, line: Int, reason: String) throws {
    let error = try #require(read(text, as: .geojson).errors.first)
    #expect(error.line == line)
    #expect(error.reason.hasPrefix(reason), "\(error)")
  }

  @Test(arguments: [1, 2, 3, 7, 64])
  func chunksMakeNoDifference(chunk: Int) {
    let lines =
      "{\"id\":\"\\ud83d\\ude00é\",\"lat\":1.25,\"lon\":-2e0}\r\n{\"id\":1\n\n{\"id\":\"b\",\"lat\":12,\"lon\":3}"
    let collection =
      "{\"type\":\"FeatureCollection\",\"features\":[\n{\"type\":\"Feature\",\"id\":\"é\\n\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[1.5,2]}},\n7\n]}\n"
    for (text, format) in [(lines, InputFormat.ndjson), (collection, .geojson)] {
      let whole = read(text, as: format)
      let parts = read(text, as: format, chunk: chunk)
      #expect(parts.records == whole.records)
      #expect(parts.errors == whole.errors)
    }
  }
}
