// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import geoquery

@Suite struct HelpPageTests {
  @Test func helpOfGeohashEncode() throws {
    let command = try #require(CommandTree.root.subcommand("geohash")?.subcommand("encode"))
    let page = HelpPage(
      command: command, path: ["geoquery", "geohash", "encode"], everywhere: Options.everywhere)
    #expect(
      page.description == """
        Print the geohash that contains a place.

        Usage: geoquery geohash encode LAT,LON [--precision N]

        Arguments:
          LAT,LON  the place, as 51.5074,-0.1278

        Options:
          --precision N  characters of the geohash, 1 to 12 (default 9)

        Options everywhere:
          --store STORE      a file, or dynamodb://REGION/TABLE (default $GEOQUERY_STORE, else
                             geoquery.sqlite)
          --collection NAME  the collection of objects (default users)
          --format FORMAT    table, json, ndjson, csv or geojson (default table)
          --help             print this help

        Examples:
          # the box of about 1 km by 600 m
          geoquery geohash encode 51.5074,-0.1278 --precision 6

        """)
  }

  @Test func linesFitAHundredColumns() {
    for (path, command) in ShellCompletion.commands(below: CommandTree.root) {
      let page = HelpPage(command: command, path: ["geoquery"] + path, everywhere: Options.everywhere)
      for line in page.description.split(separator: "\n") where !line.contains("geoquery") {
        #expect(line.count <= 120, "\(path): \(line)")
      }
    }
  }

  @Test(arguments: ShellCompletion.allCases)
  func completionNamesEveryCommandAndOption(shell: ShellCompletion) {
    let script = shell.script(for: CommandTree.root, everywhere: Options.everywhere)
    for (path, command) in ShellCompletion.commands(below: CommandTree.root) {
      #expect(script.contains(path.last!))
      for option in command.options { #expect(script.contains(option.name)) }
    }
  }
}
