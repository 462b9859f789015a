// SPDX-License-Identifier: Apache-2.0

import GeoDynamo
import GeoDynamoSQLite
import GeoHash
import TestSupport
import Testing

/// Queries by distance against a scan of every object, on both grids.
@Suite struct NearTests {
  let folder = try! TemporaryFolder()

  func index(_ grid: TableSettings.Grid, holding objects: [PlacedObject]) async throws -> GeoIndex {
    let store = try SQLiteStore.open(folder.path("\(grid).sqlite"), mode: .create)
    let index = try await GeoIndex(creating: "users", in: store, settings: TableSettings(grid: grid))
    try await index.load(objects.map { GeoObject(id: try ObjectID($0.id), coordinate: $0.coordinate) })
    return index
  }

  static func objects(_ places: [Coordinate]) -> [PlacedObject] {
    places.enumerated().map { PlacedObject(id: "user-\($0)", coordinate: $1) }
  }

  @Test(arguments: TableSettings.Grid.allCases)
  func nothingIsMissingNothingExtraAndTheOrderExact(grid: TableSettings.Grid) async throws {
    for seed in UInt64(1)...4 {
      var places = Places(seed: seed)
      let objects = Self.objects(places.sample(300))
      let index = try await index(grid, holding: objects)
      for round in 0..<500 {
        let center = round % 3 == 0 ? objects[round % objects.count].coordinate : places.next()
        let radius = places.radius()
        let expected = BruteForce.objects(of: objects, within: radius, of: center)
        let page = try await index.near(center, within: radius).page()
        let place = "seed \(seed), round \(round): \(radius.meters) m of \(center)"
        #expect(page.matches.map(\.id.description) == expected.map(\.object.id), "\(place)")
        #expect(page.matches.map(\.distance) == expected.map(\.distance), "\(place)")
        let unordered = QueryOptions(order: .any)
        let some = try await index.near(center, within: radius, options: unordered).page().matches
        #expect(Set(some.map(\.id.description)) == Set(expected.map(\.object.id)), "\(place)")
        #expect(some.map(\.distance).sorted() == expected.map(\.distance), "\(place)")
        let limit = round % 20 + 1
        let nearest = try await index.near(center, within: radius, limit: limit, options: unordered).page()
        #expect(
          nearest.matches.map(\.id.description) == expected.prefix(limit).map(\.object.id), "\(place)")
        var first: [String] = []
        for try await match in index.near(center, within: radius, limit: limit) {
          first.append(match.id.description)
        }
        #expect(first == expected.prefix(limit).map(\.object.id), "the first \(limit) of \(place)")
        let count = try await index.count(near: center, within: radius)
        #expect(count == expected.count, "\(place)")
      }
    }
  }

  /// Places and radii at which other libraries are known to lose results: borders of decimal prefixes, the equator,
  /// the poles, ±180°, radii at the size of a cell.
  static let pitfalls: [(latitude: Double, longitude: Double, kilometers: [Double])] = [
    (23.9579, -4.8080, [1, 10, 100]), (-29.1979, -23.9076, [1, 10, 100]), (31.6260, -48.4446, [1, 10, 100]),
    (0, 10, [9.75, 156, 312]), (-0.0002, -78.45, [9.75]), (89.9, 0, [50]), (70, 20, [2000]), (0, 179.9, [50]),
    (0, -179.9, [50]), (59, 0, [0.01, 1, 10, 50, 100]), (-42.02055565757218, 172.38910316227407, [1188.035]),
    (32.8007718436974, 10.107633337736274, [5836.769]), (90, 0, [100]), (87, 0, [50]), (15, 179, [200]),
  ]

  @Test(arguments: TableSettings.Grid.allCases)
  func pitfallsOfOthersAreNone(grid: TableSettings.Grid) async throws {
    var random = SeededGenerator(seed: 5)
    for (latitude, longitude, radii) in Self.pitfalls {
      let center = try Coordinate(latitude: latitude, longitude: longitude)
      for kilometers in radii {
        let radius = Distance.kilometers(kilometers)
        let objects = Self.objects(
          try (0..<200).map { _ in
            try center.destination(
              bearing: Double.random(in: 0..<360, using: &random),
              distance: .meters(radius.meters * Double.random(in: 0...1.2, using: &random)))
          })
        let index = try await index(grid, holding: objects)
        let expected = BruteForce.objects(of: objects, within: radius, of: center)
        let found = try await index.near(center, within: radius).page().matches
        #expect(found.map(\.id.description) == expected.map(\.object.id), "\(kilometers) km of \(center)")
        #expect(expected.count > 100)
      }
    }
  }

  @Test(arguments: TableSettings.Grid.allCases)
  func theRimBelongsToTheCircleAndRadiusZeroFindsThePlaceItself(grid: TableSettings.Grid) async throws {
    var places = Places(seed: 6)
    let objects = Self.objects(places.sample(200))
    let index = try await index(grid, holding: objects)
    for object in objects {
      let here = try await index.near(object.coordinate, within: .meters(0)).page().matches
      #expect(here.contains { $0.id.description == object.id }, "at \(object.coordinate)")
      let center = places.next()
      let radius = center.distance(to: object.coordinate)
      let within = try await index.near(center, within: radius).page().matches
      #expect(within.contains { $0.id.description == object.id }, "\(radius.meters) m of \(center)")
      guard radius.meters > 0 else { continue }
      let below = try await index.near(center, within: .meters(radius.meters.nextDown)).page().matches
      #expect(
        !below.contains { $0.id.description == object.id }, "just under \(radius.meters) m of \(center)")
    }
  }

  @Test func idsInTheAnswerAreTheBytesThatWentIn() async throws {
    let here = try Coordinate(latitude: 0, longitude: 0)
    let ids = [
      "e\u{301}", "\u{e9}", "a#b", "#", "👩‍👩‍👧‍👦", "\u{ff61}", "\u{10000}", String(repeating: "z", count: 512),
    ]
    let index = try await index(.s2, holding: ids.map { PlacedObject(id: $0, coordinate: here) })
    let found = try await index.near(here, within: .meters(0)).page().matches.map {
      Array($0.id.text.string.utf8)
    }
    #expect(found == ids.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) })
  }
}
