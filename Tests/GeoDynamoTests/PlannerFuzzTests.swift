// SPDX-License-Identifier: Apache-2.0

@testable import GeoDynamo
import GeoHash
import TestSupport
import Testing

/// Plans of anything by any settings keep every place of the region, and to their bounds.
@Suite struct PlannerFuzzTests {
  @Test(arguments: TableSettings.Grid.allCases, 0..<8 as Range<UInt64>)
  func noPlaceIsMissedAndNoBoundExceeded(grid: TableSettings.Grid, seed: UInt64) throws {
    var places = Places(seed: 900 + seed)
    for number in 0..<150 {
      let region = anyRegion(&places)
      let planner = try anyPlanner(grid, &places)
      let read = anyReadRanges(near: region.bounds.center, grid, &places)
      let rows = places.magnitude(1e-3...1e15)
      let isOrdered = Bool.random(using: &places.random)
      let plan = planner.plan(for: region, rowsPerGlobe: rows, excluding: read, isOrdered: isOrdered)
      let comment: Comment = "seed \(900 + seed), query \(number): \(region), \(planner.settings)"
      expectBounds(plan, planner, read, comment)
      for place in members(of: region, &places) {
        let leaf = leaf(of: place, grid)
        let range = plan.ranges.first { $0.leaves.contains(leaf) }
        #expect(range != nil || read.contains { $0.contains(leaf) }, "\(place) is missed: \(comment)")
        if let range,
          let meters = region.meters(toMemberAtLatitude: place.latitude, longitude: place.longitude)
        {
          #expect(range.minimumDistanceMeters <= meters, "\(place) is nearer than its range: \(comment)")
        }
      }
    }
  }

  private func expectBounds(
    _ plan: QueryPlan, _ planner: QueryPlanner, _ read: [ClosedRange<UInt64>], _ comment: Comment
  ) {
    let ascending = plan.ranges.map(\.leaves).sorted { $0.lowerBound < $1.lowerBound }
    for (a, b) in zip(ascending, ascending.dropFirst()) { #expect(a.upperBound < b.lowerBound, comment) }
    for range in ascending { #expect(!read.contains { $0.overlaps(range) }, comment) }
    // Ranges cut at a partition's border touch, unless they are of two runs.
    var runs = 0
    var last: UInt64?
    for range in ascending {
      if last.map({ $0 &+ 1 != range.lowerBound }) ?? true { runs += 1 }
      last = range.upperBound
    }
    #expect(runs <= QueryPlanner.maximumRanges + read.count, comment)
    #expect(plan.expectedRows >= 0 && plan.expectedPrice >= 0, comment)
    for (a, b) in zip(plan.ranges, plan.ranges.dropFirst()) {
      #expect(a.minimumDistanceMeters <= b.minimumDistanceMeters, comment)
    }
  }

  private func anyRegion(_ places: inout Places) -> any Region {
    let circle = Circle(center: places.next(), radius: places.radius())
    switch Int.random(in: 0..<4, using: &places.random) {
    case 0:
      let (a, b) = (places.next(), places.next())
      return try! BoundingBox(
        south: min(a.latitude, b.latitude), west: a.longitude, north: max(a.latitude, b.latitude),
        east: b.longitude)
    case 1:
      let from = circle.radius.meters * Double.random(in: 0...1, using: &places.random)
      return circle.part(fromMeters: from, toMeters: circle.radius.meters)
    default: return circle
    }
  }

  private func anyPlanner(_ grid: TableSettings.Grid, _ places: inout Places) throws -> QueryPlanner {
    let prices = PriceList(
      unit: "any", request: places.magnitude(1e-3...1e3), minimum: places.magnitude(1e-3...10),
      row: Bool.random(using: &places.random) ? 0 : places.magnitude(1e-6...10),
      byte: Bool.random(using: &places.random) ? 0 : places.magnitude(1e-6...1),
      rounding: Double.random(in: 0...1, using: &places.random))
    let levels = (0..<Int.random(in: 1...3, using: &places.random)).map { _ in
      grid == .s2 ? Int.random(in: 2...5, using: &places.random) : 5
    }
    return QueryPlanner(
      settings: try TableSettings(grid: grid, partitionLevels: levels), prices: prices,
      rangesSpanPartitions: Bool.random(using: &places.random), bytesPerRow: places.magnitude(1...1e5))
  }

  /// Up to four ranges of leaves, ascending and apart, about a place.
  private func anyReadRanges(
    near place: Coordinate, _ grid: TableSettings.Grid, _ places: inout Places
  ) -> [ClosedRange<UInt64>] {
    var ranges: [ClosedRange<UInt64>] = []
    for _ in 0..<Int.random(in: 0...4, using: &places.random) {
      let leaf = leaf(of: Bool.random(using: &places.random) ? place : places.next(), grid)
      let size = UInt64(places.magnitude(1...1e16))
      let range = leaf - min(size / 2, leaf)...leaf + size / 2
      if !ranges.contains(where: { $0.overlaps(range) }) { ranges.append(range) }
    }
    return ranges.sorted { $0.lowerBound < $1.lowerBound }
  }

  /// Places in the region: its middle, its rim and others, as far as they are members.
  private func members(of region: any Region, _ places: inout Places) -> [Coordinate] {
    let box = region.bounds
    var found = [box.center]
    for _ in 0..<40 {
      let latitude = Double.random(in: box.south...box.north, using: &places.random)
      var longitude = box.west + Double.random(in: 0...box.width, using: &places.random)
      if longitude > 180 { longitude -= 360 }
      found.append(try! Coordinate(latitude: latitude, longitude: longitude))
    }
    if let circle = region as? Circle {
      for bearing in stride(from: 0.0, to: 360, by: 15) {
        found.append(try! circle.center.destination(bearing: bearing, distance: circle.radius))
      }
    }
    return found.filter { region.contains($0) }
  }

  private func leaf(of place: Coordinate, _ grid: TableSettings.Grid) -> UInt64 {
    grid == .s2
      ? S2Cell(leafContaining: place).leafRange.lowerBound
      : GeohashCell(leafContaining: place).leafRange.lowerBound
  }
}
