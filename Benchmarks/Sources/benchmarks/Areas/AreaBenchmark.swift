// SPDX-License-Identifier: Apache-2.0

import CAreaTree
import CCounters
import Foundation
import GeoHash
import PostcodeAreas
import UKAreas

/// Looking areas up by place, beside prepared polygons of GEOS under its STRtree.
enum AreaBenchmark {
  private static let places = 100_000
  private static let rounds = 7

  static func run(_ report: inout Report) throws {
    print(
      "\(places) places, half of them in polygons, a tenth within 100 m of an edge; best of \(rounds) rounds in turns\n"
    )
    report.heading(
      "set",
      ["made in, s", "KB, encoded", "ns", "GEOS, ns", "times as fast", "asked polygons", "allocations"])
    for (name, set) in [("gb-outcode", UKAreas.outcodes), ("gb-area", UKAreas.areas)] {
      try compare(name, set, &report)
    }
  }

  private static func compare(_ name: String, _ set: AreaSet, _ report: inout Report) throws {
    let bytes = set.encoded
    let start = thread_seconds()
    let again = try AreaSet(encoded: bytes)
    let making = thread_seconds() - start
    let data = try places(in: again)
    // The order in which areas count.
    let order = set.areas.sorted { ($0.polygon.areaShare, $0.id) < ($1.polygon.areaShare, $1.id) }
    let rank = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1.id, $0) })
    let tree = unsafe tree(of: order)
    let (longitudes, latitudes) = (data.map(\.longitude), data.map(\.latitude))
    var found = [Int](repeating: -1, count: data.count)
    var (ours, theirs, allocations) = (Double.infinity, Double.infinity, 0.0)
    for _ in 0..<rounds {
      let count = allocation_count()
      var begin = thread_seconds()
      var sum = 0
      for place in data where set.area(at: place) != nil { sum += 1 }
      ours = min(ours, thread_seconds() - begin)
      allocations = Double(allocation_count() - count) / Double(data.count)
      begin = thread_seconds()
      _ = unsafe area_tree_find(tree, longitudes, latitudes, data.count, &found)
      theirs = min(theirs, thread_seconds() - begin)
      guard sum == found.count(where: { $0 >= 0 }) else { throw NotMeasured("GEOS finds others") }
    }
    for (place, number) in zip(data, found) {
      let own = set.area(at: place).map { rank[$0.id]! } ?? -1
      guard own == number else { throw NotMeasured("at \(place) GEOS finds another area") }
      report.check(Double(own))
    }
    let asked = data.count { set.asksPolygons(at: $0) }
    let each = 1e9 / Double(data.count)
    report.row(
      name,
      [
        short(making), short(Double(bytes.count) / 1_024), short(ours * each), short(theirs * each),
        short(theirs / ours),
        short(Double(asked) / Double(data.count) * 100) + " %", short(allocations),
      ])
    report.record("\(name) ns", ours * each)
    report.record("\(name) times as fast as GEOS", theirs / ours)
  }

  private static func places(in set: AreaSet) throws -> [Coordinate] {
    var random = SeededGenerator(seed: 4_711)
    return try (0..<places).map { number in
      let area = set.areas.randomElement(using: &random)!
      let (box, ring) = (area.polygon.bounds, area.polygon.polygons[0][0])
      switch number % 10 {
      case 0:
        let vertex = ring.randomElement(using: &random)!
        return try vertex.destination(
          bearing: .random(in: 0..<360, using: &random),
          distance: .meters(.random(in: 0...100, using: &random)))
      case 1...5:
        while true {
          let place = try Coordinate(
            latitude: .random(in: box.south...box.north, using: &random),
            longitude: .random(in: box.west...box.east, using: &random))
          if area.contains(place) { return place }
        }
      default:
        return try Coordinate(
          latitude: .random(in: 49...61, using: &random), longitude: .random(in: -9...3, using: &random))
      }
    }
  }

  @unsafe
  private static func tree(of areas: [Area]) -> OpaquePointer {
    let tree = unsafe area_tree_new(areas.count)!
    for (number, area) in areas.enumerated() {
      for rings in area.polygon.polygons {
        let closed = rings.map { $0.first == $0.last ? $0 : $0 + [$0[0]] }
        let positions = closed.flatMap { $0.flatMap { [$0.longitude, $0.latitude] } }
        unsafe area_tree_add(tree, number, closed.map(\.count), closed.count, positions)
      }
    }
    unsafe area_tree_prepare(tree)
    return unsafe tree
  }
}
