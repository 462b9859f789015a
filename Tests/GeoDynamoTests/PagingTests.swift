// SPDX-License-Identifier: Apache-2.0

import GeoDynamo
import GeoDynamoSQLite
import GeoHash
import TestSupport
import Testing

/// Pages of a query, also while objects move between them.
@Suite struct PagingTests {
  let folder = try! TemporaryFolder()
  let center = try! Coordinate(latitude: 51.5, longitude: 179.999)
  let radius = Distance.kilometers(5)

  /// Objects in and around the circle, many of them at one place or at one distance.
  func index(_ grid: TableSettings.Grid, seed: UInt64, count: Int) async throws -> (GeoIndex, [PlacedObject])
  {
    var random = SeededGenerator(seed: seed)
    let store = try SQLiteStore.open(folder.path("\(grid)-\(seed).sqlite"), mode: .create)
    let index = try await GeoIndex(creating: "users", in: store, settings: TableSettings(grid: grid))
    let objects = try (0..<count).map { number in
      PlacedObject(id: "user-\(number)", coordinate: try place(&random))
    }
    try await index.load(
      objects.map {
        GeoObject(id: try ObjectID($0.id), coordinate: $0.coordinate, movedAt: Timestamp(microseconds: 1))
      })
    return (index, objects)
  }

  func place(_ random: inout SeededGenerator) throws -> Coordinate {
    let steps = Double(Int.random(in: 0...12, using: &random))
    return try center.destination(
      bearing: Double(Int.random(in: 0..<4, using: &random)) * 90, distance: .meters(steps * 500))
  }

  @Test(arguments: TableSettings.Grid.allCases, [1, 7, 100])
  func pagesJoinedAreTheWholeAnswer(grid: TableSettings.Grid, size: Int) async throws {
    let (index, objects) = try await index(grid, seed: 21, count: 150)
    let expected = BruteForce.objects(of: objects, within: radius, of: center).map(\.object.id)
    var joined: [String] = []
    var cursor: Cursor?
    repeat {
      let page = try await index.near(center, within: radius, limit: size, after: cursor).page()
      #expect(page.matches.count == size || page.next == nil)
      joined += page.matches.map(\.id.description)
      cursor = try page.next.map { try Cursor($0.text) }
    } while cursor != nil
    #expect(joined == expected)
  }

  /// Between pages objects move nearer, farther, in and out, vanish and appear, some with clocks that are behind.
  @Test(arguments: TableSettings.Grid.allCases, [1, 7, 100])
  func nobodyComesTwiceAndWhoStayedIsNotLost(grid: TableSettings.Grid, size: Int) async throws {
    for seed in UInt64(31)...35 {
      var random = SeededGenerator(seed: seed)
      let (index, objects) = try await index(grid, seed: seed, count: 120)
      var stayed = Set(BruteForce.objects(of: objects, within: radius, of: center).map(\.object.id))
      var seen: [String] = []
      var cursor: Cursor?
      var time: Int64 = 2
      repeat {
        let page = try await index.near(center, within: radius, limit: size, after: cursor).page()
        seen += page.matches.map(\.id.description)
        cursor = page.next
        for _ in 0..<4 {
          let object = objects.randomElement(using: &random)!
          let id = try ObjectID(object.id)
          stayed.remove(object.id)
          time += 1
          switch Int.random(in: 0..<4, using: &random) {
          case 0: try? await index.delete(id)
          case 1: try await index.put(id, at: place(&random), time: Timestamp(microseconds: 0))
          case 2: try await index.put(ObjectID("new-\(time)"), at: place(&random))
          default: try? await index.move(id, to: place(&random), time: Timestamp(microseconds: time))
          }
        }
      } while cursor != nil
      #expect(Set(seen).count == seen.count, "seed \(seed): somebody came twice")
      #expect(stayed.subtracting(seen).isEmpty, "seed \(seed): somebody who stayed was lost")
    }
  }

  @Test func iteratingGoesOnWhileObjectsMove() async throws {
    var random = SeededGenerator(seed: 41)
    let (index, objects) = try await index(.s2, seed: 41, count: 2000)
    var stayed = Set(BruteForce.objects(of: objects, within: radius, of: center).map(\.object.id))
    var seen: [String] = []
    for try await match in index.near(center, within: radius) {
      seen.append(match.id.description)
      guard seen.count % 10 == 0 else { continue }
      let object = objects.randomElement(using: &random)!
      stayed.remove(object.id)
      try await index.put(ObjectID(object.id), at: place(&random))
    }
    #expect(Set(seen).count == seen.count)
    #expect(stayed.subtracting(seen).isEmpty)
  }

  @Test func pagesOfAMovingObjectMeasureFromWhereTheFirstDid() async throws {
    let (index, objects) = try await index(.s2, seed: 51, count: 100)
    try await index.put("me", at: center)
    let expected = BruteForce.objects(of: objects, within: radius, of: center).map(\.object.id)
    var joined: [String] = []
    var cursor: Cursor?
    repeat {
      let page = try await index.near(of: "me", within: radius, limit: 9, after: cursor).page()
      joined += page.matches.map(\.id.description)
      cursor = page.next
      try await index.put("me", at: Coordinate(latitude: 0, longitude: Double(joined.count)))
    } while cursor != nil
    #expect(joined == expected)
  }
}
