// SPDX-License-Identifier: Apache-2.0

import GeoDynamo
import GeoHash

/// What the levels of partitions cost: requests and read units of a circle, write units of a move, heat of a partition.
enum Partitions {
  private static let radii = [100.0, 1_000, 10_000, 100_000, 1_000_000]
  private static let lists = [[4], [6], [8], [10], [12], [6, 10], [5, 10], [8, 12], [4, 8], [4, 8, 12]]

  static func run(_ report: inout Report) throws {
    print("40 sites (seed \(Ground.siteSeed)), rows of 400 bytes; a move writes 1 unit and 2 for each index")
    print(
      "heat: write units a second of one partition when each user in it moves once a minute; 1,000 are served\n"
    )
    for density in [1.0, 100, 1_000] {
      print("\n\(Int(density)) users per km²: median requests; read units\n")
      report.heading(
        "levels", radii.map { $0 < 1_000 ? "\(Int($0)) m" : "\(Int($0 / 1_000)) km" } + ["move", "heat"])
      for list in lists {
        let settings = try TableSettings(partitionLevels: list)
        let planner = QueryPlanner(settings: settings, prices: .dynamoDB, bytesPerRow: 400)
        var columns = radii.map { radius in
          let charges = Ground.sites.map { site in
            let plan = planner.plan(
              for: Circle(center: site, radius: .meters(radius)),
              rowsPerGlobe: density * Ground.squareKilometers)
            return Charge(
              areaShares: plan.ranges.map { Ground.areaShare(of: $0.leaves) }, perSquareKilometer: density,
              bytes: 400)
          }
          let (requests, units) = (
            charges.map { Double($0.requests) }.median, charges.map(\.readUnits).median
          )
          report.check(units)
          report.record("\(list) \(Int(radius)) m \(Int(density)) requests", requests)
          report.record("\(list) \(Int(radius)) m \(Int(density)) read units", units)
          return "\(short(requests)); \(short(units))"
        }
        let users = list.map { density * Ground.squareKilometers / 6 / Double(UInt64(1) << UInt64(2 * $0)) }
          .max()!
        columns += ["\(1 + 2 * list.count)", short(users / 60 * 2)]
        report.row("\(list)", columns)
      }
    }
  }
}
