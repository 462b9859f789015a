// SPDX-License-Identifier: Apache-2.0

import GeoHash

/// A box as peers cover it: tight for cells down to a sixteenth of its edges, which is all that eight cells need.
struct SampledBox: Region {
  private let box: BoundingBox
  private let leaves: [UInt64]

  init(_ box: BoundingBox) {
    self.box = box
    var leaves: [UInt64] = []
    for row in 0...16 {
      for column in 0...16 {
        var longitude = box.west + box.width * Double(column) / 16
        if longitude > 180 { longitude -= 360 }
        let place = try! Coordinate(
          latitude: box.south + (box.north - box.south) * Double(row) / 16, longitude: longitude)
        leaves.append(S2Cell(leafContaining: place).leafRange.lowerBound)
      }
    }
    self.leaves = leaves
  }

  var bounds: BoundingBox { box }
  var areaShare: Double { box.areaShare }
  var signature: [UInt64] { box.signature }

  func meters(toMemberAtLatitude latitude: Double, longitude: Double) -> Double? {
    box.meters(toMemberAtLatitude: latitude, longitude: longitude)
  }

  func relation<Cell: GridCell>(to cell: Cell) -> CellRelation {
    let relation = box.relation(to: cell)
    if relation != .boundary { return relation }
    if let cell = cell as? S2Cell, cell.vertices.contains(where: { box.contains($0) }) { return .boundary }
    return leaves.contains { cell.leafRange.contains($0) } ? .boundary : .disjoint
  }

  func meters<Cell: GridCell>(to cell: Cell) -> (minimum: Double, maximum: Double) { box.meters(to: cell) }
}
