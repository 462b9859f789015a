// SPDX-License-Identifier: Apache-2.0

import GeoDynamo
import GeoDynamoSQLite
import GeoHash
import TestSupport
import Testing

@Suite struct NearTests {
  @Test(arguments: TableSettings.Grid.allCases)
  func smoke(grid: TableSettings.Grid) async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore.open(folder.path("s.sqlite"), mode: .create)
    let users = try await GeoIndex(creating: "users", in: store, settings: TableSettings(grid: grid))
    var random = SeededGenerator(seed: 7)
    var objects: [GeoObject] = []
    for i in 0..<2000 {
      let z = Double.random(in: -1...1, using: &random)
      let c = try Coordinate(
        latitude: i % 100 == 0 ? 90 : z * 90,
        longitude: i % 50 == 1 ? (i % 100 == 1 ? 180 : -180) : Double.random(in: -180...180, using: &random))
      objects.append(
        GeoObject(
          id: try ObjectID("id\(i)"), coordinate: c, attributes: ["name": .string(UTF8String("n\(i)"))]))
    }
    try await users.load(objects)
    for round in 0..<300 {
      let z = Double.random(in: -1...1, using: &random)
      let c =
        round % 10 == 0
        ? try Coordinate(latitude: 90, longitude: 0)
        : try Coordinate(latitude: z * 90, longitude: Double.random(in: -180...180, using: &random))
      let radius = Distance.meters(Double.random(in: 0...2.1e7, using: &random))
      let want = objects.map { (DistanceMeter(from: c).distance(to: $0.coordinate!).meters, $0.id) }.filter {
        $0.0 <= radius.meters
      }.sorted { $0 < $1 }
      let page = try await users.near(c, within: radius).page()
      #expect(page.matches.map(\.id) == want.map(\.1), "\(c) \(radius)")
      var joined: [ObjectID] = []
      var cursor: Cursor?
      repeat {
        let page = try await users.near(c, within: radius, limit: 137, after: cursor).page()
        joined += page.matches.map(\.id)
        cursor = page.next
      } while cursor != nil
      #expect(joined == want.map(\.1))
      var streamed: [ObjectID] = []
      for try await m in users.near(c, within: radius, limit: 500) { streamed.append(m.id) }
      #expect(streamed == Array(want.map(\.1).prefix(500)))
    }
    store.close()
  }
}
