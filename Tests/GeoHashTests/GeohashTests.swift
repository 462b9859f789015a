// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import GeoHash

@Suite struct GeohashTests {
  // GeoFire's and other libraries' vectors. A border belongs to the cell east and north of it, so 0, 0 is s…; GeoFire,
  // which gives borders to the west and south, has 7z… there.
  @Test(arguments: [
    (-90.0, -180.0, "000000000000"), (90, 180, "zzzzzzzzzzzz"), (-90, 180, "pbpbpbpbpbpb"),
    (90, -180, "bpbpbpbpbpbp"), (0, 0, "s00000000000"), (-0.0, -0.0, "s00000000000"),
    (0, -180, "800000000000"),
    (0, 180, "xbpbpbpbpbpb"), (-90, 0, "h00000000000"), (90, 0, "upbpbpbpbpbp"),
    (37.7853074, -122.4054274, "9q8yywe56gcf"), (38.98719, -77.250783, "dqcjf17sy6cp"),
    (29.3760648, 47.9818853, "tj4p5gerfzqu"), (78.216667, 15.55, "umghcygjj782"),
    (-54.933333, -67.616667, "4qpzmren1kwb"), (-54, -67, "4w2kg3s54y7h"), (37.7749, -122.4194, "9q8yyk8"),
    (40.7128, -74.0060, "dr5reg"), (51.5074, -0.1278, "gcpvj0"), (35.6762, 139.6503, "xn76cy"),
    (-33.8688, 151.2093, "r3gx2f"), (57.64911, 10.40744, "u4pruydqqvj"),
  ])
  func textsAreThoseOthersGive(latitude: Double, longitude: Double, text: String) throws {
    let place = try Coordinate(latitude: latitude, longitude: longitude)
    let hash = try Geohash(containing: place, precision: text.count)
    #expect(hash.text == text && hash.description == text)
    #expect(try Geohash(text) == hash)
    #expect(try Geohash(text.uppercased()) == hash)
  }

  @Test(arguments: [
    ("", "it must have 1 to 12 characters, not 0"),
    ("0000000000000", "it must have 1 to 12 characters, not 13"),
    ("a", "its characters are 0-9 and b-z without a, i, l and o"),
    ("gci", "its characters are 0-9 and b-z without a, i, l and o"),
    ("L", "its characters are 0-9 and b-z without a, i, l and o"),
    ("O0", "its characters are 0-9 and b-z without a, i, l and o"),
    ("g c", "its characters are 0-9 and b-z without a, i, l and o"),
    ("gé", "its characters are 0-9 and b-z without a, i, l and o"),
    ("٣", "its characters are 0-9 and b-z without a, i, l and o"),
  ])
  func refusesWhatIsNoGeohash(text: String, reason: String) {
    let error = #expect(throws: GeometryError.self) { try Geohash(text) }
    #expect(error == .geohash(text, reason: reason))
    #expect(error?.description == "\"\(text)\" is not a geohash: \(reason)")
  }

  @Test(arguments: [-1, 0, 13, .max, .min]) func refusesAPrecisionThatThereIsNot(precision: Int) throws {
    let place = try Coordinate(latitude: 1, longitude: 1)
    let error = #expect(throws: GeometryError.self) { try Geohash(containing: place, precision: precision) }
    #expect(error == .precision(precision))
  }

  @Test func anyBytesAreAGeohashOrAnError() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<5000 {
      var bytes = Array("9q8yywe56gcf".utf8.prefix(Int.random(in: 1...12, using: &random)))
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      if let hash = try? Geohash(String(decoding: bytes, as: UTF8.self)) {
        #expect(hash.text.utf8.count == bytes.count, "seed 1")
      }
    }
  }

  @Test func theCenterHasTheGeohashItIsTheCenterOf() throws {
    try forEachHash(seed: 2) { hash, _ in
      let ofCenter = try Geohash(containing: hash.center, precision: hash.precision)
      #expect(ofCenter == hash)
      #expect(hash.bounds.contains(hash.center))
    }
  }

  @Test func shorterTextsAreParents() throws {
    try forEachHash(seed: 3) { hash, place in
      #expect(hash.bounds.contains(place))
      guard let parent = hash.parent else { return #expect(hash.precision == 1) }
      #expect(parent.text == String(hash.text.dropLast()))
      let shorter = try Geohash(containing: place, precision: hash.precision - 1)
      #expect(parent == shorter)
      #expect(parent.children.contains(hash) && parent.cell.contains(hash.cell))
    }
  }

  @Test func childrenDivideTheRange() throws {
    try forEachHash(seed: 4) { hash, _ in
      let children = hash.children
      guard hash.precision < 12 else { return #expect(children.isEmpty) }
      #expect(children.count == 32 && children == children.sorted())
      #expect(children[0].range.lowerBound == hash.range.lowerBound)
      #expect(children[31].range.upperBound == hash.range.upperBound)
      for (a, b) in zip(children, children.dropFirst()) {
        #expect(a.range.upperBound.cell.bits + 1 == b.range.lowerBound.cell.bits)
      }
    }
  }

  @Test func theRangeIsOfTwelveCharacters() throws {
    let range = try Geohash("gcp").range
    #expect(range.lowerBound.text == "gcp000000000" && range.upperBound.text == "gcpzzzzzzzzz")
  }

  @Test func stepsThereAndBackAreNone() throws {
    try forEachHash(seed: 5) { hash, _ in
      let around = hash.neighbors
      #expect(around.east.neighbors.west == hash && around.west.neighbors.east == hash)
      if let north = around.north {
        #expect(north.neighbors.south == hash)
        #expect(around.northeast == north.neighbors.east && around.northwest == north.neighbors.west)
      }
      if let south = around.south {
        #expect(south.neighbors.north == hash)
        #expect(around.southeast == south.neighbors.east && around.southwest == south.neighbors.west)
      }
    }
  }

  @Test func neighborsShareAnEdge() throws {
    try forEachHash(seed: 6) { hash, _ in
      let (box, around) = (hash.bounds, hash.neighbors)
      let east = around.east.bounds
      #expect(east.west == (box.east == 180 ? -180 : box.east))
      #expect(east.south == box.south && east.north == box.north)
      if let north = around.north {
        #expect(north.bounds.south == box.north && north.bounds.west == box.west)
      }
      #expect((around.north == nil) == (box.north == 90) && (around.south == nil) == (box.south == -90))
      #expect(around.all.count == (box.north == 90 || box.south == -90 ? 5 : 8))
    }
  }

  @Test func neighborsOfACornerOfTheMap() throws {
    let around = try Geohash("zz").neighbors
    #expect(around.all.map(\.text) == ["bp", "bn", "zy", "zw", "zx"] && around.northeast == nil)
    #expect(try Geohash("0").neighbors.all.map(\.text) == ["2", "3", "1", "p", "r"])
  }

  @Test func sortsLikeTheTexts() throws {
    var (hashes, places) = ([Geohash](), Places(seed: 7))
    for _ in 0..<1500 {
      let precision = Int.random(in: 1...12, using: &places.random)
      hashes.append(try Geohash(containing: places.next(), precision: precision))
    }
    #expect(hashes.sorted().map(\.text) == hashes.map(\.text).sorted())
    #expect(try Geohash("g") < Geohash("g0"))
  }

  @Test func onlyCellsOfWholeCharactersHaveAText() throws {
    let leaf = GeohashCell(leafContaining: try Coordinate(latitude: 57.64911, longitude: 10.40744))
    for level in 0...60 {
      #expect((Geohash(leaf.parent(at: level)) != nil) == (level > 0 && level % 5 == 0))
    }
  }

  private func forEachHash(seed: UInt64, _ body: (Geohash, Coordinate) throws -> Void) throws {
    var places = Places(seed: seed)
    for number in 0..<1200 {
      let place = places.next()
      try body(Geohash(containing: place, precision: number % 12 + 1), place)
    }
  }
}
