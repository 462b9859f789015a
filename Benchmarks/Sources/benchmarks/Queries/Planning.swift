// SPDX-License-Identifier: Apache-2.0

import CCounters
import CS2Covering
import Foundation
import GeoDynamo
import GeoHash

/// The time, the allocations and the area of a plan, against S2's covering of the same circles by eight cells. S2 gives its
/// cells in no order of distance.
enum Planning {
  private static let circles = 500
  private static let rounds = 9
  private static let seed: UInt64 = 1000

  static func run(_ report: inout Report) {
    print("\(circles) circles of seed \(seed), median of \(rounds) rounds; processor time\n")
    let columns = [
      "µs, any order", "µs, nearest first", "allocations", "ranges", "S2, 8 cells, µs", "any order of S2's",
      "nearest of S2's", "area / circle's", "S2's",
    ]
    report.heading("radius, users per km²", columns)
    for radius in [100.0, 1_000, 10_000, 100_000] {
      for density in [1.0, 100, 10_000] { measure(radius, density, &report) }
    }
  }

  private static func measure(_ radius: Double, _ density: Double, _ report: inout Report) {
    var random = SeededGenerator(seed: seed)
    let places = (0..<circles).map { _ in Ground.place(using: &random) }
    let regions: [any Region] = places.map { Circle(center: $0, radius: .meters(radius)) }
    let planner = QueryPlanner(settings: .standard, prices: .dynamoDB, bytesPerRow: 400)
    let rows = density * Ground.squareKilometers
    var (plain, ordered, theirs): ([Double], [Double], [Double]) = ([], [], [])
    var allocations = 0.0
    var (ranges, cells) = (0, 0)
    for _ in 0..<rounds {
      let before = allocation_count()
      plain.append(
        time {
          for region in regions {
            ranges += planner.plan(for: region, rowsPerGlobe: rows, isOrdered: false).ranges.count
          }
        })
      allocations = Double(allocation_count() - before) / Double(circles)
      ordered.append(
        time {
          for region in regions { ranges += planner.plan(for: region, rowsPerGlobe: rows).ranges.count }
        })
      theirs.append(
        time {
          for place in places {
            cells += Int(s2_covering(place.latitude, place.longitude, radius / Earth.radiusMeters, 8))
          }
        })
    }
    let areas = regions.indices.map { index in
      planner.plan(for: regions[index], rowsPerGlobe: rows, isOrdered: false).areaShare
        / regions[index].areaShare
    }
    let theirAreas = places.indices.map { s2Area(of: places[$0], radius) / regions[$0].areaShare }
    let mean = Double(ranges) / Double(2 * rounds * circles)
    report.check(mean)
    let name = "\(radius < 1_000 ? "\(Int(radius)) m" : "\(Int(radius / 1_000)) km"), \(Int(density))"
    report.row(
      name,
      [
        String(format: "%.2f", plain.median), String(format: "%.2f", ordered.median),
        String(format: "%.2f", allocations), String(format: "%.1f", mean),
      ]
        + [
          ("%.1f", theirs.median), ("%.2f", plain.median / theirs.median),
          ("%.2f", ordered.median / theirs.median),
        ].map { cells > 0 ? String(format: $0, $1) : "not measured" } + [
          String(format: "%.2f", areas.median),
          cells > 0 ? String(format: "%.2f", theirAreas.median) : "not measured",
        ])
    report.record("\(name) any order µs", plain.median)
    report.record("\(name) nearest first µs", ordered.median)
    report.record("\(name) allocations", allocations)
    report.record("\(name) area", areas.median)
    report.check(areas.median)
    guard cells > 0 else { return }
    report.record("\(name) S2 µs", theirs.median)
    report.record("\(name) S2 area", theirAreas.median)
  }

  /// The share of the globe's area that S2's covering takes.
  private static func s2Area(of place: Coordinate, _ radius: Double) -> Double {
    var ids = [UInt64](repeating: 0, count: 16)
    let count = unsafe s2_covering_cells(
      place.latitude, place.longitude, radius / Earth.radiusMeters, 8, &ids)
    return ids.prefix(Int(count)).reduce(0) { $0 + (try! S2Cell(id: $1)).areaShare }
  }

  /// Microseconds for each circle.
  private static func time(_ body: () -> Void) -> Double {
    let start = thread_seconds()
    body()
    return (thread_seconds() - start) * 1e6 / Double(circles)
  }
}
