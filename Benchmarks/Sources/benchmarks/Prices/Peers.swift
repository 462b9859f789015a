// SPDX-License-Identifier: Apache-2.0

import Foundation
import GeoHash

/// The ranges that other programs read for a circle, by their published rules, as shares of the globe's area.
enum Peers {
  /// A covering of the circle by up to so many S2 cells, neighbours on the curve merged.
  static func cover(_ circle: Circle, cells: Int) -> [Double] {
    merged(Coverer(maximumCells: cells).covering(of: circle, by: S2Cell.self).map(\.cell)).map(
      Ground.areaShare)
  }

  /// dynamodb-geo for JavaScript: eight S2 cells over the circle's box, each divided where the first `digits` decimal
  /// digits of the signed id change.
  static func decimalPrefix(_ circle: Circle, digits: Int) -> [Double] {
    Coverer(maximumCells: 8).covering(of: SampledBox(circle.bounds), by: S2Cell.self).flatMap {
      cell -> [Double] in
      let leaves = cell.cell.leafRange
      let (low, high) = (
        Int64(bitPattern: leaves.lowerBound << 1 | 1), Int64(bitPattern: leaves.upperBound << 1 | 1)
      )
      var divisor: UInt64 = 1
      while max(low.magnitude, high.magnitude) / divisor >= UInt64(pow(10, Double(digits))) { divisor *= 10 }
      let (first, last) = (low / Int64(divisor), high / Int64(divisor))
      let width = Double(high - low)
      return (min(first, last)...max(first, last)).map { prefix in
        // Towards zero, as integer division goes.
        let start = prefix > 0 ? prefix * Int64(divisor) : prefix * Int64(divisor) - Int64(divisor) + 1
        let part = Double(min(high, start + Int64(divisor) - 1) - max(low, start)) / width
        return cell.cell.areaShare * max(part, 0)
      }
    }
  }

  /// GeoFire: the geohash cells, of as many bits as keep a cell larger than the radius, of nine places of the box.
  static func geoFire(_ circle: Circle, isJoined: Bool) -> [Double] {
    let (center, radius) = (circle.center, circle.radius.meters)
    let height = radius / 110_574
    let (north, south) = (min(90, center.latitude + height), max(-90, center.latitude - height))
    let width = max(longitudeDegrees(radius, north), longitudeDegrees(radius, south))
    func longitudeBits(_ latitude: Double) -> Int {
      let degrees = longitudeDegrees(radius, latitude)
      return Int(max(1, degrees > 1e-6 ? log2(360 / degrees) : 1)) * 2 - 1
    }
    let bits = max(1, min(Int(log2(40_007_860 / 2 / radius)) * 2, longitudeBits(north), longitudeBits(south)))
    var cells: Set<GeohashCell> = []
    for latitude in [south, center.latitude, north] {
      for step in [-1.0, 0, 1] {
        var longitude = center.longitude + step * width
        if longitude > 180 { longitude -= 360 }
        if longitude < -180 { longitude += 360 }
        let place = try! Coordinate(latitude: latitude, longitude: longitude)
        cells.insert(GeohashCell(leafContaining: place).parent(at: min(bits, 60)))
      }
    }
    let sorted = cells.sorted()
    guard isJoined else { return sorted.map(\.areaShare) }
    var shares: [Double] = []
    for (index, cell) in sorted.enumerated() {
      if index > 0, sorted[index - 1].leafRange.upperBound + 1 == cell.leafRange.lowerBound {
        shares[shares.count - 1] += cell.areaShare
      } else {
        shares.append(cell.areaShare)
      }
    }
    return shares
  }

  /// Nine geohashes of the most characters whose cells are as wide and as high as the radius.
  static func neighbors(_ circle: Circle) -> [Double] {
    let center = GeohashCell(leafContaining: circle.center)
    for characters in (1...12).reversed() {
      let cell = center.parent(at: 5 * characters)
      let box = cell.bounds
      let height = (box.north - box.south) * 110_574
      let farthest = abs(circle.center.latitude) + circle.radius.meters / 110_574
      let width = (box.east - box.west) * 111_320 * cos(min(farthest, 90) * Double.pi / 180)
      guard min(height, width) >= circle.radius.meters else { continue }
      return Array(repeating: cell.areaShare, count: 9)
    }
    return [1]
  }

  private static func longitudeDegrees(_ meters: Double, _ latitude: Double) -> Double {
    let radians = latitude * Double.pi / 180
    let sine = sin(radians)
    let degree =
      cos(radians) * 6_378_137 * Double.pi / 180 / (1 - 0.00669447819799 * sine * sine).squareRoot()
    return degree < 1e-12 ? 360 : min(360, meters / degree)
  }

  private static func merged(_ cells: [S2Cell]) -> [ClosedRange<UInt64>] {
    var ranges: [ClosedRange<UInt64>] = []
    for leaves in cells.map(\.leafRange) {
      if let last = ranges.last, last.upperBound + 1 == leaves.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound...leaves.upperBound
      } else {
        ranges.append(leaves)
      }
    }
    return ranges
  }
}
