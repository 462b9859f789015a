// SPDX-License-Identifier: Apache-2.0

import Foundation
import GeoDynamo
import GeoHash

/// Users about the world's towns by population.
enum Towns {
  static let seed: UInt64 = 1_000_000
  private static let spreadMeters = 10_000.0

  /// The places of so many users, the same at every run; fewer users are the first of many.
  static func places(_ users: Int = 1_000_000) throws -> [Coordinate] {
    let text = try String(contentsOfFile: Folders.root + "/data/towns.csv", encoding: .utf8)
    var (towns, sums): ([Coordinate], [Double]) = ([], [])
    for line in text.split(separator: "\n").dropFirst() {
      // A name may be quoted, but the last three fields are numbers.
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).suffix(3).map {
        Double($0) ?? 0
      }
      guard fields.count == 3, fields[2] > 0 else { continue }
      towns.append(try Coordinate(latitude: fields[0], longitude: fields[1]))
      sums.append((sums.last ?? 0) + fields[2])
    }
    var random = SeededGenerator(seed: seed)
    return try (0..<users).map { _ in
      let drawn = Double.random(in: 0..<sums.last!, using: &random)
      var (low, high) = (0, sums.count - 1)
      while low < high {
        let middle = (low + high) / 2
        if sums[middle] <= drawn { low = middle + 1 } else { high = middle }
      }
      let (north, east) = (random.normal() * spreadMeters, random.normal() * spreadMeters)
      let bearing = atan2(east, north) * 180 / Double.pi
      return try towns[low].destination(
        bearing: bearing, distance: .meters((north * north + east * east).squareRoot()))
    }
  }
}
