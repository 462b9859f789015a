// SPDX-License-Identifier: Apache-2.0

import Foundation
import GeoDynamo
import GeoHash

/// The price of our plans against the least price there is: over all splits of cells down to 1/32 of the radius and all
/// ways to join them into up to 16 ranges.
enum Optimum {
  private static let queries = 500
  private static let seed: UInt64 = 500
  private static let bytes = 400.0

  static func run(_ report: inout Report) {
    print(
      "\(queries) circles of seed \(seed): radius 10 m … 1,000 km, 0.1 … 10,000 rows of 400 bytes per km²\n")
    report.heading("plan's price / least price", ["median", "p95", "worst", "within 10 %"], width: 12)
    for (name, prices) in [("DynamoDB", PriceList.dynamoDB), ("SQLite", .sqlite)] {
      var random = SeededGenerator(seed: seed)
      var ratios: [Double] = []
      var worst = ("", 0.0)
      for _ in 0..<queries {
        let place = Ground.place(using: &random)
        let radius = random.logarithmic(10...1e6)
        let density = random.logarithmic(0.1...10_000)
        let circle = Circle(center: place, radius: .meters(radius))
        let rows = density * Ground.squareKilometers
        let planner = QueryPlanner(
          settings: .standard, prices: prices, rangesSpanPartitions: true, bytesPerRow: bytes)
        let plan = planner.plan(for: circle, rowsPerGlobe: rows, isOrdered: false)
        let price = plan.ranges.reduce(0) {
          $0 + prices.price(rows: Ground.areaShare(of: $1.leaves) * rows, bytes: bytes)
        }
        let least = leastPrice(of: circle, rows: rows, prices)
        ratios.append(price / least)
        report.check(price / least)
        if price / least > worst.1 {
          worst = (
            "\(place), \(short(radius)) m, \(short(density)) per km²: \(plan.ranges.count) ranges of \(plan.cells) cells, \(short(price)) against \(short(least))",
            price / least
          )
        }
      }
      let within = Double(ratios.count { $0 <= 1.1 }) / Double(queries)
      let numbers = [ratios.median, ratios.quantile(0.95), ratios.max()!, within]
      report.row(
        name, numbers.dropLast().map { String(format: "%.3f", $0) } + ["\(short(within * 100)) %"], width: 12)
      for (label, number) in zip(["median", "p95", "worst", "within 10 %"], numbers) {
        report.record("\(name) \(label)", number)
      }
      print("  worst: \(worst.0)")
    }
  }

  /// Runs of the finest covering and the gaps between them, then the best way to join neighbours, by dynamic programming.
  private static func leastPrice(of circle: Circle, rows: Double, _ prices: PriceList) -> Double {
    let edge = circle.radius.meters / Earth.radiusMeters / 32
    var finest = 0
    while finest < 30, 4 * Double.pi / 6 / Double(UInt64(1) << UInt64(2 * finest)) > edge * edge {
      finest += 1
    }
    var runs: [(leaves: ClosedRange<UInt64>, share: Double)] = []
    func add(_ cell: S2Cell) {
      let relation = circle.relation(to: cell)
      if relation == .disjoint { return }
      guard relation == .inside || cell.level == finest else {
        for child in cell.children { add(child) }
        return
      }
      if let last = runs.last, last.leaves.upperBound + 1 == cell.leafRange.lowerBound {
        runs[runs.count - 1] = (
          last.leaves.lowerBound...cell.leafRange.upperBound, last.share + cell.areaShare
        )
      } else {
        runs.append((cell.leafRange, cell.areaShare))
      }
    }
    for root in S2Cell.roots { add(root) }
    // Rows before each run and up to its end.
    var (before, after): ([Double], [Double]) = ([], [])
    var sum = 0.0
    for (index, run) in runs.enumerated() {
      if index > 0 {
        sum += Ground.areaShare(of: runs[index - 1].leaves.upperBound + 1...run.leaves.lowerBound - 1)
      }
      before.append(sum * rows)
      sum += run.share
      after.append(sum * rows)
    }
    var least = after.indices.map { prices.price(rows: after[$0] - before[0], bytes: bytes) }
    var best = least.last!
    for _ in 1..<QueryPlanner.maximumRanges where runs.count > 1 {
      let previous = least
      for end in stride(from: runs.count - 1, to: 0, by: -1) {
        for start in 1...end {
          let price = previous[start - 1] + prices.price(rows: after[end] - before[start], bytes: bytes)
          least[end] = min(least[end], price)
        }
      }
      best = min(best, least.last!)
    }
    return best
  }
}
