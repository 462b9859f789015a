// SPDX-License-Identifier: Apache-2.0

import Foundation
import GeoDynamo
import GeoDynamoSQLite
import GeoHash
import TestSupport
import Testing

@Suite struct ReadmeExampleTests {
  @Test func theSwiftExamplesOfTheReadmeAreThoseBelow() throws {
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    var lines = source.split(separator: "\n", omittingEmptySubsequences: false)[...]
    let readme = try String(contentsOf: Repository.root.appendingPathComponent("README.md"), encoding: .utf8)
    var examples = 0
    while let start = lines.firstIndex(where: { $0.hasSuffix("    // README from here") }) {
      let end = try #require(lines[start...].firstIndex { $0.hasSuffix("    // README to here") })
      let example = lines[(start + 1)..<end].map { $0.dropFirst(4) }.joined(separator: "\n")
      #expect(readme.contains("```swift\n\(example)\n```"))
      lines = lines[(end + 1)...]
      examples += 1
    }
    #expect(examples == 2)
  }

  @Test func theExampleOfAStoreRuns() async throws {
    /// The example's relative path would be in the folder that the tests run in.
    enum SQLiteStore {
      static let folder = try! TemporaryFolder()
      static func open(_ name: String, mode: GeoDynamoSQLite.SQLiteStore.Mode) throws
        -> GeoDynamoSQLite.SQLiteStore
      {
        try .open(folder.path(name), mode: mode)
      }
    }
    defer { try? FileManager.default.removeItem(at: SQLiteStore.folder.url) }
    var printed: [String] = []
    func print(_ id: ObjectID) { printed.append("\(id)") }
    // README from here
    let store = try SQLiteStore.open("users.sqlite", mode: .create)
    let users = try await GeoIndex(creating: "users", in: store)
    try await users.put("ada", at: Coordinate(latitude: 51.5074, longitude: -0.1278))
    try await users.move("ada", to: Coordinate(latitude: 51.5014, longitude: -0.1419))
    let home = try Coordinate(latitude: 51.5, longitude: -0.14)
    for try await match in users.near(home, within: .kilometers(2), limit: 20) { print(match.id) }
    // README to here
    #expect(printed == ["ada"])
  }

  @Test func theExampleOfPlacesInMemoryRuns() throws {
    let home = try Coordinate(latitude: 51.5, longitude: -0.14)
    let rows = [(id: UInt32(7), coordinate: home)]
    var printed: [UInt32] = []
    func print(_ id: UInt32, _ distance: Distance) { printed.append(id) }
    // README from here
    let riders = PointIndex(rows)  // [(id: UInt32, coordinate: Coordinate)]
    riders.place(8, at: try Coordinate(latitude: 51.5014, longitude: -0.1419))
    for match in riders.nearest(20, to: home) { print(match.id, match.distance) }
    // README to here
    #expect(printed == [7, 8])
  }
}
