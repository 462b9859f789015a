// SPDX-License-Identifier: Apache-2.0

import Foundation
import GeoHash
import PostcodeAreas
import Postcodes
import TestSupport
import Testing
import UKAreas

@Suite struct AreaSetTests {
  private func square(_ south: Double, _ west: Double, _ north: Double, _ east: Double) throws -> [Coordinate]
  {
    try [(south, west), (south, east), (north, east), (north, west)].map {
      try Coordinate(latitude: $0.0, longitude: $0.1)
    }
  }

  private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try Coordinate(latitude: latitude, longitude: longitude)
  }

  /// Half in polygons, a tenth within 100 m of an edge, the others anywhere about the kingdom.
  private func places(_ count: Int, in set: AreaSet, seed: UInt64) throws -> [Coordinate] {
    var random = SeededGenerator(seed: seed)
    return try (0..<count).map { number in
      let area = set.areas.randomElement(using: &random)!
      if number % 10 == 0 {
        let ring = area.polygon.polygons[0][0]
        let index = Int.random(in: 1..<ring.count, using: &random)
        let share = Double.random(in: 0...1, using: &random)
        let (a, b) = (ring[index - 1], ring[index])
        let near = try place(
          a.latitude + share * (b.latitude - a.latitude), a.longitude + share * (b.longitude - a.longitude))
        // Some of them on the edge or a vertex.
        if number % 100 == 0 { return number % 200 == 0 ? a : near }
        return try near.destination(
          bearing: .random(in: 0..<360, using: &random),
          distance: .meters(.random(in: 0...100, using: &random)))
      }
      if number % 10 < 5 {
        let box = area.polygon.bounds
        while true {
          let some = try place(
            .random(in: box.south...box.north, using: &random),
            .random(in: box.west...box.east, using: &random))
          if area.polygon.contains(some) { return some }
        }
      }
      return try place(.random(in: 49...61, using: &random), .random(in: -9...3, using: &random))
    }
  }

  @Test(arguments: [("outcodes", 12_000), ("areas", 88_000)])
  func lookUpsAgreeWithPlainGEOS(_ name: String, _ count: Int) throws {
    let set = name == "areas" ? UKAreas.areas : UKAreas.outcodes
    let plain = PlainGEOS(set.areas)
    let size = Dictionary(uniqueKeysWithValues: set.areas.map { ($0.id, $0.polygon.areaShare) })
    var (inside, several) = (0, 0)
    for place in try places(count, in: set, seed: 4_711) {
      let expected = plain.areas(at: place)
      let found = set.areas(at: place).map(\.id)
      #expect(Set(found) == expected, "\(place)")
      let first = expected.min { (size[$0]!, $0) < (size[$1]!, $1) }
      #expect(set.area(at: place)?.id == first && found.first == first)
      inside += expected.isEmpty ? 0 : 1
      several += expected.count > 1 ? 1 : 0
    }
    #expect(inside > count / 2 && several > count / 2_000)
  }

  @Test func theKingdomsSetsAreWhole() throws {
    #expect(UKAreas.outcodes.name == "gb-outcode" && UKAreas.outcodes.areas.count == 2_736)
    #expect(UKAreas.areas.name == "gb-area" && UKAreas.areas.areas.count == 124)
    #expect(UKAreas.outcodes.areas.allSatisfy { $0.repaired == nil })
    #expect(try UKAreas.areas.area(at: place(54.597, -5.93))?.id == "BT")
  }

  @Test func realPostcodesLieWhereTheirTextSays() throws {
    let file = Repository.root.appendingPathComponent("Tests/PostcodesTests/Fixtures/uk_postcode_sample.csv")
    let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
    var (units, own, ownArea, none) = (0, 0, 0, 0)
    for row in rows {
      let fields = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      let code = try Postcode(fields[0])
      let some = try place(Double(fields[4])!, Double(fields[5])!)
      // Outcodes of PO boxes have no polygon.
      guard UKAreas.outcodes[code.outward!] != nil else { continue }
      units += 1
      let found = UKAreas.outcodes.area(at: some)
      own += found?.id == code.outward ? 1 : 0
      none += found == nil ? 1 : 0
      ownArea += UKAreas.areas.area(at: some)?.id == code.area ? 1 : 0
    }
    #expect(units > 9_800)
    // Of all units 98.86 %, 99.90 % and 0.04 %; the sample has more of small outcodes.
    #expect((0.965...0.992).contains(Double(own) / Double(units)), "\(own) of \(units)")
    #expect((0.995...1).contains(Double(ownArea) / Double(units)), "\(ownArea) of \(units)")
    #expect(Double(none) / Double(units) < 0.003, "\(none) of \(units)")
  }

  @Test func theSmallestOfOverlappingAreasCounts() throws {
    let set = try AreaSet(
      name: "test",
      shapes: [
        .init(id: "big", polygons: [[square(0, 0, 10, 10)]]),
        .init(id: "small", polygons: [[square(2, 2, 3, 3)]]),
        .init(id: "b", polygons: [[square(20, 0, 21, 1)]]),
        .init(id: "a", polygons: [[square(20, 1, 21, 2)]]),
      ])
    #expect(try set.area(at: place(2.5, 2.5))?.id == "small")
    #expect(try set.areas(at: place(2, 2.5)).map(\.id) == ["small", "big"])
    #expect(try set.area(at: place(5, 5))?.id == "big")
    // On the border of equally large neighbours the lesser id has it.
    #expect(try set.area(at: place(20.5, 1))?.id == "a")
    #expect(try set.area(at: place(15, 5)) == nil)
    #expect(set["small"]?.id == "small" && set["none"] == nil)
  }

  @Test func coversHoldTheirAreas() throws {
    let set = UKAreas.areas
    var random = SeededGenerator(seed: 12)
    for id in ["SW", "ZE", "BT", "JE"] {
      let cover = try #require(set.cover(of: id))
      let polygon = set[id]!.polygon
      #expect(
        zip(cover, cover.dropFirst()).allSatisfy {
          $0.cell.leafRange.upperBound < $1.cell.leafRange.lowerBound
        })
      for _ in 0..<500 {
        let box = polygon.bounds
        let some = try place(
          .random(in: box.south...box.north, using: &random), .random(in: box.west...box.east, using: &random)
        )
        let cell = cover.first { $0.cell.contains(GeohashCell(leafContaining: some)) }
        if polygon.contains(some) { #expect(cell != nil) }
        if cell?.isInside == true { #expect(polygon.contains(some)) }
      }
    }
  }

  /// By many places on each edge.
  private func nearest(to place: Coordinate, in set: AreaSet) -> (id: String, meters: Double) {
    let meter = DistanceMeter(from: place)
    var best = (id: "", meters: Double.infinity)
    for area in set.areas {
      for ring in area.polygon.polygons.flatMap({ $0 }) {
        for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
          for step in 0...20 {
            let share = Double(step) / 20
            let meters = meter.meters(
              toLatitude: a.latitude + share * (b.latitude - a.latitude),
              longitude: a.longitude + share * (b.longitude - a.longitude))
            if meters < best.meters { best = (area.id, meters) }
          }
        }
      }
    }
    return best
  }

  @Test func whoIsInNoAreaGetsTheNearest() throws {
    let set = UKAreas.areas
    var random = SeededGenerator(seed: 77)
    var tested = 0
    while tested < 12 {
      let some = try place(.random(in: 48...62, using: &random), .random(in: -12...5, using: &random))
      guard set.area(at: some) == nil else { continue }
      tested += 1
      let expected = nearest(to: some, in: set)
      let found = try #require(set.locate(some))
      #expect(!found.isInside && found.others.isEmpty)
      #expect(found.distance.meters <= expected.meters && found.distance.meters > expected.meters * 0.99 - 30)
      if found.area.id != expected.id { #expect(abs(found.distance.meters - expected.meters) < 100) }
      #expect(set.locate(some, within: .meters(found.distance.meters * 0.999)) == nil)
    }
    let inside = try #require(set.locate(try place(51.501, -0.1416)))
    #expect(inside.isInside && inside.area.id == "SW")
  }

  @Test func theOtherSideOfTheDateLineIsNear() throws {
    let set = try AreaSet(
      name: "fiji", shapes: [.init(id: "w", polygons: [[square(-20, 178, -10, 179.9)]])])
    let found = try #require(set.locate(try place(-15, -179.9)))
    #expect(found.area.id == "w" && abs(found.distance.meters - 21_480) < 100)
  }

  @Test func polygonsThatCrossThemselvesAreRepairedAndSaid() throws {
    let bow = try [(0, 0), (0, 2), (2, 0), (2, 2)].map { try place($0.0, $0.1) }
    let set = try AreaSet(name: "bow", shapes: [.init(id: "tie", polygons: [[bow]])])
    #expect(set.areas[0].repaired?.contains("crosses") == true)
    #expect(try set.area(at: place(0.2, 1)) != nil && set.area(at: place(1, 0.2)) == nil)
    let line = try [(0, 0), (1, 1), (0, 0)].map { try place($0.0, $0.1) }
    let error = #expect(throws: AreaError.self) {
      try AreaSet(name: "line", shapes: [.init(id: "flat", polygons: [[line]])])
    }
    #expect(error?.id == "flat")
  }

  @Test func namesAndIDsAreChecked() throws {
    let shape = try AreaSet.Shape(id: "a", polygons: [[square(0, 0, 1, 1)]])
    for name in ["", "Ä", "a b", String(repeating: "a", count: 65)] {
      #expect(throws: AreaError.self) { try AreaSet(name: name, shapes: [shape]) }
    }
    #expect(throws: AreaError.self) { try AreaSet(name: "none", shapes: []) }
    #expect(throws: AreaError.self) { try AreaSet(name: "two", shapes: [shape, shape]) }
    #expect(throws: AreaError.self) {
      try AreaSet(name: "id", shapes: [.init(id: "", polygons: shape.polygons)])
    }
  }

  @Test func bytesReadBackAsTheSameSet() throws {
    var random = SeededGenerator(seed: 5)
    // Whole millionths, and any doubles.
    let odd = try (0..<20).map { try place(50 + Double($0) / 7, .random(in: 0...1, using: &random)) }
      .sorted { $0.latitude < $1.latitude }
    let hull = odd + [try place(60, 5), try place(50, 5)]
    let set = try AreaSet(
      name: "mixed",
      shapes: [
        .init(id: "ö", polygons: [[hull]]),
        .init(id: "x", polygons: [[square(0, 0, 1, 1)], [square(2, 2, 3, 3)]]),
      ])
    let again = try AreaSet(encoded: set.encoded)
    #expect(again.areas == set.areas && again.version == set.version && again.name == "mixed")
    let bytes = set.encoded
    for count in stride(from: 0, to: bytes.count, by: 7) {
      #expect(throws: AreaError.self) { try AreaSet(encoded: Array(bytes[..<count])) }
    }
    for _ in 0..<300 {
      var damaged = bytes
      damaged[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      _ = try? AreaSet(encoded: damaged)
    }
  }

  @Test func textWinsOverPosition() {
    #expect(AreaAgreement(text: "SW1A", position: "SW1A")?.differing == nil)
    let both = AreaAgreement(text: "SW1A", position: "SW1E")
    #expect(both?.id == "SW1A" && both?.differing == "SW1E" && both?.source == .text)
    #expect(AreaAgreement(text: nil, position: "SW1E")?.source == .position)
    #expect(AreaAgreement(text: nil, position: nil) == nil)
  }
}
