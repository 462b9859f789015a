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
    // Texts that others made may lie where their bytes cannot be lent.
    let lent = unsafe text.utf8.withContiguousStorageIfAvailable { unsafe Base32.bits(of: $0) }
    guard let bits = unsafe lent ?? Array(text.utf8).withUnsafeBufferPointer({ unsafe Base32.bits(of: $0) })
    else {
      throw .geohash(text, reason: "its characters are 0-9 and b-z without a, i, l and o")
    }
    cell = GeohashCell(bits: bits, level: 5 * count)
  }

  /// The geohash of a precision, 1 … 12 characters, whose box contains a place. O(1).
  ///
  /// - Throws: `GeometryError.precision` for another precision.
  public init(containing coordinate: Coordinate, precision: Int) throws(GeometryError) {
    guard Self.precisions.contains(precision) else { throw .precision(precision) }
    cell = GeohashCell(
      bits: GeohashCell.leafBits(of: coordinate) &>> UInt64(60 &- 5 &* precision), level: 5 &* precision)
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
  public var center: Coordinate { cell.center }

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
      let lastColumn = UInt32((UInt64(1) << UInt64(cell.longitudeBits)) - 1)
      let lastRow = UInt32((UInt64(1) << UInt64(cell.latitudeBits)) - 1)
      // Of an even level, the bits of a column lie above those of a row; of an odd one below.
      let (shift, otherShift): (UInt64, UInt64) = cell.level % 2 == 0 ? (1, 0) : (0, 1)
      let eastern = ZOrder.spread((column &+ 1) & lastColumn) &<< shift
      let middle = ZOrder.spread(column) &<< shift
      let western = ZOrder.spread((column &- 1) & lastColumn) &<< shift
      func at(_ column: UInt64, _ row: UInt64) -> Geohash {
        Geohash(uncheckedCell: GeohashCell(bits: column | row &<< otherShift, level: cell.level))
      }
      let here = ZOrder.spread(row)
      (east, west) = (at(eastern, here), at(western, here))
      let (above, below) = (ZOrder.spread(row &+ 1), ZOrder.spread(row &- 1))
      let (isFirst, isLast) = (row == 0, row == lastRow)
      north = isLast ? nil : at(middle, above)
      northeast = isLast ? nil : at(eastern, above)
      northwest = isLast ? nil : at(western, above)
      south = isFirst ? nil : at(middle, below)
      southeast = isFirst ? nil : at(eastern, below)
      southwest = isFirst ? nil : at(western, below)
    }

    /// Those that exist, clockwise from north.
    public var all: [Geohash] {
      [north, northeast, east, southeast, south, southwest, west, northwest].compactMap { $0 }
    }
  }
}
