// SPDX-License-Identifier: Apache-2.0
import GeoHash

/// All places within a distance of several lines: the corridors of a MultiLineString, ordered by the distance to the nearest line.
struct CorridorGroup: Region {
  let corridors: [Corridor]
  let bounds: BoundingBox
  let areaShare: Double

  /// At least one.
  init(_ corridors: [Corridor]) {
    self.corridors = corridors
    bounds = corridors.dropFirst().reduce(corridors[0].bounds) { Self.union($0, $1.bounds) }
    areaShare = min(1, corridors.reduce(0) { $0 + $1.areaShare })
  }

  var signature: [UInt64] { corridors.flatMap(\.signature) }

  func meters(toMemberAtLatitude latitude: Double, longitude: Double) -> Double? {
    var least: Double?
    for corridor in corridors {
      guard let meters = corridor.meters(toMemberAtLatitude: latitude, longitude: longitude) else { continue }
      least = least.map { min($0, meters) } ?? meters
    }
    return least
  }

  func relation<Cell: GridCell>(to cell: Cell) -> CellRelation {
    var result = CellRelation.disjoint
    for corridor in corridors {
      switch corridor.relation(to: cell) {
      case .inside: return .inside
      case .boundary: result = .boundary
      case .disjoint: continue
      }
    }
    return result
  }

  /// No place of the cell is nearer to a line than the least bound, nor farther from the nearest than the least of the upper ones.
  func meters<Cell: GridCell>(to cell: Cell) -> (minimum: Double, maximum: Double) {
    corridors.reduce((.infinity, .infinity)) { bounds, corridor in
      let own = corridor.meters(to: cell)
      return (min(bounds.0, own.minimum), min(bounds.1, own.maximum))
    }
  }

  /// The smaller of the boxes that hold both: eastward from either western edge.
  private static func union(_ a: BoundingBox, _ b: BoundingBox) -> BoundingBox {
    func span(from west: Double) -> Double {
      func reach(_ box: BoundingBox) -> Double { turn(from: west, to: box.west) + box.width }
      return max(reach(a), reach(b))
    }
    let west = span(from: a.west) <= span(from: b.west) ? a.west : b.west
    let width = span(from: west)
    let east = west + width > 180 ? west + width - 360 : west + width
    let (south, north) = (min(a.south, b.south), max(a.north, b.north))
    let box =
      width >= 360
      ? try? BoundingBox(south: south, west: -180, north: north, east: 180)
      : try? BoundingBox(south: south, west: west, north: north, east: east)
    return box ?? .globe
  }

  /// Degrees eastward, 0 ..< 360.
  private static func turn(from west: Double, to longitude: Double) -> Double {
    longitude >= west ? longitude - west : longitude - west + 360
  }
}
