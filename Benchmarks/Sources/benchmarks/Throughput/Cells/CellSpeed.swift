// SPDX-License-Identifier: Apache-2.0

import CCounters
import GeoDynamo
import GeoHash

/// What the cells of both grids take: of a place and back, their neighbours, coverings and plans.
struct CellSpeed {
  /// One operation.
  struct Record: Codable {
    let name: String
    /// Processor seconds, the best round.
    let seconds: Double
    let allocations: Double
  }

  private let places: [Coordinate]
  private let hashes: [Geohash]
  private let texts: [String]
  private let leaves: [S2Cell]
  private let circles: [Circle]
  private let rounds: Int

  init(_ data: UserData, rounds: Int) throws {
    places = Array(data.places.prefix(10_000))
    hashes = try places.map { try Geohash(containing: $0, precision: 12) }
    texts = hashes.map(\.text)
    leaves = places.map { S2Cell(leafContaining: $0) }
    circles = places.prefix(500).map { Circle(center: $0, radius: .kilometers(1)) }
    self.rounds = rounds
  }

  /// All of them, in turns.
  func measure() throws -> [Record] {
    var best = [Double](repeating: .infinity, count: operations.count)
    var allocations = best
    for _ in 0..<rounds {
      for (number, operation) in operations.enumerated() {
        let (before, start) = (allocation_count(), thread_seconds())
        let (count, sum) = try operation.run(self)
        let seconds = (thread_seconds() - start) / Double(count)
        guard sum != 0 else { throw NotMeasured("\(operation.name) computed nothing") }
        best[number] = min(best[number], seconds)
        allocations[number] = min(allocations[number], Double(allocation_count() - before) / Double(count))
      }
    }
    return operations.indices.map {
      Record(name: operations[$0].name, seconds: best[$0], allocations: allocations[$0])
    }
  }

  /// What is measured; each returns how many times it did it, and a number that comes of all.
  private let operations: [(name: String, run: (CellSpeed) throws -> (count: Int, sum: UInt64))] = [
    (
      "geohash text of a place, 12 characters",
      { of in
        var sum: UInt64 = 0
        for place in of.places {
          sum &+= UInt64(try Geohash(containing: place, precision: 12).text.utf8.last!)
        }
        return (of.places.count, sum)
      }
    ),
    (
      "place of a geohash text, 12 characters",
      { of in
        var sum: UInt64 = 0
        for text in of.texts { sum &+= try Geohash(text).center.latitude.bitPattern }
        return (of.texts.count, sum)
      }
    ),
    (
      "eight neighbours of a geohash",
      { of in
        var sum: UInt64 = 0
        for hash in of.hashes { sum &+= hash.neighbors.east.cell.bits }
        return (of.hashes.count, sum)
      }
    ),
    (
      "S2 leaf of a place",
      { of in
        var sum: UInt64 = 0
        for place in of.places { sum &+= S2Cell(leafContaining: place).id }
        return (of.places.count, sum)
      }
    ),
    (
      "place of an S2 leaf",
      { of in
        var sum: UInt64 = 0
        for leaf in of.leaves { sum &+= leaf.center.latitude.bitPattern }
        return (of.leaves.count, sum)
      }
    ),
    (
      "neighbours of an S2 leaf",
      { of in
        var sum: UInt64 = 0
        for leaf in of.leaves { sum &+= leaf.neighbors[0].id }
        return (of.leaves.count, sum)
      }
    ),
    ("covering of 1 km, 8 S2 cells", { $0.cover(by: S2Cell.self) }),
    ("covering of 1 km, 8 geohash cells", { $0.cover(by: GeohashCell.self) }),
    (
      "plan of 1 km, S2, 100 users per km²",
      { of in
        let planner = QueryPlanner(settings: .standard, prices: .dynamoDB, bytesPerRow: 400)
        let rows = 100 * Ground.squareKilometers
        var sum = 0
        for circle in of.circles { sum += planner.plan(for: circle, rowsPerGlobe: rows).ranges.count }
        return (of.circles.count, UInt64(sum))
      }
    ),
  ]

  private func cover<Cell: GridCell>(by grid: Cell.Type) -> (count: Int, sum: UInt64) {
    let coverer = Coverer(maximumCells: 8)
    var sum = 0
    for circle in circles { sum += coverer.covering(of: circle, by: grid).count }
    return (circles.count, UInt64(sum))
  }
}
