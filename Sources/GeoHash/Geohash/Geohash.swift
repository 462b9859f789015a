// SPDX-License-Identifier: Apache-2.0

/// A geohash: 1 to 12 characters of base 32 that name a box of latitudes and longitudes, as on geohash.org.
///
/// ```swift
/// let hash = try Geohash(containing: Coordinate(latitude: 51.5074, longitude: -0.1278), precision: 6)
/// hash.text            // "gcpvj0"
/// hash.neighbors.east  // gcpvj1
/// ```
///
/// The boxes are half-open: a border belongs to the box east and north of it; 90° and 180° to the last one.
public struct Geohash: Hashable, Sendable {
  /// The precisions there are.
  public static let precisions = 1...12

  /// The cell of the geohash grid that the text names.
  public let cell: GeohashCell

  /// The geohash of a text; capital letters are taken as small ones.
  ///
  /// - Throws: `GeometryError.geohash` for another length or character (a, i, l and o are not used).
  public init(_ text: String) throws(GeometryError) {
    let count = text.utf8.count
    guard Self.precisions.contains(count) else {
      throw .geohash(text, reason: "it must have 1 to 12 characters, not \(count)")
    }
    var bits: UInt64 = 0
    for byte in text.utf8 {
      guard let digit = Base32.value(of: byte) else {
        throw .geohash(text, reason: "its characters are 0-9 and b-z without a, i, l and o")
      }
      bits = bits << 5 | UInt64(digit)
    }
    cell = GeohashCell(bits: bits, level: 5 * count)
  }

  /// The geohash of a precision, 1 … 12 characters, whose box contains a place. O(1).
  ///
  /// - Throws: `GeometryError.precision` for another precision.
  public init(containing coordinate: Coordinate, precision: Int) throws(GeometryError) {
    guard Self.precisions.contains(precision) else { throw .precision(precision) }
    cell = GeohashCell(leafContaining: coordinate).parent(at: 5 * precision)
  }

  /// The geohash of a cell whose level is a multiple of five, and not 0; nil for another.
  public init?(_ cell: GeohashCell) {
    guard cell.level > 0, cell.level % 5 == 0 else { return nil }
    self.cell = cell
  }

  /// The characters, in lower case.
  public var text: String { Base32.text(of: cell.bits, digits: precision) }

  /// How many characters it has.
  public var precision: Int { cell.level / 5 }

  /// The half-open box; its edges are exact.
  public var bounds: BoundingBox { cell.bounds }

  /// The middle of the box, exact.
  public var center: Coordinate { bounds.center }

  /// The geohash without its last character; nil for one character.
  public var parent: Geohash? { precision == 1 ? nil : Geohash(cell.parent(at: cell.level - 5)) }

  /// The 32 geohashes with one more character, in order; none for twelve characters.
  public var children: [Geohash] {
    guard precision < 12 else { return [] }
    return (0..<32).map {
      Geohash(uncheckedCell: GeohashCell(bits: cell.bits << 5 | $0, level: cell.level + 5))
    }
  }

  /// The first and the last geohash of 12 characters that begin with this one.
  public var range: ClosedRange<Geohash> {
    let leaves = cell.leafRange
    return Geohash(
      uncheckedCell: GeohashCell(bits: leaves.lowerBound, level: 60))...Geohash(
        uncheckedCell: GeohashCell(bits: leaves.upperBound, level: 60))
  }

  /// The geohashes of the same precision round about.
  public var neighbors: Neighbors { Neighbors(of: self) }

  private init(uncheckedCell cell: GeohashCell) {
    self.cell = cell
  }
}

extension Geohash: Comparable, CustomStringConvertible {
  /// Sorts as the texts sort.
  public static func < (a: Geohash, b: Geohash) -> Bool {
    let (a, b) = (a.cell, b.cell)
    let (first, second) = (a.bits << UInt64(60 - a.level), b.bits << UInt64(60 - b.level))
    return first != second ? first < second : a.level < b.level
  }

  /// The text.
  public var description: String { text }
}

extension Geohash {
  /// The eight geohashes around one. East and west wrap at ±180°; past a pole there is none.
  public struct Neighbors: Hashable, Sendable {
    /// North; nil in the northernmost row.
    public let north: Geohash?
    /// North-east; nil in the northernmost row.
    public let northeast: Geohash?
    /// East.
    public let east: Geohash
    /// South-east; nil in the southernmost row.
    public let southeast: Geohash?
    /// South; nil in the southernmost row.
    public let south: Geohash?
    /// South-west; nil in the southernmost row.
    public let southwest: Geohash?
    /// West.
    public let west: Geohash
    /// North-west; nil in the northernmost row.
    public let northwest: Geohash?

    init(of hash: Geohash) {
      let cell = hash.cell
      let (column, row) = cell.place
      let columnMask = UInt32((UInt64(1) << UInt64(cell.longitudeBits)) - 1)
      let lastRow = UInt32((UInt64(1) << UInt64(cell.latitudeBits)) - 1)
      func at(_ east: Int32, _ north: Int32) -> Geohash? {
        if north > 0 && row == lastRow || north < 0 && row == 0 { return nil }
        return Geohash(
          uncheckedCell: GeohashCell(
            column: (column &+ UInt32(bitPattern: east)) & columnMask,
            row: row &+ UInt32(bitPattern: north), level: cell.level))
      }
      north = at(0, 1)
      northeast = at(1, 1)
      east = at(1, 0)!
      southeast = at(1, -1)
      south = at(0, -1)
      southwest = at(-1, -1)
      west = at(-1, 0)!
      northwest = at(-1, 1)
    }

    /// Those that exist, clockwise from north.
    public var all: [Geohash] {
      [north, northeast, east, southeast, south, southwest, west, northwest].compactMap { $0 }
    }
  }
}
