// SPDX-License-Identifier: Apache-2.0

@testable import GeoHash
import TestSupport
import Testing

/// Expects that every member is in a cell of the covering.
func expectComplete<Cell: SampledCell>(
  _ covering: [CoveringCell<Cell>], _ members: [Coordinate], _ comment: @autoclosure () -> String
) {
  for member in members {
    let leaf = Cell(leafContaining: member)
    #expect(covering.contains { $0.cell.contains(leaf) }, "\(member) is lost: \(comment())")
  }
}

@Suite struct CovererTests {
  @Test(arguments: [1, 2] as [UInt64]) func noMemberOfACircleIsOutsideOfS2Cells(seed: UInt64) {
    expectCompleteCircles(by: S2Cell.self, seed: seed)
  }

  @Test(arguments: [1, 2] as [UInt64]) func noMemberOfACircleIsOutsideOfGeohashCells(seed: UInt64) {
    expectCompleteCircles(by: GeohashCell.self, seed: seed)
  }

  private func expectCompleteCircles<Cell: SampledCell>(by grid: Cell.Type, seed: UInt64) {
    var places = Places(seed: seed)
    for _ in 0..<120 {
      let circle = anyCircle(&places)
      let coverer = anyCoverer(of: Cell.self, &places)
      let covering = coverer.covering(of: circle, by: Cell.self)
      let members = placesOfInterest(of: circle, using: &places).filter(circle.contains)
      expectComplete(covering, members, "\(circle) \(coverer) seed \(seed)")
      expectForm(of: covering, of: circle, coverer, "\(circle) \(coverer) seed \(seed)")
      for inside in covering where inside.isInside {
        for place in inside.cell.places(3, using: &places.random) {
          #expect(circle.contains(place), "\(place) \(circle) seed \(seed)")
        }
      }
      #expect(covering == coverer.covering(of: circle, by: Cell.self), "\(circle) seed \(seed)")
    }
  }

  @Test func noMemberOfABoxIsOutside() {
    var places = Places(seed: 3)
    for _ in 0..<200 {
      let box = anyBox(&places)
      let middle = box.center
      let members = [box.south, middle.latitude, box.north].flatMap { latitude in
        [box.west, middle.longitude, box.east].map {
          Coordinate(uncheckedLatitude: latitude, longitude: $0)
        }
      }.filter(box.contains)
      let (s2, geohash) = (anyCoverer(of: S2Cell.self, &places), anyCoverer(of: GeohashCell.self, &places))
      let covering = s2.covering(of: box, by: S2Cell.self)
      expectComplete(covering, members, "\(box) \(s2) seed 3")
      expectForm(of: covering, of: box, s2, "\(box) \(s2) seed 3")
      expectComplete(geohash.covering(of: box, by: GeohashCell.self), members, "\(box) \(geohash) seed 3")
    }
  }

  private func anyCoverer<Cell: GridCell>(of grid: Cell.Type, _ places: inout Places) -> Coverer {
    let isPlain = Bool.random(using: &places.random)
    let level = Int.random(in: Cell.levels, using: &places.random)
    return Coverer(
      maximumCells: [1, 4, 8, 20, 50].randomElement(using: &places.random)!,
      maximumLevel: isPlain ? nil : level,
      levelStep: isPlain ? 1 : Int.random(in: 1...5, using: &places.random))
  }

  /// Disjoint cells in order, no more than allowed, of the levels allowed.
  private func expectForm<Cell: SampledCell>(
    of covering: [CoveringCell<Cell>], of region: some Region, _ coverer: Coverer,
    _ comment: @autoclosure () -> String
  ) {
    let roots = Cell.roots.count { region.relation(to: $0) != .disjoint }
    #expect((1...max(coverer.maximumCells, roots)).contains(covering.count), "\(comment())")
    for (a, b) in zip(covering, covering.dropFirst()) {
      #expect(a.cell.leafRange.upperBound < b.cell.leafRange.lowerBound, "\(comment())")
    }
    for cell in covering.map(\.cell) {
      #expect(cell.level <= coverer.maximumLevel ?? Cell.levels.upperBound, "\(comment())")
      #expect(cell.level % coverer.levelStep == 0, "\(comment())")
    }
    let ranges = covering.mergedLeafRanges()
    for (a, b) in zip(ranges, ranges.dropFirst()) { #expect(a.upperBound + 1 < b.lowerBound, "\(comment())") }
    let leaves = covering.reduce(0) { $0 + UInt64($1.cell.leafRange.count) }
    #expect(ranges.reduce(0) { $0 + UInt64($1.count) } == leaves, "\(comment())")
  }

  /// S2's own table of coverings of circles has medians of 1.98 with 8 cells and 1.42 with 20.
  @Test(arguments: [(8, 1.98), (20, 1.42)]) func coveringsAreTight(cells: Int, ratio: Double) {
    #expect(medianRatio(S2Cell.self, cells: cells) <= 1.1 * ratio)
    #expect(medianRatio(GeohashCell.self, cells: cells) <= 1.5 * ratio)
  }

  private func medianRatio<Cell: SampledCell>(_ grid: Cell.Type, cells: Int) -> Double {
    var places = Places(seed: 5)
    let ratios = (0..<200).map { _ in
      let latitude = Double.random(in: 20...60, using: &places.random)
      let center = Coordinate(
        uncheckedLatitude: Bool.random(using: &places.random) ? latitude : -latitude,
        longitude: places.next(.uniform).longitude)
      let radius = Distance.meters(places.magnitude(100...100_000))
      let covering = Coverer(maximumCells: cells)
        .covering(of: Circle(center: center, radius: radius), by: Cell.self)
      return covering.reduce(0) { $0 + $1.cell.areaShare } / (Chord.squared(radius) / 4)
    }
    return ratios.sorted()[100]
  }

  @Test func aDateLineBoxHasCellsOnBothSides() throws {
    for (west, east) in [(170.0, -170.0), (179, -179), (175, -175)] {
      let box = try BoundingBox(south: 10, west: west, north: 20, east: east)
      let cells = Coverer(maximumCells: 20).covering(of: box, by: GeohashCell.self).map(\.cell.bounds)
      #expect(cells.contains { $0.west >= 90 } && cells.contains { $0.east <= -90 })
    }
  }

  @Test func preconditionsHold() async {
    await #expect(processExitsWith: .failure) { _ = Coverer(maximumCells: 0) }
    await #expect(processExitsWith: .failure) { _ = Coverer(levelStep: 0) }
  }
}
