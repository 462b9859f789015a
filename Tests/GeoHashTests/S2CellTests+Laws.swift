// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import GeoHash

extension S2CellTests {
  // The dynamodb-geo family's leaf ids.
  @Test(
    arguments: [
      (51.51, -0.13, 5_221_366_118_452_580_119), (52.1, 2, 5_177_531_549_489_041_509),
      (1, 50, 4_416_340_092_237_875_681),
    ] as [(Double, Double, UInt64)])
  func leavesAreThoseOfDynamoDBGeo(latitude: Double, longitude: Double, id: UInt64) throws {
    let place = try Coordinate(latitude: latitude, longitude: longitude)
    #expect(S2Cell(leafContaining: place).id == id)
  }

  @Test(arguments: [(0.0, 0.0, 0), (0, 90, 1), (90, 0, 2), (0, 180, 3), (0, -90, 4), (-90, 0, 5)])
  func facesAreNumberedLikeS2(latitude: Double, longitude: Double, face: Int) throws {
    let cell = try S2Cell(containing: Coordinate(latitude: latitude, longitude: longitude), level: 0)
    #expect(cell.face == face && cell == S2Cell.roots[face])
  }

  @Test(arguments: [(266, "000000000000010a"), (0x8085_5c00_0000_0000, "80855c")] as [(UInt64, String)])
  func tokensAreHexadecimalWithoutTrailingZeros(id: UInt64, token: String) {
    #expect(S2Cell(uncheckedID: id).token == token)
  }

  @Test func tokensAndIdsReadBack() throws {
    try forEachCell(seed: 1) { cell, _ in
      let read = try [S2Cell(token: cell.token), S2Cell(token: cell.token.uppercased()), S2Cell(id: cell.id)]
      #expect(read == [cell, cell, cell])
    }
  }

  @Test(arguments: [
    "", "0", "X", "x", "+1", "-1", "0x1", " 1", "g", "00000000000000000", "c", "f", "e4", "ffffffffffffffff",
    "é", "٣",
    "10000000000000001",
  ])
  func refusesWhatIsNoToken(token: String) {
    let error = #expect(throws: GeometryError.self) { try S2Cell(token: token) }
    #expect(error == .token(token))
  }

  @Test(arguments: [0, 2, 8, 0xC000_0000_0000_0001, .max, 1 << 61] as [UInt64])
  func refusesWhatIsNoId(id: UInt64) {
    let error = #expect(throws: GeometryError.self) { try S2Cell(id: id) }
    #expect(error == .cellID(id) && error?.description == "\(id) is not the id of an S2 cell")
  }

  @Test func anyBytesAreATokenOrAnError() {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<5000 {
      var bytes = Array("487604a1b3d20f7f".utf8.prefix(Int.random(in: 1...16, using: &random)))
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      if let cell = try? S2Cell(token: String(decoding: bytes, as: UTF8.self)) {
        #expect(cell.face < 6 && S2Cell.levels.contains(cell.level), "seed 2")
        #expect(
          S2Cell(leafContaining: cell.center).parent(at: min(29, cell.level))
            == cell.parent(at: min(29, cell.level)))
      }
    }
  }

  @Test(arguments: [-1, 31, .max, .min]) func refusesALevelThatThereIsNot(level: Int) throws {
    let place = try Coordinate(latitude: 1, longitude: 1)
    let error = #expect(throws: GeometryError.self) { try S2Cell(containing: place, level: level) }
    #expect(error == .level(level, allowed: 0...30))
  }

  @Test func parentsContainTheirChildren() throws {
    try forEachCell(seed: 3) { cell, place in
      #expect(cell.contains(S2Cell(leafContaining: place)))
      guard cell.level > 0 else { return }
      let parent = cell.parent(at: cell.level - 1)
      #expect(parent.contains(cell) && !cell.contains(parent) && parent.children.contains(cell))
      #expect(parent.level == cell.level - 1 && parent.face == cell.face)
      #expect(cell.parent(at: cell.level) == cell)
    }
  }

  @Test func childrenDivideTheLeaves() throws {
    try forEachCell(seed: 4) { cell, _ in
      guard !cell.isLeaf else { return #expect(cell.children.isEmpty && cell.leafRange.count == 1) }
      let ranges = cell.children.map(\.leafRange)
      #expect(ranges.count == 4 && ranges[0].lowerBound == cell.leafRange.lowerBound)
      #expect(ranges[3].upperBound == cell.leafRange.upperBound)
      for (a, b) in zip(ranges, ranges.dropFirst()) { #expect(a.upperBound + 1 == b.lowerBound) }
    }
  }

  @Test func facesFollowOneAnotherAlongTheCurve() {
    for (a, b) in zip(S2Cell.roots, S2Cell.roots.dropFirst()) {
      #expect(a.leafRange.upperBound + 1 == b.leafRange.lowerBound && a.level == 0)
    }
  }

  @Test func theCenterIsInTheCell() throws {
    try forEachCell(seed: 5) { cell, _ in
      let leaf = S2Cell(leafContaining: cell.center)
      // The centre of a leaf is half a centimetre from its border; degrees are exact to 2 nm.
      #expect(cell.contains(leaf), "\(cell) at level \(cell.level)")
    }
  }

  @Test func verticesAreOnTheBorder() throws {
    try forEachCell(seed: 6) { cell, _ in
      for vertex in cell.vertices {
        #expect(cell.squaredChords(from: UnitVector(vertex)).minimum <= Chord.raised(0), "\(cell) \(vertex)")
      }
    }
  }

  @Test func boundsContainEveryPlaceOfTheCell() throws {
    var random = SeededGenerator(seed: 17)
    try forEachCell(seed: 7) { cell, place in
      let bounds = cell.bounds
      for member in cell.places(3, using: &random) + [place] {
        #expect(bounds.contains(member), "\(cell) \(member) in \(bounds)")
      }
    }
  }

  @Test func boundsAreTight() throws {
    try forEachCell(seed: 8) { cell, _ in
      let (bounds, border) = (cell.bounds, cell.border(8))
      let tolerance = 2.1e-12
      if bounds.north < 90 {
        #expect(bounds.north - border.map(\.latitude).max()! < tolerance, "\(cell)")
      }
      if bounds.south > -90 {
        #expect(border.map(\.latitude).min()! - bounds.south < tolerance, "\(cell)")
      }
      #expect(bounds.width <= 91 || bounds.width == 360, "\(cell)")
    }
  }

  @Test func areasOfALevelAreTheGlobe() {
    var cells = S2Cell.roots
    for _ in 0...5 {
      #expect(abs(cells.reduce(0) { $0 + $1.areaShare } - 1) < 1e-9)
      cells = cells.flatMap(\.children)
    }
  }

  @Test func areasOfALevelDifferByAFactorOfTwoOrSo() {
    let face = S2Cell.roots[0]
    for level in [5, 12, 25] {
      let corner = S2Cell(leafContaining: face.vertices[0]).parent(at: level)
      let middle = S2Cell(leafContaining: face.center).parent(at: level)
      #expect(max(corner.areaShare / middle.areaShare, middle.areaShare / corner.areaShare) < 2.1)
    }
    var cells = [face]
    for _ in 0..<5 { cells = cells.flatMap(\.children) }
    let areas = cells.map(\.areaShare)
    #expect(areas.max()! / areas.min()! < 2.1)
  }

  @Test func areasOfChildrenAreThatOfTheCell() throws {
    try forEachCell(seed: 9) { cell, _ in
      guard !cell.isLeaf else { return }
      let sum = cell.children.reduce(0) { $0 + $1.areaShare }
      #expect(abs(sum / cell.areaShare - 1) < 1e-9, "\(cell)")
    }
  }

  @Test func cellsThatAreNeighborsAreSoBothWays() throws {
    try forEachCell(seed: 10) { cell, _ in
      guard cell.level > 1 else { return }
      let neighbors = cell.neighbors
      #expect(neighbors.count == 8 || neighbors.count == 7, "\(cell)")
      #expect(neighbors.allSatisfy { $0.level == cell.level && $0.neighbors.contains(cell) }, "\(cell)")
    }
  }

  @Test func preconditionsHold() async {
    await #expect(processExitsWith: .failure) { _ = S2Cell.roots[0].parent(at: 1) }
    await #expect(processExitsWith: .failure) { _ = S2Cell.roots[0].parent(at: -1) }
    await #expect(processExitsWith: .failure) { _ = S2Cell.roots[0].child(4) }
    await #expect(processExitsWith: .failure) { _ = S2Cell(uncheckedID: 1).child(0) }
  }

  private func forEachCell(seed: UInt64, _ body: (S2Cell, Coordinate) throws -> Void) throws {
    var places = Places(seed: seed)
    for number in 0..<930 {
      let place = places.next()
      try body(S2Cell(containing: place, level: number % 31), place)
    }
  }
}
