// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import geoquery

@Suite struct LineParserTests {
  private func parse(_ words: String...) throws -> Arguments {
    var parser = LineParser(root: CommandTree.root, everywhere: Options.everywhere)
    guard case .run(_, _, let arguments) = try parser.parse(words) else {
      throw CommandFailure(.failure, "not to be run")
    }
    return arguments
  }

  @Test func coordinatesThatBeginWithAMinusAreOperands() throws {
    let arguments = try parse("near", "-17.8,179.9", "--within", "2km")
    #expect(arguments.operands == ["-17.8,179.9"])
    #expect(try parse("distance", "-.5,1", "-0,2").operands == ["-.5,1", "-0,2"])
  }

  @Test func optionsMayStandAnywhereAndTakeAnEqualsSign() throws {
    let arguments = try parse("--store=a=b", "near", "--within=2km", "1,2", "--format", "json")
    #expect(arguments[Options.store] == "a=b")
    #expect(arguments[Options.within] == "2km")
    #expect(arguments[Options.format] == "json")
    #expect(arguments.operands == ["1,2"])
  }

  @Test func afterTwoHyphensEveryWordIsAnOperand() throws {
    #expect(try parse("get", "--", "--help").operands == ["--help"])
    #expect(try parse("import", "-").operands == ["-"])
  }

  @Test func aRepeatedOptionKeepsAllValues() throws {
    let arguments = try parse("near", "1,2", "--within", "1m", "--where", "a=1", "--where", "b=2")
    #expect(arguments.all(Options.filter) == ["a=1", "b=2"])
  }

  @Test(arguments: [
    (["ditsance"], "unknown command \"ditsance\"; did you mean distance?"),
    (["geohash", "encod"], "unknown command \"encod\" of geohash; did you mean encode?"),
    (["geohash"], "geohash needs one of encode, decode, neighbors, cover"),
    (["near", "--witin", "2km"], "unknown option \"--witin\" of near; did you mean --within?"),
    (["near", "--zzzzzz"], "unknown option \"--zzzzzz\" of near"),
    (["near", "--within"], "--within DISTANCE lacks its value"),
    (["near", "--within", "--limit"], "--within DISTANCE lacks its value"),
    (["near", "--within", "1m", "--within", "2m"], "--within is given twice"),
    (["distance", "1,2"], "LAT,LON is missing: where to measure to"),
    (["distance", "1,2", "3,4", "5,6"], "\"5,6\" is one argument too many"),
    (["get"], "ID is missing: the object's id: 1 to 512 bytes of any text"),
    (["set", "a"], "key=value is missing: the attributes"),
    (
      ["get", "-x"],
      "unknown option \"-x\"; options begin with two hyphens, and after -- every word is an operand"
    ),
  ])
  func aWrongLineSaysWhatWouldBeRight(words: [String], message: String) {
    var parser = LineParser(root: CommandTree.root, everywhere: Options.everywhere)
    #expect(throws: CommandFailure.usage(message)) { try parser.parse(words) }
  }

  @Test func helpIsFoundByFlagAndByCommand() throws {
    for words in [
      ["help", "geohash", "encode"], ["geohash", "encode", "--help"], ["geohash", "encode", "1,2", "-h"],
    ] {
      var parser = LineParser(root: CommandTree.root, everywhere: Options.everywhere)
      guard case .help(let command, let path) = try parser.parse(words) else {
        Issue.record("no help for \(words)")
        continue
      }
      #expect(command.name == "encode")
      #expect(path == ["geoquery", "geohash", "encode"])
    }
  }

  @Test func everyCommandHasAnActionOrSubcommandsAndAnExample() {
    for (path, command) in ShellCompletion.commands(below: CommandTree.root) {
      #expect((command.action == nil) != command.subcommands.isEmpty, "\(path)")
      #expect(command.action == nil || !command.examples.isEmpty, "\(path)")
    }
  }

  @Test func editDistanceCountsSwapsOnce() {
    #expect(editDistance("near", "naer") == 1)
    #expect(editDistance("", "abc") == 3)
    #expect(editDistance("kitten", "sitting") == 3)
  }
}
