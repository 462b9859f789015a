// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import GeoHash

@Suite struct SquaredChordTests {
  @Test(arguments: [1, 2, 3] as [UInt64]) func boundEveryPlaceOfS2Cells(seed: UInt64) {
    expectBounds(of: S2Cell.self, seed: seed)
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func boundEveryPlaceOfGeohashCells(seed: UInt64) {
    expectBounds(of: GeohashCell.self, seed: seed)
  }

  @Test func areAttainedOnTheBorderOfS2Cells() {
    expectTightness(of: S2Cell.self, levels: 0...8, seed: 4)
    expectTightness(of: S2Cell.self, levels: 20...30, seed: 14)
  }

  @Test func areAttainedOnTheBorderOfGeohashCells() {
    expectTightness(of: GeohashCell.self, levels: 1...16, seed: 5)
    expectTightness(of: GeohashCell.self, levels: 40...60, seed: 15)
  }

  /// The bounds differ from the chord to any place of the cell, in the safe direction or by rounding.
  private func expectBounds<Cell: SampledCell>(of grid: Cell.Type, seed: UInt64) {
    var places = Places(seed: seed)
    for _ in 0..<700 {
      let origin = places.next()
      let cell = Cell.around(places.next(), using: &places.random)
      for from in [origin, antipode(of: origin), nearby(cell, &places), nearby(cell, &places)] {
        let vector = UnitVector(from)
        let chords = cell.squaredChords(from: vector)
        let (least, greatest) = (chords.minimum.squareRoot(), chords.maximum.squareRoot())
        for place in cell.places(4, using: &places.random) {
          let chord = vector.chord(to: UnitVector(place))
          #expect(least <= chord + Chord.tolerance, "\(cell.testDescription) \(from) \(place) seed \(seed)")
          #expect(
            greatest >= chord - Chord.tolerance, "\(cell.testDescription) \(from) \(place) seed \(seed)")
        }
        if cell.holds(from) { #expect(chords.minimum <= Chord.raised(0), "\(cell.testDescription) \(from)") }
      }
    }
  }

  /// No bound is farther from the nearest and the farthest of many border places than these lie apart.
  private func expectTightness<Cell: SampledCell>(of grid: Cell.Type, levels: ClosedRange<Int>, seed: UInt64)
  {
    var places = Places(seed: seed)
    for _ in 0..<80 {
      let level = Int.random(in: levels, using: &places.random)
      let cell = Cell(leafContaining: places.next(.uniform)).parent(at: level)
      let border = cell.border(100).map(UnitVector.init)
      let step = 0.01 * (border.map { border[0].chord(to: $0) }.max()! * 2) + 1e-14
      for from in [places.next(), nearby(cell, &places)] {
        let vector = UnitVector(from)
        let chords = cell.squaredChords(from: vector)
        let samples = border.map(vector.chord(to:))
        let (least, greatest) = (samples.min()!, samples.max()!)
        if !cell.holds(from) {
          #expect(least <= chords.minimum.squareRoot() + step, "\(cell.testDescription) \(from) seed \(seed)")
        }
        if !cell.holds(antipode(of: from)) {
          #expect(
            greatest >= chords.maximum.squareRoot() - step, "\(cell.testDescription) \(from) seed \(seed)")
        }
      }
    }
  }

  private func antipode(of place: Coordinate) -> Coordinate { (-UnitVector(place)).coordinate }

  /// A place at a distance from the cell that is about its size, or much less.
  private func nearby<Cell: SampledCell>(_ cell: Cell, _ places: inout Places) -> Coordinate {
    let size = max(1e-4, Earth.radiusMeters * (cell.areaShare * 4 * Double.pi).squareRoot())
    let place = cell.place(using: &places.random)
    let bearing = Double.random(in: 0..<360, using: &places.random)
    return try! place.destination(
      bearing: bearing, distance: .meters(places.magnitude(size / 1e4...size * 8)))
  }
}
