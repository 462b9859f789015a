// SPDX-License-Identifier: Apache-2.0

@testable import GeoHash
import TestSupport
import Testing

/// The cells of a circle found row by row, against its members and against each cell's own relation.
@Suite struct S2CircleCellsTests {
  @Test(arguments: 0..<8 as Range<UInt64>)
  func everyMemberIsInARunAndNoNearerThanIt(seed: UInt64) throws {
    var places = Places(seed: 1200 + seed)
    for number in 0..<400 {
      let circle = circle(number, &places)
      guard let cells = S2CircleCells(circle) else { continue }
      let runs = runs(of: cells, upTo: places.magnitude(1...1e17))
      let comment: Comment = "seed \(1200 + seed), circle \(number): \(circle)"
      for member in members(of: circle, &places) {
        let leaf = S2Cell(leafContaining: member).leafRange.lowerBound
        let run = runs.first { $0.leaves.contains(leaf) }
        #expect(run != nil, "\(member) is missed: \(comment)")
        guard let run,
          let meters = circle.meters(toMemberAtLatitude: member.latitude, longitude: member.longitude)
        else { continue }
        #expect(S2CircleCells.meters(nearness: run.nearness) <= meters, "\(member) is nearer: \(comment)")
      }
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func runsAscendAndKeepToTheCircle(seed: UInt64) throws {
    var places = Places(seed: 1300 + seed)
    for number in 0..<100 {
      let circle = circle(number, &places)
      // Smaller than some dozens of leaves, the margins for rounding are wide beside it.
      guard circle.radius.meters > 1, let cells = S2CircleCells(circle) else { continue }
      let comment: Comment = "seed \(1300 + seed), circle \(number): \(circle)"
      let runs = runs(of: cells, upTo: circle.areaShare / cells.areaSharePerLeaf / 200)
      for (a, b) in zip(runs, runs.dropFirst()) {
        #expect(a.leaves.upperBound < b.leaves.lowerBound, comment)
      }
      var share = 0.0
      for run in runs {
        for cell in CellDecomposition<S2Cell>(of: run.leaves).cells { share += cell.areaShare }
        // The ends were narrowed to what is touched.
        let ends = [run.leaves.lowerBound, run.leaves.upperBound].map { leaf in
          let chord = Chord.squared(.meters(circle.radius.meters * 1.25))
          return try! S2Cell(id: leaf << 1 | 1).squaredChords(from: circle.vector).minimum <= chord
        }
        #expect(ends == [true, true], comment)
      }
      #expect(share < 1.4 * circle.areaShare, comment)
      #expect(share > circle.areaShare * 0.999, comment)
    }
  }

  @Test func theShareOfALeafIsThatOfALeafsOwnArea() throws {
    var places = Places(seed: 1400)
    for _ in 0..<200 {
      let circle = Circle(center: places.next(), radius: .meters(10))
      let cells = try #require(S2CircleCells(circle))
      let cell = S2Cell(leafContaining: circle.center).parent(at: 20)
      let share = cell.areaShare / Double(cell.leafRange.upperBound - cell.leafRange.lowerBound + 1)
      #expect(abs(cells.areaSharePerLeaf / share - 1) < 1e-4, "\(circle)")
    }
  }

  @Test func circlesUpTo1500KilometersHaveCellsWhereverTheyLie() {
    var places = Places(seed: 1500)
    for _ in 0..<500 {
      #expect(S2CircleCells(Circle(center: places.next(), radius: .kilometers(1500))) != nil)
    }
  }

  /// A quarter of them around corners and edges of the grid's faces.
  private func circle(_ number: Int, _ places: inout Places) -> Circle {
    let radius = Distance.meters(places.magnitude(1e-3...1.5e6))
    guard number % 4 == 0 else { return Circle(center: places.next(), radius: radius) }
    let (u, v) = (
      Double.random(in: 0.98...1, using: &places.random), [1, -1, 0.3].randomElement(using: &places.random)!
    )
    let face = Int.random(in: 0..<6, using: &places.random)
    let center = S2Projection.fromFace(face, .init(u: u, v: v, w: 1)).normalized.coordinate
    return Circle(center: center, radius: radius)
  }

  private func runs(
    of cells: S2CircleCells, upTo leaves: Double
  ) -> [(leaves: ClosedRange<UInt64>, nearness: Double)] {
    var runs: [(leaves: ClosedRange<UInt64>, nearness: Double)] = []
    _ = cells.runs(ofCellsUpTo: leaves, measuresDistances: true) { runs.append(($0, $1)) }
    return runs
  }

  /// The centre, places on the rim and within.
  private func members(of circle: Circle, _ places: inout Places) -> [Coordinate] {
    var found = [circle.center]
    for _ in 0..<40 {
      let bearing = Double.random(in: 0..<360, using: &places.random)
      let share =
        Bool.random(using: &places.random) ? 1 : Double.random(in: 0...1, using: &places.random).squareRoot()
      found.append(
        try! circle.center.destination(bearing: bearing, distance: .meters(circle.radius.meters * share)))
    }
    return found.filter { circle.contains($0) }
  }
}
