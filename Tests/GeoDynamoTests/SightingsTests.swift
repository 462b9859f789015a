// SPDX-License-Identifier: Apache-2.0
import GeoHash
import TestSupport
import Testing

@testable import GeoDynamo

/// Reads that are no snapshots: rows come twice, and objects at a place that they have left.
struct SightingsTests {
  private let circle = Circle(
    center: try! Coordinate(latitude: 51.5, longitude: -0.1), radius: .kilometers(10))

  private func collector(handedOut: Sightings<Bool>? = nil, asOf stamp: Int64? = nil) -> MatchCollector {
    let plan = QueryPlanner(settings: .standard, prices: .dynamoDB).plan(for: circle, rowsPerGlobe: 1e9)
    let query = RegionQuery(region: circle, filter: nil, excluded: [], seenSince: nil, cursor: nil)
    return MatchCollector(
      query: query, stamp: stamp, capacity: 2, target: .max, plan: plan, firstRange: 0,
      found: FoundMatches(seen: handedOut ?? Sightings()))
  }

  private func take(_ row: IndexRow, _ id: String, by consumer: inout some IndexRowConsumer) throws {
    let (bytes, none) = (Array(id.utf8), ItemCodec.encode([:]))
    try unsafe consumer.take(row, id: bytes.span.bytes, attributes: none.span.bytes)
  }

  private func row(_ latitude: Double, stamp: Int64) -> IndexRow {
    IndexRow(latitude: latitude, longitude: -0.1, movedAt: 0, stamp: stamp)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func ofAllRowsOfAnObjectTheLastPlacedCountsOnce(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var collector = collector(asOf: 80)
    var counter = MatchCounter(
      query: RegionQuery(region: circle, filter: nil, excluded: [], seenSince: nil, cursor: nil),
      readsAreSnapshots: false)
    var newest: [String: IndexRow] = [:]
    var newestOfAll: [String: IndexRow] = [:]
    for _ in 0..<400 {
      let id = "u\(Int.random(in: 0..<40, using: &random))"
      let stamp = Int64.random(in: 0..<100, using: &random)
      // A place follows from object and moment, as in a store.
      let row = row(51.3 + Double((stamp &* 37 &+ Int64(id.utf8.count)) % 40) / 100, stamp: stamp)
      try take(row, id, by: &collector)
      try take(row, id, by: &counter)
      if stamp <= 80, newest[id].map({ $0.stamp < stamp }) ?? true { newest[id] = row }
      if newestOfAll[id].map({ $0.stamp < stamp }) ?? true { newestOfAll[id] = row }
    }
    func members(_ rows: [String: IndexRow]) -> Set<String> {
      Set(rows.filter { circle.meters(toMemberAtLatitude: $1.latitude, longitude: $1.longitude) != nil }.keys)
    }
    let ids = collector.found.matches.map { $0.id.text.string }
    #expect(Set(ids) == members(newest) && Set(ids).count == ids.count, "seed \(seed)")
    #expect(counter.count == members(newestOfAll).count, "seed \(seed)")
  }

  @Test func whoWasHandedOutComesNotAgain() throws {
    var first = collector()
    try take(row(51.5, stamp: 1), "ada", by: &first)
    #expect(first.found.matches.count == 1)
    var seen = try #require(first.found.seen)
    unsafe seen.update(Array("ada".utf8).span.bytes, to: true)
    var second = collector(handedOut: seen)
    for stamp in [0, 1, 2, 2, 3] as [Int64] { try take(row(51.51, stamp: stamp), "ada", by: &second) }
    try take(row(51.51, stamp: 1), "bob", by: &second)
    #expect(second.found.matches.map { $0.id.text.string } == ["bob"])
  }
}
