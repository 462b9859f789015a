// SPDX-License-Identifier: Apache-2.0
import Foundation
import GeoDynamo
import GeoDynamoSQLite
import TestSupport
import Testing

@testable import geoquery

/// `copy` and `table` on files, by the built program.
@Suite struct CopyCommandTests {
  private let program = try! Executable()

  private func filled() throws -> Executable {
    try program.write(
      "id,lat,lon,name,kind\na,51.5,-0.1,Ada,taxi\nb,51.51,-0.1,Bob,bus\nc,,,Cy,bus\nd,-17.8,179.9,Dee,taxi\n",
      to: "u.csv")
    let result = try program.run("import", "u.csv", "--index", "kind")
    #expect(result.status == 0, "\(result.messages)")
    return program
  }

  @Test func aCollectionIsCopiedAndAnswersAsBefore() throws {
    let program = try filled()
    let made = try program.run(
      "table", "create", "--store", "t.sqlite", "--grid", "geohash", "--levels", "10,20", "--format", "json")
    #expect(
      made.output.hasPrefix(
        #"{"store":"t.sqlite","grid":"geohash","levels":[10,20],"collections":[],"bytes":"#))
    let copy = try program.run("copy", "--to", "t.sqlite", "--to-collection", "others")
    #expect(copy.status == 0 && copy.messages == "")
    #expect(copy.output.hasPrefix("copied 4 objects of users to t.sqlite as others, and verified them, in "))
    for command in [
      ["export"], ["near", "51.5,-0.1", "--within", "2km", "--format", "json"], ["get", "c"],
      ["count", "51.5,-0.1", "--within", "20000km", "--where", "kind=bus"],
    ] {
      let original = try program.runAll(command)
      let copied = try program.runAll(command + ["--store", "t.sqlite", "--collection", "others"])
      #expect(original.status == 0 && copied.output == original.output)
    }
    let described = try program.run("table", "describe", "--store", "t.sqlite", "--format", "ndjson")
    #expect(
      described.output.contains(#""grid":"geohash","levels":[10,20],"collections":["others"],"bytes":"#))
  }

  @Test func recordsTellProgramsWhatWasCopied() throws {
    let result = try filled().run("copy", "--to", "t.sqlite", "--format", "json")
    #expect(
      result.output.hasPrefix(
        #"{"collection":"users","to":"t.sqlite","toCollection":"users","objects":4,"kept":0,"resumedAfter":0,"seconds":"#
      ))
  }

  @Test func aTargetThatHoldsObjectsIsRefusedUnlessToldOtherwise() throws {
    let program = try filled()
    #expect(try program.run("copy", "--to", "t.sqlite").status == 0)
    let again = try program.run("copy", "--to", "t.sqlite")
    #expect(again.status == 1 && again.output == "")
    #expect(
      again.messages
        == "geoquery: collection users of the target already holds objects; give --into-existing to copy beside them, or --to-collection NAME for another one\n"
    )
    #expect(try program.run("move", "a", "1,2", "--store", "t.sqlite").status == 0)
    let beside = try program.run("copy", "--to", "t.sqlite", "--into-existing")
    #expect(beside.output.hasPrefix("copied 4 objects of users to t.sqlite, but left 1 that are newer there"))
    #expect(
      try program.run("near", "1,2", "--within", "1m", "--store", "t.sqlite", "--format", "csv").output
        .contains("\na,"))
  }

  @Test func anInterruptedCopyIsGoneOnWith() async throws {
    struct Interruption: Error {}
    let program = try filled()
    var rows = "id,lat,lon\n"
    for number in 0..<6_000 { rows += "n\(number),1,2\n" }
    #expect(try program.run("import", "-", "--input-format", "csv", input: rows).status == 0)
    do {
      let source = try SQLiteStore.open(program.folder.path("geoquery.sqlite"), mode: .readOnly)
      let target = try SQLiteStore.open(program.folder.path("t.sqlite"), mode: .create)
      let copy = try await CollectionCopy(of: GeoIndex("users", in: source), into: target)
      await #expect(throws: Interruption.self) { try await copy.run { _ in throw Interruption() } }
      source.close()
      target.close()
    }
    let result = try program.run("copy", "--to", "t.sqlite", "--format", "json")
    #expect(result.status == 0, "\(result.messages)")
    #expect(result.output.contains(#""objects":6004,"#) && !result.output.contains(#""resumedAfter":0,"#))
    #expect(
      try program.run("export", "--store", "t.sqlite").output == program.run("export").output)
    #expect(try program.run("copy", "--to", "new.sqlite", "--restart").status == 0)
  }

  @Test(
    arguments: [
      (["copy"], 64), (["copy", "--to", "s3://x/y"], 64),
      (["copy", "--to", "t.sqlite", "--collection", "X"], 64),
      (["copy", "--to", "t.sqlite", "--collection", "no"], 66),
      (["copy", "--to", "t.sqlite", "--store", "no.sqlite"], 66), (["copy", "--to", "geoquery.sqlite"], 65),
      (["copy", "--to", "u.csv"], 65), (["copy", "--to", "dynamodb-geo://eu-west-1/old"], 1),
      (["table"], 64), (["table", "create", "--levels", "8,8"], 64),
      (["table", "create", "--levels", "31"], 64),
      (["table", "create", "--levels", ""], 64), (["table", "create", "--levels", "x"], 64),
      (["table", "create", "--grid", "geohash", "--levels", "8"], 64),
      (["table", "create", "--grid", "h3"], 64),
      (["table", "create", "--levels", "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21"], 64),
      (["table", "create", "--levels", "6"], 65), (["table", "create", "--billing", "on-demand"], 64),
      (["table", "create", "--billing", "provisioned"], 64), (["table", "create", "--read-units", "5"], 64),
      (["table", "create", "--billing", "free"], 64),
      (["table", "describe", "--store", "no.sqlite"], 66), (["table", "check", "--store", "no.sqlite"], 66),
      (["table", "check", "--collection", "no"], 66), (["table", "delete"], 64),
      (["table", "delete", "--yes", "--store", "no.sqlite"], 66),
      (["table", "delete", "--yes", "--store", "u.csv"], 65),
      (["table", "delete", "--yes", "--store", "dynamodb-geo://eu-west-1/old"], 1),
      (["near", "1,2", "--within", "1m", "--store", "dynamodb://users"], 64),
    ] as [([String], Int32)])
  func exitStatusTellsWhoErred(words: [String], status: Int32) throws {
    let program = try filled()
    let before = try program.run("export").output
    let result = try program.runAll(words)
    #expect(result.status == status, "\(words): \(result.messages)")
    #expect(result.messages.hasPrefix("geoquery: "))
    #expect(!FileManager.default.fileExists(atPath: program.folder.path("t.sqlite")))
    #expect(!FileManager.default.fileExists(atPath: program.folder.path("no.sqlite")))
    #expect(try program.run("export").output == before)
  }

  @Test func aStoreIsCheckedAndRepaired() async throws {
    let program = try filled()
    let sound = try program.run("table", "check", "--format", "json")
    #expect(sound.status == 0 && sound.messages == "")
    #expect(
      sound.output.hasPrefix(
        "[\n" + #"{"collection":"users","objects":4,"located":3,"rows":3,"wrongKeys":0,"missingRows":0,"#))
    #expect(sound.output.hasSuffix(#""staleRows":0,"extraRows":0,"damagedItems":0,"repaired":0}"# + "\n]\n"))
    let store = try SQLiteStore.open(program.folder.path("geoquery.sqlite"), mode: .readWrite)
    try await store.update(
      PrimaryKey(partition: "o#users#a", sort: "o"),
      Update(set: ["c0p": .value("users#4875"), "c0s": .value("4875000000000001")]), if: nil, returning: .none
    )
    store.close()
    let drifted = try program.run("table", "check", "--format", "csv")
    #expect(drifted.status == 65)
    #expect(
      drifted.messages
        == "geoquery: users \"a\": its index keys are not those of its place\ngeoquery: one thing is wrong with geoquery.sqlite\n"
    )
    #expect(drifted.output.hasSuffix("\nusers,4,3,3,1,0,0,0,0,0\n"))
    let repaired = try program.run("table", "check", "--repair", "--format", "csv")
    #expect(repaired.status == 0)
    #expect(
      repaired.messages
        == "geoquery: users \"a\": its index keys are not those of its place; repaired\n")
    #expect(try program.run("table", "check").status == 0)
    #expect(
      try program.run("near", "51.5,-0.1", "--within", "1m", "--format", "csv").output.contains("\na,"))
  }

  @Test func aStoreIsDeletedWhole() throws {
    let program = try filled()
    #expect(
      try program.run("table", "delete", "--yes", "--format", "json").output
        == "{\"store\":\"geoquery.sqlite\",\"deleted\":true}\n")
    let left = try FileManager.default.contentsOfDirectory(atPath: program.folder.url.path)
    #expect(left.filter { $0.hasPrefix("geoquery.sqlite") } == [])
  }

  @Test func theEnvironmentNamesTheStore() throws {
    let program = try filled()
    func run(_ store: String, _ words: String...) throws -> Executable.Result {
      try program.runAll(words, environment: ["GEOQUERY_STORE": store])
    }
    #expect(try run("new.sqlite", "put", "x", "1,2").status == 0)
    #expect(try run("new.sqlite", "get", "x").status == 0)
    #expect(try program.run("get", "x").status == 66)
    #expect(try run("new.sqlite", "get", "a", "--store", "geoquery.sqlite").status == 0)
    #expect(try run("", "get", "a").status == 0)
    let bad = try run("s3://x/y", "get", "a")
    #expect(bad.status == 64 && bad.messages.hasPrefix("geoquery: GEOQUERY_STORE: unknown kind of store"))
  }
}
