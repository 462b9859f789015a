// SPDX-License-Identifier: Apache-2.0

@testable import GeoHash
import TestSupport
import Testing

@Suite struct BoundingBoxTests {
  @Test func refusesEdgesThatMakeNoBox() {
    let error = #expect(throws: GeometryError.self) {
      try BoundingBox(south: 2, west: 0, north: 1.5, east: 1)
    }
    #expect(error?.description == "south 2 lies north of north 1.5")
    #expect(throws: GeometryError.self) { try BoundingBox(south: -91, west: 0, north: 0, east: 0) }
    #expect(throws: GeometryError.self) { try BoundingBox(south: 0, west: 0, north: .nan, east: 0) }
    #expect(throws: GeometryError.self) { try BoundingBox(south: 0, west: -181, north: 0, east: 0) }
  }

  // (south, west, north, east), a place, whether the box contains it
  @Test(arguments: [
    ([0.0, 0, 10, 10], 10.0, 10.0, true), ([0, 0, 10, 10], 0, 0, true), ([0, 0, 10, 10], 20, 20, false),
    ([0, 0, 10, 10], 10.0.nextUp, 5, false), ([0, 0, 10, 10], 5, -1e-99, false),
    ([10, 170, 20, -170], 15, 180, true), ([10, 170, 20, -170], 15, -180, true),
    ([10, 170, 20, -170], 15, 0, false), ([10, 170, 20, -170], 15, -170, true),
    ([10, 170, 20, 180], 15, -180, true), ([10, -180, 20, -170], 15, 180, true),
    ([10, 180, 20, -180], 15, 180, true), ([10, 180, 20, -180], 15, -180, true),
    ([10, 180, 20, -180], 15, 179, false), ([80, 0, 90, 1], 90, 77, true), ([-90, 0, -80, 1], -90, 77, true),
    ([80, 0, 90, 1], 89, 77, false), ([-90, -180, 90, 180], 12, 34, true),
    ([36.878184, 10.242358, 36.879317, 10.243648], 36.879163, 10.243120, true),
    ([36.878184, 10.242358, 36.879317, 10.243648], 36.879502, 10.242143, false),
  ])
  func edgesAndPolesBelongToTheBox(edges: [Double], latitude: Double, longitude: Double, isIn: Bool) throws {
    let box = try BoundingBox(south: edges[0], west: edges[1], north: edges[2], east: edges[3])
    #expect(box.contains(try Coordinate(latitude: latitude, longitude: longitude)) == isIn)
  }

  @Test(arguments: [(0.0, 10.0, 10.0, 5.0), (170, -170, 20, 180), (179, -175, 6, -178), (-180, 180, 360, 0)])
  func widthAndCenterGoEastFromWest(west: Double, east: Double, width: Double, middle: Double) throws {
    let box = try BoundingBox(south: 10, west: west, north: 20, east: east)
    #expect(box.width == width)
    #expect(box.center == (try Coordinate(latitude: 15, longitude: middle)))
  }

  /// Boxes of whole tens of degrees, and what 5° steps say of them.
  @Test func relationsAgreeWithACoarseRaster() throws {
    var random = SeededGenerator(seed: 1)
    func meridian() -> Int { max(-18, min(18, Int.random(in: -24...24, using: &random))) }
    func box() -> BoundingBox {
      let latitudes = [Int.random(in: -9...9, using: &random), Int.random(in: -9...9, using: &random)]
        .sorted()
      let (west, east) = (meridian(), meridian())
      return BoundingBox(
        uncheckedSouth: Double(latitudes[0] * 10), west: Double(west * 10), north: Double(latitudes[1] * 10),
        east: Double(east * 10))
    }
    let raster = try stride(from: -90.0, through: 90, by: 5).flatMap { latitude in
      try stride(from: -180.0, through: 180, by: 5).map { longitude in
        try Coordinate(latitude: latitude, longitude: longitude)
      }
    }
    for _ in 0..<2500 {
      let (a, b) = (box(), box())
      let members = raster.filter(b.contains)
      let shared = members.filter(a.contains).count
      let relation = a.relation(to: b)
      if shared > 0 { #expect(relation != .disjoint, "\(a) \(b)") }
      if shared == 0 { #expect(relation == .disjoint, "\(a) \(b)") }
      if shared < members.count { #expect(relation != .inside, "\(a) \(b)") }
    }
  }

  @Test(arguments: [2, 3] as [UInt64]) func relationsToS2CellsAreSafe(seed: UInt64) {
    expectSafeRelations(to: S2Cell.self, seed: seed)
  }

  @Test(arguments: [2, 3] as [UInt64]) func relationsToGeohashCellsAreSafe(seed: UInt64) {
    expectSafeRelations(to: GeohashCell.self, seed: seed)
  }

  private func expectSafeRelations<Cell: SampledCell>(to grid: Cell.Type, seed: UInt64) {
    var places = Places(seed: seed)
    for _ in 0..<400 {
      let box = anyBox(&places)
      var interesting = (0..<4).map { _ in places.next() }
      for latitude in [box.south, box.center.latitude, box.north, box.north.nextUp] where latitude <= 90 {
        for longitude in [box.west, box.center.longitude, box.east, box.east.nextUp] where longitude <= 180 {
          interesting.append(Coordinate(uncheckedLatitude: latitude, longitude: longitude))
        }
      }
      GeoHashTests.expectSafeRelations(
        of: box, around: interesting, grid: grid, using: &places, "\(box) seed \(seed)")
    }
  }

  /// Near a pole a hair's breadth is many degrees: the meridian on which cells border is the hard case.
  @Test func boxesAtAMeridianOfCellBordersKeepTheirMembersNearThePole() throws {
    for longitude in [-90.0, 0, 90, 180] {
      for exponent in -13 ... -2 {
        for offset in [1e-12, 1e-9, 1e-7, 1e-6, 1e-5] {
          let place = try Coordinate(
            latitude: 90 - pow10(exponent),
            longitude: longitude - offset)
          let west = place.longitude - pow10(-2)
          let box = try BoundingBox(south: 80, west: west, north: place.latitude, east: place.longitude)
          let leaf = S2Cell(leafContaining: place)
          for level in stride(from: 0, through: 30, by: 3) {
            #expect(box.relation(to: leaf.parent(at: level)) != .disjoint, "\(place) level \(level)")
          }
        }
      }
    }
  }

  private func pow10(_ exponent: Int) -> Double { Double("1e\(exponent)")! }
}
