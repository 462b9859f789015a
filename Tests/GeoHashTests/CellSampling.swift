// SPDX-License-Identifier: Apache-2.0

@testable import GeoHash
import TestSupport
import Testing

/// A cell of either grid, with what the tests need to draw places from it.
protocol SampledCell: GridCell, CustomTestStringConvertible {
  var middle: Coordinate { get }
  /// Places all along the border, `count` on each side.
  func border(_ count: Int) -> [Coordinate]
}

extension SampledCell {
  var testDescription: String { "\(leafRange) level \(level)" }

  func holds(_ place: Coordinate) -> Bool { contains(Self(leafContaining: place)) }

  /// A place of the cell: of any of its leaves, or of one of those that lie along the rim.
  func place(using random: inout SeededGenerator) -> Coordinate {
    var cell = self
    let favourite = Int.random(in: 0..<Self.childCount, using: &random)
    let isRim = Bool.random(using: &random)
    while cell.level < Self.levels.upperBound {
      let number = isRim ? favourite : Int.random(in: 0..<Self.childCount, using: &random)
      cell = cell.child(number)
    }
    return cell.middle
  }

  /// Places of the cell: random ones and those of the border that belong to it.
  func places(_ count: Int, using random: inout SeededGenerator) -> [Coordinate] {
    let inner = (0..<count).map { _ in place(using: &random) }
    return (inner + border(3)).filter(holds)
  }

  /// A cell of a random level around a place.
  static func around(_ place: Coordinate, using random: inout SeededGenerator) -> Self {
    Self(leafContaining: place).parent(at: Int.random(in: levels, using: &random))
  }
}

extension S2Cell: SampledCell {
  var middle: Coordinate { center }

  func border(_ count: Int) -> [Coordinate] {
    let corners = FaceRectangle(self).vertices
    return zip(corners, corners[1...] + corners[..<1]).flatMap { a, b in
      (0..<count).map { step in
        let part = Double(step) / Double(count)
        return UnitVector(
          x: a.x + part * (b.x - a.x), y: a.y + part * (b.y - a.y), z: a.z + part * (b.z - a.z)
        ).coordinate
      }
    }
  }
}

extension GeohashCell: SampledCell {
  var middle: Coordinate { bounds.center }

  func border(_ count: Int) -> [Coordinate] {
    let box = bounds
    return (0...count).flatMap { step in
      let part = Double(step) / Double(count)
      let latitude = min(box.north, box.south + part * (box.north - box.south))
      let longitude = min(box.east, box.west + part * (box.east - box.west))
      return [
        (latitude, box.west), (latitude, box.east), (box.south, longitude), (box.north, longitude),
      ].map { Coordinate(uncheckedLatitude: $0, longitude: $1) }
    }
  }
}

extension UnitVector {
  func chord(to other: UnitVector) -> Double {
    let (dx, dy, dz) = (x - other.x, y - other.y, z - other.z)
    return (dx * dx + dy * dy + dz * dz).squareRoot()
  }
}
