// SPDX-License-Identifier: Apache-2.0

import GeoDynamo
import GeoHash

/// Requests and read units of a circle, ours and the peers', at 40 sites with users spread evenly.
enum Cost {
  private static let radii = [100.0, 1_000, 10_000, 100_000, 1_000_000]
  private static let densities = [1.0, 1_000]

  private struct Algorithm {
    let name: String
    let isMerged: Bool
    let shares: (Circle, Double) -> [Double]
  }

  static func run(_ report: inout Report) {
    print(
      "sites: 5 cities and 35 places of seed \(Ground.siteSeed); even density of 1 and 1,000 users per km²")
    table(bytes: 400, name: "400", &report)
    table(bytes: rowBytes, name: "row", &report)
  }

  private static func table(bytes: Double, name: String, _ report: inout Report) {
    var missed: [String] = []
    for density in densities {
      print(
        "\n\(Int(bytes)) bytes an item, \(Int(density)) users per km²: requests, median (max); read units, median\n"
      )
      report.heading("", radii.map { $0 < 1_000 ? "\(Int($0)) m" : "\(Int($0 / 1_000)) km" }, width: 18)
      var best: [Double: Double] = [:]
      for algorithm in algorithms(bytes: bytes) {
        let columns = radii.map { radius in
          let charges = Ground.sites.map { site in
            Charge(
              areaShares: algorithm.shares(Circle(center: site, radius: .meters(radius)), density),
              perSquareKilometer: density, bytes: bytes)
          }
          let requests = charges.map { Double($0.requests) }
          let units = charges.map(\.readUnits).median
          report.check(units)
          report.record(
            "\(name) \(algorithm.name) \(Int(radius)) m \(Int(density)) requests", requests.median)
          report.record("\(name) \(algorithm.name) \(Int(radius)) m \(Int(density)) read units", units)
          if algorithm.isMerged { best[radius] = min(best[radius] ?? .infinity, units) }
          if algorithm.name == "geoquery", units > best[radius]! || requests.max()! > 16 {
            missed.append("\(Int(radius)) m: \(short(units)) read units, best merged \(short(best[radius]!))")
          }
          return "\(short(requests.median)) (\(short(requests.max()!))); \(short(units))"
        }
        report.row(algorithm.name, columns, width: 18)
      }
    }
    print(
      missed.isEmpty ? "\nno merged covering is cheaper in any column" : "\ndearer than a merged covering:")
    for line in missed { print("  \(line)") }
  }

  private static func algorithms(bytes: Double) -> [Algorithm] {
    [
      Algorithm(name: "lower bound", isMerged: false) { circle, _ in [circle.areaShare] },
      Algorithm(name: "decimal prefix, 2 digits", isMerged: false) { circle, _ in
        Peers.decimalPrefix(circle, digits: 2)
      },
      Algorithm(name: "decimal prefix, 6 digits", isMerged: false) { circle, _ in
        Peers.decimalPrefix(circle, digits: circle.radius.meters > 500_000 ? 4 : 6)
      },
      Algorithm(name: "GeoFire", isMerged: false) { circle, _ in Peers.geoFire(circle, isJoined: false) },
      Algorithm(name: "GeoFire, joined", isMerged: false) { circle, _ in
        Peers.geoFire(circle, isJoined: true)
      },
      Algorithm(name: "3 x 3 geohashes", isMerged: false) { circle, _ in Peers.neighbors(circle) },
    ]
      + [4, 8, 16, 32].map { cells in
        Algorithm(name: "circle, ≤ \(cells) cells, merged", isMerged: true) { circle, _ in
          Peers.cover(circle, cells: cells)
        }
      } + [
        Algorithm(name: "geoquery", isMerged: false) { circle, density in
          let planner = QueryPlanner(
            settings: .standard, prices: .dynamoDB, rangesSpanPartitions: true, bytesPerRow: bytes)
          let plan = planner.plan(for: circle, rowsPerGlobe: density * Ground.squareKilometers)
          return plan.ranges.map { Ground.areaShare(of: $0.leaves) }
        }
      ]
  }

  /// What DynamoDB counts for an index row of an object with an id of 36 bytes and three short attributes: the keys of
  /// the index and of the table, position, time and attributes, and 100 bytes for the row itself.
  private static var rowBytes: Double {
    let item: Item = [
      "pk": .string("o#users#4f9619ff-8b86-d011-b42d-00c04fc964ff"), "sk": .string("o"),
      "c0p": .string("users#48761"), "c0s": .string("487604c94f2d3a1b"),
      "lat": .number(try! DecimalNumber(51.507412)), "lon": .number(try! DecimalNumber(-0.127813)),
      "movedAt": .number(DecimalNumber(1_795_000_000_123_456)),
      "x": .map(["name": .string("Ada L."), "kind": .string("rider"), "open": .bool(true)]),
    ]
    return Double(item.size + 100)
  }
}
