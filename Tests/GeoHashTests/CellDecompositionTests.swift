// SPDX-License-Identifier: Apache-2.0

import GeoHash
import TestSupport
import Testing

@Suite struct CellDecompositionTests {
  @Test(arguments: [UInt64(1), 2, 3])
  func cellsMakeUpTheRunExactlyAndAreTheFewest(seed: UInt64) {
    check(S2Cell.self, seed: seed)
    check(GeohashCell.self, seed: seed)
  }

  private func check<Cell: GridCell>(_ grid: Cell.Type, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let last = Cell.roots.last!.leafRange.upperBound
    for round in 0..<300 {
      let low = UInt64.random(in: 0...last, using: &random)
      let width = UInt64.random(in: 0...(last >> UInt64.random(in: 0...59, using: &random)), using: &random)
      let leaves = low...min(last, low + width)
      let cells = CellDecomposition<Cell>(of: leaves).cells
      var next = leaves.lowerBound
      for cell in cells {
        #expect(cell.leafRange.lowerBound == next, "seed \(seed), round \(round)")
        next = cell.leafRange.upperBound + 1
        // A parent that lay within the run would stand in its child's place.
        guard cell.level > 0 else { continue }
        let parent = cell.parent(at: cell.level - 1).leafRange
        #expect(
          parent.lowerBound < leaves.lowerBound || parent.upperBound > leaves.upperBound,
          "seed \(seed), round \(round)")
      }
      #expect(next == leaves.upperBound + 1)
      #expect(
        cells.count <= Cell.roots.count + 2 * (Cell.childCount - 1) * Cell.levels.count,
        "seed \(seed), round \(round)")
    }
  }

  @Test func wholeCellsAreOneCell() throws {
    let cell = try S2Cell(token: "4876051")
    #expect(CellDecomposition<S2Cell>(of: cell.leafRange).cells == [cell])
    #expect(CellDecomposition<S2Cell>(of: 0...UInt64.max).cells == S2Cell.roots)
    #expect(CellDecomposition<GeohashCell>(of: 7...7).cells.map(\.level) == [60])
    #expect(CellDecomposition<S2Cell>(of: UInt64.max - 1...UInt64.max).cells == [])
  }
}
