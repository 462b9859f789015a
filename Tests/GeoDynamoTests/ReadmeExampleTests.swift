// SPDX-License-Identifier: Apache-2.0

import Foundation
import GeoDynamo
import GeoDynamoSQLite
import GeoHash
import TestSupport
import Testing

@Suite struct ReadmeExampleTests {
  @Test func theSwiftExampleOfTheReadmeIsTheOneBelow() throws {
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.hasSuffix("// README from here") })
    let end = try #require(lines.firstIndex { $0.hasSuffix("// README to here") })
    let example = lines[(start + 1)..<end].map { $0.dropFirst(4) }.joined(separator: "\n")
    let readme = try String(contentsOf: Repository.root.appendingPathComponent("README.md"), encoding: .utf8)
    #expect(readme.contains("```swift\n\(example)\n```"))
  }

  @Test func theSwiftExampleRuns() async throws {
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
}
