// SPDX-License-Identifier: Apache-2.0

import GeoDynamo
import GeoDynamoSQLite
import GeoHash
import TestSupport
import Testing

/// Estimates, heatmaps and samples against a look at every object.
@Suite struct CountsTests {
  private let folder = try! TemporaryFolder()

  private static let regions: [any Region & Sendable] = [
    Circle(center: try! Coordinate(latitude: 51.5, longitude: -0.1), radius: .kilometers(3)),
    Circle(center: try! Coordinate(latitude: 51.5, longitude: -0.1), radius: .kilometers(400)),
    Circle(center: try! Coordinate(latitude: 89, longitude: 10), radius: .kilometers(3000)),
    try! BoundingBox(south: -40, west: 170, north: 10, east: -150), BoundingBox.globe,
    Circle(center: try! Coordinate(latitude: 10, longitude: 10), radius: .meters(0)),
  ]

  /// Objects all over the globe, half of them about London.
  private func places() -> [Coordinate] {
    var random = SeededGenerator(seed: 21)
    return (0..<6000).map { number in
      let isNear = number % 2 == 0
      return try! Coordinate(
        latitude: isNear ? .random(in: 50...53, using: &random) : .random(in: -90...90, using: &random),
        longitude: isNear ? .random(in: -2...2, using: &random) : .random(in: -180...180, using: &random))
    }
  }

  private func index(_ grid: TableSettings.Grid, _ places: [Coordinate]) async throws -> GeoIndex {
    let store = try SQLiteStore.open(folder.path("\(grid).sqlite"), mode: .create)
    let index = try await GeoIndex(creating: "users", in: store, settings: TableSettings(grid: grid))
    try await index.load(
      places.enumerated().map { number, place in
        GeoObject(
          id: try ObjectID("\(number)"), coordinate: place, attributes: ["third": .bool(number % 3 == 0)])
      })
    return index
  }

  @Test(arguments: TableSettings.Grid.allCases)
  func estimatesHoldTheNumberBetweenTheirBounds(grid: TableSettings.Grid) async throws {
    let places = places()
    let index = try await index(grid, places)
    for region in Self.regions {
      let number = places.count { region.contains($0) }
      let estimate = try #require(try await index.estimatedCount(in: region))
      #expect(estimate.atLeast <= number && number <= estimate.atMost, "\(region.bounds)")
      #expect(estimate.atLeast <= estimate.count && estimate.count <= estimate.atMost, "\(region.bounds)")
      #expect(
        abs(estimate.count - number) <= max(12, number / 10), "\(region.bounds): \(estimate), \(number)")
    }
  }

  @Test(arguments: TableSettings.Grid.allCases)
  func heatmapsCountWholeCells(grid: TableSettings.Grid) async throws {
    let places = places()
    let index = try await index(grid, places)
    for region in Self.regions {
      for level in grid == .s2 ? [0, 3, 8, 10, 11, 14] : [0, 5, 13, 20, 21, 30] {
        let map = try await index.heatmap(of: region, level: level)
        let wanted =
          grid == .s2
          ? counts(of: places, region, level, S2Cell.self)
          : counts(of: places, region, level, GeohashCell.self)
        #expect(map.map(\.leaves.lowerBound) == wanted.map(\.0), "\(region.bounds) level \(level)")
        #expect(map.map(\.count) == wanted.map(\.1), "\(region.bounds) level \(level)")
      }
    }
    await #expect(throws: GeometryError.level(61, allowed: grid == .s2 ? 0...30 : 0...60)) {
      try await index.heatmap(of: BoundingBox.globe, level: 61)
    }
  }

  private func counts<Cell: GridCell>(
    of places: [Coordinate], _ region: any Region, _ level: Int, _ grid: Cell.Type
  ) -> [(UInt64, Int)] {
    var sums: [Cell: Int] = [:]
    for place in places { sums[Cell(leafContaining: place).parent(at: level), default: 0] += 1 }
    return sums.filter { region.relation(to: $0.key) != .disjoint }.map {
      ($0.key.leafRange.lowerBound, $0.value)
    }
    .sorted { $0.0 < $1.0 }
  }

  @Test(arguments: TableSettings.Grid.allCases)
  func marginsHoldTheNumberInMostSamples(grid: TableSettings.Grid) async throws {
    let places = places()
    let index = try await index(grid, places)
    let region = Circle(center: try Coordinate(latitude: 51.5, longitude: -0.1), radius: .kilometers(400))
    let number = places.enumerated().count { $0.offset % 3 == 0 && region.contains($0.element) }
    var random = SeededGenerator(seed: 8)
    var hits = 0
    for _ in 0..<60 {
      let sample = try await index.sampledCount(
        in: region, reading: 400, where: .attribute("third", is: .bool(true)), using: &random)
      #expect(sample.rows < 800 && sample.margin > 0)
      if abs(sample.count - number) <= sample.margin { hits += 1 }
    }
    #expect(hits >= 50, "\(hits) of 60")
  }

  @Test func aSmallRegionIsSampledWhole() async throws {
    let places = places()
    let index = try await index(.s2, places)
    var random = SeededGenerator(seed: 8)
    for region in Self.regions {
      let sample = try await index.sampledCount(in: region, reading: 10_000, using: &random)
      #expect(sample.margin == 0 && sample.count == places.count { region.contains($0) })
    }
    await #expect(throws: InputError.limit(0)) {
      try await index.sampledCount(in: BoundingBox.globe, reading: 0, using: &random)
    }
  }
}
