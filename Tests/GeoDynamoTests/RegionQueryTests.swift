// SPDX-License-Identifier: Apache-2.0

import GeoDynamo
import GeoDynamoSQLite
import GeoHash
import TestSupport
import Testing

/// Queries of every shape against a scan of every object, on both grids.
@Suite struct RegionQueryTests {
  let folder = try! TemporaryFolder()

  /// A shape of each kind somewhere on the globe.
  static func regions(_ places: inout Places) throws -> [any Region] {
    let (a, b) = (places.next(), places.next())
    let (first, second) = (places.radius(), places.radius())
    var regions: [any Region] = [
      Circle(center: a, radius: first), try Ring(center: a, from: min(first, second), to: max(first, second)),
      try BoundingBox(
        south: min(a.latitude, b.latitude), west: a.longitude, north: max(a.latitude, b.latitude),
        east: b.longitude),
    ]
    let width = Distance.meters(min(first.meters, 500_000))
    if let corridor = try? Corridor(along: [a, b, places.next()], within: width) { regions.append(corridor) }
    let corners = try (0..<5).map {
      try a.destination(bearing: Double($0) * -72, distance: .meters(1000 + min(second.meters, 3_000_000)))
    }
    for edges in [Polygon.Edges.planar, .geodesic] {
      if let polygon = try? Polygon(corners, edges: edges) { regions.append(polygon) }
    }
    return regions
  }

  @Test(arguments: TableSettings.Grid.allCases)
  func everyShapeFindsItsMembersInOrder(grid: TableSettings.Grid) async throws {
    var places = Places(seed: 61)
    let objects = places.sample(400).enumerated().map { PlacedObject(id: "user-\($0)", coordinate: $1) }
    let store = try SQLiteStore.open(folder.path("\(grid).sqlite"), mode: .create)
    let index = try await GeoIndex(creating: "users", in: store, settings: TableSettings(grid: grid))
    try await index.load(objects.map { GeoObject(id: try ObjectID($0.id), coordinate: $0.coordinate) })
    for round in 0..<60 {
      for region in try Self.regions(&places) {
        let expected = BruteForce.objects(of: objects, in: region).map(\.object.id)
        let place = "round \(round): \(region)"
        let all = try await index.objects(in: region).page().matches
        #expect(all.map(\.id.description) == expected, "\(place)")
        #expect(try await index.count(in: region) == expected.count, "\(place)")
        var joined: [String] = []
        var cursor: Cursor?
        repeat {
          let page = try await index.objects(in: region, limit: 30, after: cursor).page()
          joined += page.matches.map(\.id.description)
          cursor = page.next
        } while cursor != nil
        #expect(joined == expected, "pages of \(place)")
      }
    }
  }

  @Test func onlyObjectsSeenSinceAreFoundInEveryShape() async throws {
    let store = try SQLiteStore.open(folder.path("seen.sqlite"), mode: .create)
    let index = try await GeoIndex(creating: "users", in: store)
    let center = try Coordinate(latitude: 10, longitude: 20)
    for number in 0..<20 {
      try await index.put(
        ObjectID("u\(number)"), at: center.destination(bearing: 0, distance: .meters(Double(number))),
        time: Timestamp(microseconds: Int64(number)))
    }
    let options = QueryOptions(seenSince: Timestamp(microseconds: 15))
    let regions: [any Region] = [
      Circle(center: center, radius: .meters(100)),
      try Ring(center: center, from: .meters(0), to: .meters(100)),
      try BoundingBox(south: 9, west: 19, north: 11, east: 21),
      try Corridor(along: [center], within: .meters(100)),
    ]
    for region in regions {
      let found = try await index.objects(in: region, limit: 3, options: options).page().matches.map(
        \.id.description)
      #expect(
        found.count == 3 && found.allSatisfy { ["u15", "u16", "u17", "u18", "u19"].contains($0) }, "\(region)"
      )
      #expect(try await index.count(in: region, options: options) == 5)
    }
  }

  @Test func aQueryOverItsBudgetIsRefusedBeforeItReads() async throws {
    let store = try SQLiteStore.open(folder.path("budget.sqlite"), mode: .create)
    let index = try await GeoIndex(creating: "users", in: store)
    let center = try Coordinate(latitude: 10, longitude: 20)
    try await index.load(
      try (0..<2000).map {
        GeoObject(
          id: try ObjectID("u\($0)"),
          coordinate: try center.destination(
            bearing: Double($0) * 137.5, distance: .meters((Double($0) * 2000).squareRoot())))
      })
    _ = try await index.near(center, within: .kilometers(2)).page()  // learns the density
    let few = QueryOptions(budget: QueryBudget(rows: 100))
    let error = await #expect(throws: BudgetError.self) {
      try await index.near(center, within: .kilometers(2), options: few).page()
    }
    #expect(error?.report == nil && error?.plan != nil, "refused before it reads")
    #expect(error?.description.contains("its budget is 100; take a smaller region or a limit") == true)
    #expect(
      try await index.near(center, within: .kilometers(2), limit: 10, options: few).page().matches.count == 10
    )
    await #expect(throws: BudgetError.self) {
      try await index.count(in: Circle(center: center, radius: .kilometers(2)), options: few)
    }
    await #expect(throws: BudgetError.self) {
      let one = QueryOptions(budget: QueryBudget(requests: 0))
      return try await index.near(center, within: .kilometers(2), options: one).page()
    }
  }

  @Test func whereNothingIsCountedNothingIsExpected() async throws {
    let store = try SQLiteStore.open(folder.path("empty.sqlite"), mode: .create)
    let index = try await GeoIndex(creating: "users", in: store)
    try await index.put("ada", at: Coordinate(latitude: 50, longitude: 50))
    let box = try BoundingBox(south: 1, west: 2, north: 3, east: 4)
    let few = QueryOptions(budget: QueryBudget(rows: 10))
    let report = try await index.objects(in: box, options: few).page().report
    #expect(report.densitySource == .counted && report.expectedRows < 1)
    #expect(try await index.nearest(1, to: box.center, options: few).page().matches.map(\.id) == ["ada"])
  }

  @Test func aLimitReadsLittleMoreThanItReturns() async throws {
    let store = try SQLiteStore.open(folder.path("limit.sqlite"), mode: .create)
    let index = try await GeoIndex(creating: "users", in: store)
    let center = try Coordinate(latitude: 48, longitude: 11)
    var random = SeededGenerator(seed: 71)
    try await index.load(
      try (0..<20_000).map { number in
        GeoObject(
          id: try ObjectID("u\(number)"),
          coordinate: try center.destination(
            bearing: Double.random(in: 0..<360, using: &random),
            distance: .meters(100_000 * Double.random(in: 0...1, using: &random).squareRoot())))
      })
    let first = try await index.nearest(20, to: center).page().report
    #expect(
      first.densitySource == .counted && first.rows < 200, "\(first.rows) rows read at first, of 20,000")
    for _ in 0..<5 { _ = try await index.nearest(20, to: center).page() }
    let report = try await index.nearest(20, to: center).page().report
    #expect(report.matches == 20)
    #expect(report.rows < 100, "\(report.rows) rows read of 20,000")
  }
}
