// SPDX-License-Identifier: Apache-2.0
import GeoHash

/// Cells as results.
enum CellRecord {
  /// A geohash: `{geohash, south, west, north, east, center}`.
  static func box(of hash: Geohash) -> OutputRecord {
    OutputRecord(
      [.init("geohash", .text(hash.text))] + edges(hash.bounds) + [.init("center", .coordinate(hash.center))],
      geometry: .polygon(corners(of: hash.bounds)))
  }

  /// A geohash of a covering: `{geohash, inside, …}`.
  static func covering(_ hash: Geohash, isInside: Bool) -> OutputRecord {
    var record = box(of: hash)
    record.fields.insert(.init("inside", .bool(isInside)), at: 1)
    return record
  }

  /// An S2 cell: `{token, id, level, face, center, vertices}`. The id is a text: JSON readers round numbers of 64 bits.
  static func s2(_ cell: S2Cell) -> OutputRecord {
    OutputRecord(
      [
        .init("token", .text(cell.token)), .init("id", .text(String(cell.id))),
        .init("level", .integer(cell.level)), .init("face", .integer(cell.face)),
        .init("center", .coordinate(cell.center)),
      ], geometry: outline(of: cell))
  }

  /// A cell of the geohash grid, which may end within a character: `{bits, level, geohash, inside, …}`; the geohash is
  /// there when the bits make whole characters.
  static func bits(_ cell: GeohashCell, isInside: Bool) -> OutputRecord {
    OutputRecord(
      [
        .init("bits", .text(digits(of: cell))), .init("level", .integer(cell.level)),
        .init("geohash", Geohash(cell).map { .text($0.text) } ?? .null), .init("inside", .bool(isInside)),
      ] + edges(cell.bounds), geometry: .polygon(corners(of: cell.bounds)))
  }

  /// A name of a cell of the geohash grid: the geohash or, for bits that make no whole character, `0b…`.
  static func token(of cell: GeohashCell) -> String { Geohash(cell)?.text ?? "0b" + digits(of: cell) }

  private static func digits(of cell: GeohashCell) -> String {
    let digits = String(cell.bits, radix: 2)
    return cell.level == 0 ? "" : String(repeating: "0", count: cell.level - digits.utf8.count) + digits
  }

  /// The geohashes of one character.
  static var coarsestGeohashes: [Geohash] {
    (0..<32).compactMap { number in
      Geohash((0..<5).reduce(GeohashCell.roots[0]) { cell, bit in cell.child(number >> (4 - bit) & 1) })
    }
  }

  static func edges(_ box: BoundingBox) -> [OutputRecord.Field] {
    [
      .init("south", .number(box.south)), .init("west", .number(box.west)),
      .init("north", .number(box.north)), .init("east", .number(box.east)),
    ]
  }

  private static func corners(of box: BoundingBox) -> [Coordinate] {
    let corners = [
      (box.south, box.west), (box.south, box.east), (box.north, box.east), (box.north, box.west),
    ]
    return corners.compactMap { try? Coordinate(latitude: $0.0, longitude: $0.1) }
  }

  /// The corners of a cell; a cell around a pole or across ±180°, whose outline no flat ring can follow, is drawn as its bounds.
  private static func outline(of cell: S2Cell) -> OutputRecord.Geometry {
    let box = cell.bounds
    guard box.crossesAntimeridian || box.width > 180 || box.south == -90 || box.north == 90 else {
      return .polygon(cell.vertices)
    }
    guard box.crossesAntimeridian else { return .polygon(corners(of: box)) }
    let halves = [(box.west, 180), (-180, box.east)].compactMap { west, east in
      try? BoundingBox(south: box.south, west: west, north: box.north, east: east)
    }
    return .polygons(halves.map(corners))
  }
}
