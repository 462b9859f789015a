// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import GeoHash

@Suite struct GeohashCellTests {
  /// Halving by midpoints, which are exact: the definition of a geohash.
  private func bisected(_ place: Coordinate, bits: Int) -> UInt64 {
    var (south, north, west, east) = (-90.0, 90.0, -180.0, 180.0)
    return (0..<bits).reduce(into: 0) { result, number in
      if number % 2 == 0 {
        let middle = (west + east) / 2
        let isUpper = place.longitude >= middle
        (west, east) = isUpper ? (middle, east) : (west, middle)
        result = result << 1 | (isUpper ? 1 : 0)
      } else {
        let middle = (south + north) / 2
        let isUpper = place.latitude >= middle
        (south, north) = isUpper ? (middle, north) : (south, middle)
        result = result << 1 | (isUpper ? 1 : 0)
      }
    }
  }

  @Test(arguments: [1, 2] as [UInt64]) func leavesAreThoseOfBisection(seed: UInt64) {
    var places = Places(seed: seed)
    for _ in 0..<4000 {
      let place = places.next()
      #expect(GeohashCell(leafContaining: place).bits == bisected(place, bits: 60), "\(place) seed \(seed)")
    }
  }

  @Test(arguments: 1...60) func bordersBelongToTheEastAndTheNorthToTheLastBit(level: Int) throws {
    var places = Places(seed: 3)
    for _ in 0..<40 {
      let box = GeohashCell(leafContaining: places.next()).parent(at: level).bounds
      for latitude in [box.south.nextDown, box.south, box.south.nextUp] where abs(latitude) <= 90 {
        for longitude in [box.west.nextDown, box.west, box.west.nextUp] where abs(longitude) <= 180 {
          let place = try Coordinate(latitude: latitude, longitude: longitude)
          let cell = GeohashCell(leafContaining: place).parent(at: level)
          #expect(cell.bits == bisected(place, bits: level), "\(place) level \(level)")
        }
      }
    }
  }

  @Test func boundsHoldTheirPlacesHalfOpen() {
    var places = Places(seed: 4)
    for _ in 0..<2000 {
      let place = places.next()
      let box = GeohashCell.around(place, using: &places.random).bounds
      #expect(box.south <= place.latitude && box.west <= place.longitude, "\(place) seed 4")
      #expect(place.latitude < box.north || box.north == 90, "\(place) seed 4")
      #expect(place.longitude < box.east || box.east == 180, "\(place) seed 4")
    }
  }

  @Test func boundsOfChildrenDivideTheBox() {
    var places = Places(seed: 5)
    for _ in 0..<500 {
      let cell = GeohashCell(leafContaining: places.next()).parent(
        at: Int.random(in: 0...59, using: &places.random))
      let (box, low, high) = (cell.bounds, cell.child(0).bounds, cell.child(1).bounds)
      #expect(
        low.south == box.south && low.west == box.west && high.north == box.north && high.east == box.east)
      #expect(cell.level % 2 == 0 ? low.east == high.west : low.north == high.south)
      #expect(cell.child(0).parent(at: cell.level) == cell && cell.child(1).parent(at: cell.level) == cell)
      #expect(cell.child(0).leafRange.upperBound + 1 == cell.child(1).leafRange.lowerBound)
    }
  }

  @Test func areasOfALevelAreTheGlobe() {
    for level in [0, 1, 5, 8, 11] {
      let cells = (0..<UInt64(1) << UInt64(level)).map { GeohashCell(bits: $0, level: level) }
      #expect(abs(cells.reduce(0) { $0 + $1.areaShare } - 1) < 1e-13)
    }
  }

  @Test func sortsAContainingCellFirst() {
    var places = Places(seed: 6)
    let cells = (0..<500).map { _ in GeohashCell.around(places.next(), using: &places.random) }.sorted()
    for (a, b) in zip(cells, cells.dropFirst()) {
      #expect(a.leafRange.lowerBound <= b.leafRange.lowerBound)
      if b.contains(a) { #expect(a == b) }
    }
  }

  @Test func preconditionsHold() async {
    await #expect(processExitsWith: .failure) { _ = GeohashCell.roots[0].parent(at: 1) }
    await #expect(processExitsWith: .failure) { _ = GeohashCell.roots[0].parent(at: -1) }
    await #expect(processExitsWith: .failure) { _ = GeohashCell.roots[0].child(2) }
    await #expect(processExitsWith: .failure) { _ = GeohashCell(bits: 1, level: 60).child(0) }
  }
}
