// SPDX-License-Identifier: Apache-2.0

import GeoDynamo
import GeoHash

/// Sites and areas that the tables share.
enum Ground {
  /// The globe's area.
  static let squareKilometers = 4 * Double.pi * (Earth.radiusMeters / 1000) * (Earth.radiusMeters / 1000)
  static let siteSeed: UInt64 = 40

  /// Five cities and 35 places between −60 and 65 degrees.
  static let sites: [Coordinate] = {
    var random = SeededGenerator(seed: siteSeed)
    let cities = [
      (1.3521, 103.8198), (51.5074, -0.1278), (-33.8688, 151.2093), (60.1699, 24.9384), (40.7128, -74.0060),
    ]
    let others = (0..<35).map { _ in
      (Double.random(in: -60...65, using: &random), Double.random(in: -180...180, using: &random))
    }
    return (cities + others).map { try! Coordinate(latitude: $0.0, longitude: $0.1) }
  }()

  /// A place anywhere on the globe, all areas alike.
  static func place(using random: inout SeededGenerator) -> Coordinate {
    while true {
      let (x, y, z) = (
        Double.random(in: -1...1, using: &random), Double.random(in: -1...1, using: &random),
        Double.random(in: -1...1, using: &random)
      )
      let square = x * x + y * y + z * z
      if square <= 1, square > 0.01 { return UnitVector(x: x, y: y, z: z).coordinate }
    }
  }

  /// The share of the globe's area of S2 leaves, exact to 1e-9: the sum of the largest cells they are made of.
  static func areaShare(of leaves: ClosedRange<UInt64>) -> Double {
    var low = leaves.lowerBound
    var sum = 0.0
    while true {
      var bits = UInt64(min(low.trailingZeroBitCount & ~1, 60))
      while bits > 0, leaves.upperBound - low < (1 << bits) - 1 { bits -= 2 }
      let cell = try! S2Cell(id: low << 1 | 1 << bits)
      sum += cell.areaShare
      let last = low + ((1 << bits) - 1)
      if last == leaves.upperBound { return sum }
      low = last + 1
    }
  }
}

/// What a query costs DynamoDB by the terms of the tables: ranges with the shares of the globe's area they read.
struct Charge {
  var requests = 0
  var readUnits = 0.0

  /// - Parameter factor: 2 for strongly consistent reads.
  init(areaShares: [Double], perSquareKilometer density: Double, bytes: Double, factor: Double = 1) {
    requests = areaShares.count
    for share in areaShares {
      let size = share * Ground.squareKilometers * density * bytes
      readUnits += factor * 0.5 * max(1, (size / 4096).rounded(.up))
    }
  }
}
