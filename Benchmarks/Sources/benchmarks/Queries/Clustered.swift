// SPDX-License-Identifier: Apache-2.0

import Foundation
import GeoDynamo
import GeoDynamoSQLite
import GeoHash

/// Queries at random users of a million that are drawn about the world's towns: rows read, stages, estimates.
enum Clustered {
  private static let querySeed: UInt64 = 77

  static func run(_ report: inout Report) async throws {
    let places = try Towns.places()
    let path = "Benchmarks/.build/clustered-\(Towns.seed).sqlite"
    let store = try SQLiteStore.open(path, mode: .create)
    let index = try await GeoIndex(creating: "users", in: store, indexed: .only([]))
    if try await index.objectCount() < places.count { try await fill(index, with: places) }
    print(
      "\(places.count) users about towns by population, spread 10 km, seed \(Towns.seed); queries of seed \(querySeed)"
    )
    print("store \(path)\n")
    var random = SeededGenerator(seed: querySeed)
    let columns = ["queries", "found, median", "rows / found", "p95", "rows, median", "stages", "ranges"]
    report.heading("radius, limit", columns, width: 14)
    for limit in [nil, 20] {
      for radius in [100.0, 1_000, 10_000, 100_000] {
        let queries = limit == nil && radius > 50_000 ? 40 : 300
        try await measure(radius, limit, queries, places, index, &random, &report)
      }
    }
    try await estimate(places, store, &report)
    store.close()
  }

  private static func fill(_ index: GeoIndex, with places: [Coordinate]) async throws {
    for start in stride(from: 0, to: places.count, by: 10_000) {
      try await index.load(
        (start..<min(start + 10_000, places.count)).map { number in
          GeoObject(
            id: try ObjectID("user-\(number)"), coordinate: places[number], movedAt: nil, attributes: [:])
        })
    }
  }

  private static func measure(
    _ radius: Double, _ limit: Int?, _ queries: Int, _ places: [Coordinate], _ index: GeoIndex,
    _ random: inout SeededGenerator, _ report: inout Report
  ) async throws {
    var (waste, rows, found, stages, ranges): ([Double], [Double], [Double], [Double], [Double]) = (
      [], [], [], [], []
    )
    for _ in 0..<queries {
      let center = places.randomElement(using: &random)!
      let page = try await index.near(center, within: .meters(radius), limit: limit).page()
      waste.append(page.report.waste)
      rows.append(Double(page.report.rows))
      found.append(Double(page.matches.count))
      stages.append(Double(page.report.plans.count))
      ranges.append(Double(page.report.ranges))
    }
    let name =
      "\(radius < 1_000 ? "\(Int(radius)) m" : "\(Int(radius / 1_000)) km"), \(limit.map(String.init) ?? "none")"
    let numbers = [
      Double(queries), found.median, waste.median, waste.quantile(0.95), rows.median, stages.median,
      ranges.median,
    ]
    report.row(name, numbers.map(short), width: 14)
    for (label, number) in zip(["rows / found", "p95", "rows"], numbers[2...]) {
      report.check(number)
      report.record("\(name) \(label)", number)
    }
  }

  /// How far the expected rows are off, in a process that has answered 1,000 queries.
  private static func estimate(_ places: [Coordinate], _ store: SQLiteStore, _ report: inout Report)
    async throws
  {
    let index = try await GeoIndex("users", in: store)
    var random = SeededGenerator(seed: querySeed + 1)
    var factors: [(radius: Double, factor: Double)] = []
    for number in 0..<1_500 {
      let center = places.randomElement(using: &random)!
      let radius = random.logarithmic(100...20_000)
      let result = try await index.near(center, within: .meters(radius)).page().report
      guard number >= 1_000 else { continue }
      // Half a row more on both sides: none expected and none found is no error.
      let (expected, rows) = (result.plans[0].expectedRows + 0.5, Double(result.rows) + 0.5)
      factors.append((radius, max(expected / rows, rows / expected)))
    }
    print(
      "\nexpected rows after 1,000 queries of 100 m … 20 km: off by a factor of, over \(factors.count) queries\n"
    )
    report.heading("radius", ["queries", "median", "p90"], width: 14)
    for (name, radii) in [
      ("all", 0.0...1e6), ("100 m … 1 km", 0...1_000), ("1 … 5 km", 1_000...5_000),
      ("5 … 20 km", 5_000...1e6),
    ] {
      let some = factors.filter { radii.contains($0.radius) }.map(\.factor)
      report.row(name, [Double(some.count), some.median, some.quantile(0.9)].map(short), width: 14)
      report.check(some.median)
      report.record("estimate \(name) median factor", some.median)
    }
  }
}
