// SPDX-License-Identifier: Apache-2.0
import Foundation
import GeoDynamo
import GeoHash
import TestSupport
import Testing

@testable import geoquery

@Suite struct OutputTests {
  /// What a writer of that format writes.
  private func written(_ records: [OutputRecord], as format: OutputFormat, _ shape: OutputShape) throws
    -> String
  {
    let folder = try TemporaryFolder()
    let path = folder.path("out")
    try Data().write(to: URL(fileURLWithPath: path))
    let file = try #require(FileHandle(forWritingAtPath: path))
    var writer = format.writer(of: shape, to: OutputStream(descriptor: file.fileDescriptor, name: "out"))
    for record in records { try writer.write(record) }
    try writer.finish([.init("cursor", .null)])
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  private static let object = try! OutputRecord(
    GeoObject(
      id: ObjectID("a\"\n\u{1B}"), coordinate: Coordinate(latitude: 0.1, longitude: -20),
      movedAt: Timestamp(microseconds: 1),
      attributes: ["n": .number(DecimalNumber("1e-7")), "é, x": .string(" y")]))
  private static let lost = OutputRecord(GeoObject(id: "b", coordinate: nil))

  @Test func ndjsonIsOneObjectALine() throws {
    #expect(
      try written([Self.object, Self.lost], as: .ndjson, .list(name: nil)) == #"""
        {"id":"a\"\n\u001b","latitude":0.1,"longitude":-20,"movedAt":"1970-01-01T00:00:00.000001Z","attributes":{"n":1e-7,"é, x":" y"}}
        {"id":"b","latitude":null,"longitude":null,"movedAt":null,"attributes":{}}

        """#)
  }

  @Test func jsonIsOneValue() throws {
    #expect(try written([], as: .json, .list(name: "matches")) == "{\"matches\":[],\"cursor\":null}\n")
    #expect(try written([], as: .json, .list(name: nil)) == "[]\n")
    for records in [[], [Self.object], [Self.object, Self.lost]] {
      let text = try written(records, as: .json, .list(name: "matches"))
      let value = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      #expect((value?["matches"] as? [Any])?.count == records.count)
    }
  }

  @Test func csvQuotesWhatItMust() throws {
    #expect(
      try written([Self.object, Self.lost], as: .csv, .list(name: nil))
        == "id,latitude,longitude,movedAt,n,\"é, x\"\n\"a\"\"\n\u{1B}\",0.1,-20,1970-01-01T00:00:00.000001Z,1e-7,\" y\"\nb,,,,,\n"
    )
  }

  @Test func geojsonHasLongitudeFirst() throws {
    #expect(
      try written([Self.object], as: .geojson, .single) == #"""
        {"type":"Feature","id":"a\"\n\u001b","geometry":{"type":"Point","coordinates":[-20,0.1]},"properties":{"movedAt":"1970-01-01T00:00:00.000001Z","n":1e-7,"é, x":" y"}}

        """#)
    #expect(
      try written([], as: .geojson, .list(name: "matches"))
        == "{\"type\":\"FeatureCollection\",\"features\":[]}\n")
  }

  @Test func aTableAlignsAndCannotDriveATerminal() throws {
    let text = try written([Self.object, Self.lost], as: .table, .list(name: nil))
    #expect(
      text == #"""
        id          latitude  longitude  movedAt               n     é, x
        a"\n\u{1b}  0.1       -20        1970-01-01T00:00:00Z  1e-7   y
        b

        """#)
    #expect(displayWidth("日本") == 4)
  }

  @Test func everyTypeIsWrittenFaithfully() {
    var json = JSONWriter()
    json.attribute(
      .list([
        .null, .bool(true), .binary([0xFF, 0x00]), .binary([]),
        .number(try! DecimalNumber("-12345678901234567890.5")),
        .stringSet(["b", "a"]), .numberSet([DecimalNumber(10 as Int64), DecimalNumber(9 as Int64)]),
        .binarySet([[2], [1, 1]]), .map(["b": .string("\u{7F}\t\\"), "a": .list([])]),
      ]))
    #expect(
      String(decoding: json.bytes, as: UTF8.self)
        == #"[null,true,"/wA=","",-12345678901234567890.5,["a","b"],[9,10],["AQE=","Ag=="],{"a":[],"b":"\u007f\t\\"}]"#
    )
  }

  @Test func doublesReadBackEqual() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<5000 {
      let value = Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &random))
      guard value.isFinite else { continue }
      #expect(Double(shortest(value)) == value, "seed 3")
    }
    #expect(shortest(51) == "51")
    #expect(shortest(-0.0) == "-0")
  }

  @Test(arguments: [InputFormat.ndjson, .geojson, .csv])
  func whatIsWrittenIsReadBack(format: InputFormat) throws {
    var random = SeededGenerator(seed: 5)
    let texts = ["", "x", "a,b", "\"", "\r\n", " x ", "é", "e\u{301}", "😀", "007", "#", "\u{7F}"]
    let objects = try (0..<300).map { number in
      let attributes: Item = [
        "s": .string(UTF8String(texts.randomElement(using: &random)! + "t")),
        "n": .number(DecimalNumber(Int64.random(in: -1000...1000, using: &random))),
      ]
      let place = try Coordinate(
        latitude: .random(in: -90...90, using: &random), longitude: .random(in: -180...180, using: &random))
      let isLost = number % 10 == 0
      return GeoObject(
        id: try ObjectID("\(number)" + texts.randomElement(using: &random)!),
        coordinate: isLost ? nil : place,
        movedAt: isLost ? nil : Timestamp(microseconds: .random(in: -1 << 50...1 << 50, using: &random)),
        attributes: attributes)
    }
    let output = OutputFormat(rawValue: format.rawValue)!
    let batch = read(
      try written(objects.map { OutputRecord($0) }, as: output, .list(name: "matches")), as: format)
    #expect(batch.errors == [])
    #expect(
      batch.records.map {
        GeoObject(id: $0.id, coordinate: $0.coordinate, movedAt: $0.movedAt, attributes: $0.attributes)
      } == objects)
  }

  @Test func progressTellsRateAndShare() {
    #expect(
      ProgressBar.line(name: "a.csv", objects: 1_234_567, fraction: 0.5, elapsed: .seconds(2))
        == "a.csv [############············] 50 %  1,234,567 objects  617,283/s")
    #expect(
      ProgressBar.line(name: "input", objects: 0, fraction: nil, elapsed: .zero) == "input  0 objects  –/s")
  }

  @Test(arguments: [(0.0, "0 m"), (0.0004, "0 m"), (12.34, "12.3 m"), (1234, "1.23 km"), (344_000, "344 km")])
  func lengthsHaveAFittingUnit(meters: Double, text: String) { #expect(TextCells.length(meters) == text) }
}
