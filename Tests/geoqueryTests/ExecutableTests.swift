// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import geoquery

/// The program as others see it: what it prints, where, and with which exit status.
@Suite struct ExecutableTests {
  private let program = try! Executable()

  private func filled() throws -> Executable {
    try program.write(
      "id,lat,lon,name,kind\na,51.5,-0.1,Ada,taxi\nb,51.51,-0.1,Bob,bus\nc,,,Cy,bus\nd,-17.8,179.9,Dee,taxi\n",
      to: "u.csv")
    let result = try program.run("import", "u.csv", "--index", "kind")
    #expect(result.status == 0, "\(result.messages)")
    return program
  }

  @Test func geometryNeedsNoStore() throws {
    let distance = try program.run("distance", "-17.8,179.9", "-17.8,-179.9", "--format", "json")
    #expect(distance.output.hasPrefix("{\"distanceMeters\":21174.4198391325"))
    #expect(distance.messages == "")
    #expect(
      try program.run("geohash", "decode", "gcpvj0", "--format", "json").output
        == #"{"geohash":"gcpvj0","south":51.50390625,"west":-0.1318359375,"north":51.5093994140625,"east":-0.120849609375,"center":{"latitude":51.50665283203125,"longitude":-0.1263427734375}}"#
        + "\n")
    #expect(
      try program.run("geohash", "neighbors", "zzz", "--format", "json").output
        == #"{"e":"bpb","se":"bp8","s":"zzx","sw":"zzw","w":"zzy"}"# + "\n")
    #expect(
      try program.run("cell", "of", "51.5074,-0.1278", "--level", "12", "--format", "csv").output.contains(
        "487604d"))
    #expect(!FileManager.default.fileExists(atPath: program.folder.path("geoquery.sqlite")))
  }

  @Test func importedObjectsAreFound() throws {
    let program = try filled()
    let near = try program.run("near", "51.5,-0.1", "--within", "2km", "--format", "ndjson")
    #expect(near.output.split(separator: "\n").count == 2)
    #expect(
      near.output.hasPrefix(
        "{\"id\":\"a\",\"latitude\":51.5,\"longitude\":-0.1,\"distanceMeters\":0,\"movedAt\":\"2"))
    #expect(
      try program.run("count", "51.5,-0.1", "--within", "2km", "--where", "kind=bus").output == "count  1\n")
    #expect(
      try program.run("near", "--of", "a", "--within", "2km", "--format", "csv").output.contains("\nb,"))
    #expect(
      try program.run("collections", "--format", "ndjson").output
        == "{\"collection\":\"users\",\"objects\":4,\"index\":[\"kind\"]}\n")
    let first = try program.run("near", "51.5,-0.1", "--within", "2km", "--limit", "1", "--format", "json")
    let cursor = try #require(
      first.output.split(separator: "\"cursor\":\"").last?.split(separator: "\"").first)
    let second = try program.run(
      "near", "51.5,-0.1", "--within", "2km", "--after", String(cursor), "--format", "ndjson")
    #expect(second.output.hasPrefix("{\"id\":\"b\"") && second.output.split(separator: "\n").count == 1)
  }

  @Test func oneObjectIsPutChangedMovedAndDeleted() throws {
    #expect(try program.run("put", "x", "-1,2", "kind=taxi", "n=4").status == 0)
    #expect(try program.run("set", "x", "n=5", "m=é").status == 0)
    #expect(try program.run("unset", "x", "kind", "none").status == 0)
    #expect(try program.run("move", "x", "-3,4").status == 0)
    let object = try program.run("get", "x", "--format", "json").output
    #expect(object.hasPrefix("{\"id\":\"x\",\"latitude\":-3,\"longitude\":4,\"movedAt\":\"2"))
    #expect(object.hasSuffix("\"attributes\":{\"m\":\"é\",\"n\":5}}\n"))
    #expect(try program.run("near", "-3,4", "--within", "0m", "--format", "csv").output.contains("x,-3,4,0,"))
    #expect(try program.run("delete", "x").status == 0)
    #expect(try program.run("get", "x").status == 66)
  }

  @Test(arguments: ["id", "ID", "movedAt"])
  func anExportThatCouldNotBeReadBackIsRefused(name: String) throws {
    #expect(try program.run("put", "x", "1,2", "\(name)=x").status == 0)
    for format in ["geojson", "csv"] {
      let result = try program.run("export", "--format", format)
      #expect(result.status == 65)
      #expect(result.messages.hasPrefix("geoquery: attribute \"\(name)\" "))
    }
    #expect(try program.run("export").output.hasSuffix("\"attributes\":{\"\(name)\":\"x\"}}\n"))
  }

  @Test func anAttributeNeverStandsForAField() throws {
    _ = try program.run("put", "x", "1,2", "id=3", "attributes.id=5", "latitude=99", "movedAt=t")
    let csv = try program.run("get", "x", "--format", "csv").output.split(separator: "\n")
    #expect(
      csv.first
        == "id,latitude,longitude,movedAt,attributes.id,attributes.attributes.id,attributes.latitude,attributes.movedAt"
    )
    #expect(csv.last?.hasPrefix("x,1,2,2") == true && csv.last?.hasSuffix("Z,5,3,99,t") == true)
    let near = try program.run("near", "1,2", "--within", "0m").output.split(separator: "\n")
    #expect(near.last?.hasPrefix("x   1         2          0 m ") == true)
  }

  @Test func whatIsExportedIsImportedAsItWas() throws {
    let program = try filled()
    for format in ["ndjson", "geojson", "csv"] {
      let exported = try program.run("export", "--format", format)
      #expect(exported.status == 0)
      let copy = "copy-\(format)"
      let result = try program.run(
        "import", "-", "--input-format", format, "--collection", copy, "--index", "kind",
        input: exported.output)
      #expect(result.status == 0, "\(result.messages)")
      #expect(try program.run("export", "--collection", copy, "--format", format).output == exported.output)
    }
  }

  @Test(
    arguments: [
      ([], 64), (["naer"], 64), (["near", "1,2"], 64), (["near", "1,2", "--within", "2"], 64),
      (["near", "--within", "2km"], 64),
      (["near", "1,2", "--of", "a", "--within", "2km"], 64),
      (["near", "-122.28,37.8", "--within", "2km"], 64),
      (["near", "1,2", "--within", "2km", "--limit", "0"], 64),
      (["near", "1,2", "--within", "2km", "--after", "x"], 64),
      (["near", "1,2", "--within", "2km", "--where", "nokind=1"], 64),
      (["near", "1,2", "--within", "2km", "--format", "xml"], 64),
      (["near", "1,2", "--within", "2km", "--collection", "User"], 64),
      (["near", "1,2", "--within", "2km", "--collection", "user"], 66),
      (["near", "1,2", "--within", "2km", "--store", "no.sqlite"], 66),
      (["near", "--of", "zz", "--within", "2km"], 66),
      (["get", "zz"], 66), (["move", "zz", "1,2"], 66), (["delete", "zz"], 66), (["set", "zz", "a=1"], 66),
      (["get", ""], 64),
      (["set", "a", "=1"], 64), (["import", "no.csv"], 66), (["import", "."], 64), (["import", "u.txt"], 64),
      (["import", ".", "--input-format", "csv"], 66), (["import", "bad.csv"], 65),
      (["import", "u.csv", "--index", "name"], 65),
      (["get", "a", "--store", "u.csv"], 65), (["export", "--format", "table"], 64),
      (["geohash", "decode", "aaa"], 64),
      (["cell", "show", "zz"], 64), (["cell", "of", "1,2", "--level", "31"], 64),
      (["completion", "tcsh"], 64),
      (["near", "--help"], 0), (["help", "cell", "cover"], 0), (["--version"], 0),
      (["completion", "zsh"], 0),
    ] as [([String], Int32)])
  func exitStatusTellsWhoErred(words: [String], status: Int32) throws {
    let program = try filled()
    try program.write("id,lat,lon\na,1,x\n", to: "bad.csv")
    let result = try program.runAll(words)
    #expect(result.status == status, "\(words): \(result.messages)")
    #expect(result.messages.isEmpty == (status == 0))
    #expect(status == 0 || result.messages.hasPrefix("geoquery: "))
    #expect(result.messages.contains("--help'.") == (status == 64))
  }

  @Test func readsMakeNoStore() throws {
    for words in [
      ["near", "1,2", "--within", "1m"], ["get", "a"], ["collections"], ["export"], ["delete", "a"],
      ["move", "a", "1,2"],
    ] {
      #expect(try program.runAll(words).status == 66)
    }
    #expect(try program.run("import", "-", "--input-format", "csv", input: "id,lat\n1,2\n").status == 65)
    #expect(!FileManager.default.fileExists(atPath: program.folder.path("geoquery.sqlite")))
  }

  @Test func aStoppedImportSaysHowFarItCame() throws {
    let rows = "id,lat,lon\na,1,2\nb,1,2\nc,91,2\nd,1,2\n"
    let stopped = try program.run("import", "-", "--input-format", "csv", input: rows)
    #expect(stopped.status == 65)
    #expect(
      stopped.messages
        == "geoquery: standard input:4: lat \"91\": latitude 91 is out of range −90…90; did you swap latitude and longitude?; 2 objects, up to line 3, have been imported, and nothing after that\n"
    )
    #expect(try program.run("count", "1,2", "--within", "1m").output == "count  2\n")
    let skipped = try program.run(
      "import", "-", "--input-format", "csv", "--on-error", "skip", "--format", "json", input: rows)
    #expect(skipped.status == 0)
    #expect(
      skipped.output.hasPrefix(
        "{\"collection\":\"users\",\"imported\":3,\"withoutPosition\":0,\"skipped\":1,"))
    #expect(skipped.messages.hasPrefix("geoquery: skipped standard input:4: lat \"91\": "))
  }

  @Test(arguments: [
    ("csv", "id,lat,lon\na,1,2\nb,x,2\nc,1,\"2\nd,1,2\n", ":4: a quotation mark is never closed"),
    (
      "geojson",
      #"{"features":[{"type":"Feature","id":"a"},"# + "\n{}, oops {\"type\":\"Feature\",\"id\":\"c\"}]}",
      ":2: not JSON: invalid char in json text."
    ),
  ])
  func whatCannotBeReadToItsEndIsBadDataAlsoWhenRowsAreSkipped(format: String, text: String, reason: String)
    throws
  {
    let result = try program.run(
      "import", "-", "--input-format", format, "--on-error", "skip", input: text)
    #expect(result.status == 65)
    #expect(result.messages.contains("geoquery: skipped standard input:"))
    #expect(result.messages.contains(reason + "; 1 objects, up to line "))
    #expect(result.messages.hasSuffix("have been imported, and nothing after that\n"))
    #expect(try program.run("get", "a").status == 0)
  }

  @Test(arguments: [
    "", "lat,lon\n1,2\n", "id,lat,\"lon\"x\nid,lat,lon\nb,3,4\n", "id,lat,\"lon\n",
  ])
  func aTableWithoutAHeaderMakesNoStore(text: String) throws {
    for policy in ["stop", "skip"] {
      let result = try program.run(
        "import", "-", "--input-format", "csv", "--on-error", policy, input: text)
      #expect(result.status == 65 && result.output == "", "\(policy): \(result.messages)")
      #expect(result.messages.hasPrefix("geoquery: standard input:1: "))
    }
    #expect(!FileManager.default.fileExists(atPath: program.folder.path("geoquery.sqlite")))
  }

  @Test func anInterruptedImportSaysSo() throws {
    let process = Process()
    process.executableURL = Executable.url
    process.currentDirectoryURL = program.folder.url
    process.arguments = ["import", "-", "--input-format", "csv"]
    let (input, messages) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardError = messages
    try process.run()
    // More than a batch, and no end: the import waits for the rest.
    var rows = "id,lat,lon\n"
    for number in 0..<ImportRun.batch + 10_000 { rows += "\(number),1,2\n" }
    try input.fileHandleForWriting.write(contentsOf: Data(rows.utf8))
    let deadline = ContinuousClock.now + .seconds(60)
    while true {
      try #require(ContinuousClock.now < deadline, "no batch was stored within a minute")
      let count = try program.run("count", "1,2", "--within", "1m").output
      if count != "" && count != "count  0\n" { break }
      usleep(10_000)
    }
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGINT)
    let text = try String(decoding: messages.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    #expect(
      text
        == "geoquery: interrupted; what had been stored by then has been imported, and nothing after that\n")
  }

  @Test func manyBadRowsAreCounted() throws {
    let rows = "id,lat,lon\n" + String(repeating: "a,x,2\n", count: 1000)
    let result = try program.run("import", "-", "--input-format", "csv", "--on-error", "skip", input: rows)
    #expect(result.status == 0)
    #expect(result.messages.split(separator: "\n").count == 21)
    #expect(result.messages.hasSuffix("geoquery: and 980 more bad rows\n"))
    #expect(result.output.hasPrefix("imported 0 objects into users, skipped 1,000 bad rows in "))
  }

  @Test func aReaderThatLeavesIsNoError() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = [
      "-c", "set -o pipefail; \"$0\" cell cover 1,2 --within 3000km --max-cells 1500 | head -n 1",
      Executable.url.path,
    ]
    let (output, messages) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = messages
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(try messages.fileHandleForReading.readToEnd() ?? Data() == Data())
    #expect(try output.fileHandleForReading.readToEnd() != nil)
  }
}
