// SPDX-License-Identifier: Apache-2.0

/// A prefix of a geohash in bits, 0 (the globe) to 60 (about 4 cm): the cell of the geohash grid.
///
/// ```
/// value   0 … 0 | l L l L …      `level` bits: halves of the longitude (l) and of the latitude (L) in turn, longitude first
/// ```
///
/// A geohash's characters are five bits each, so a `Geohash` of n characters is the cell of level 5 n. In between
/// lie the cells that make coverings finer than whole characters allow. Cells are half-open: a border belongs to
/// the cell east and north of it, and the edges 90° and 180° to the last one.
public struct GeohashCell: Hashable, Sendable {
  /// The bits, the last one lowest.
  public let bits: UInt64
  /// How many they are, 0 … 60.
  public let level: Int

  /// The leaf of a number below 2⁶⁰.
  package init(leafNumber: UInt64) {
    self.init(bits: leafNumber, level: Self.levels.upperBound)
  }

  init(bits: UInt64, level: Int) {
    self.bits = bits
    self.level = level
  }

  /// How many of the bits halve the longitude; the others halve the latitude.
  var longitudeBits: Int { (level + 1) / 2 }
  var latitudeBits: Int { level / 2 }

  /// Column from the west and row from the south, in cells of this size.
  @inline(__always)
  var place: (column: UInt32, row: UInt32) {
    level & 1 == 0
      ? (ZOrder.compact(bits >> 1), ZOrder.compact(bits)) : (ZOrder.compact(bits), ZOrder.compact(bits >> 1))
  }

  init(column: UInt32, row: UInt32, level: Int) {
    let (column, row) = (ZOrder.spread(column), ZOrder.spread(row))
    self.init(bits: level % 2 == 0 ? column << 1 | row : column | row << 1, level: level)
  }

  /// The half-open box of the cell; its edges are exact.
  public var bounds: BoundingBox {
    let (column, row) = place
    let width = Self.width(of: 360, bits: longitudeBits)
    let height = Self.width(of: 180, bits: latitudeBits)
    return BoundingBox(
      uncheckedSouth: Double(row) * height - 90, west: Double(column) * width - 180,
      north: (Double(row) + 1) * height - 90, east: (Double(column) + 1) * width - 180)
  }
}

extension GeohashCell: GridCell {
  /// 0 … 60.
  public static let levels = 0...60
  /// The globe.
  public static let roots = [GeohashCell(bits: 0, level: 0)]
  /// 2.
  public static let childCount = 2

  /// The leaf that contains a place. O(1).
  public init(leafContaining coordinate: Coordinate) {
    self.init(bits: Self.leafBits(of: coordinate), level: 60)
  }

  /// The bits of the leaf that contains a place.
  @inline(__always)
  static func leafBits(of coordinate: Coordinate) -> UInt64 {
    ZOrder.spread(ZOrder.index(of: coordinate.longitude, span: 180)) &<< 1
      | ZOrder.spread(ZOrder.index(of: coordinate.latitude, span: 90))
  }

  /// The numbers of the leaves: 60 bits.
  public var leafRange: ClosedRange<UInt64> {
    let rest = UInt64(60 - level)
    return bits << rest...(bits << rest | ((1 << rest) - 1))
  }

  /// The western or southern half (0), or the other one (1).
  public func child(_ number: Int) -> GeohashCell {
    precondition(
      level < 60 && 0 <= number && number < 2, "a cell that is not a leaf has the children 0 and 1")
    return GeohashCell(bits: bits << 1 | UInt64(number), level: level + 1)
  }

  /// The cell of fewer bits that contains this one.
  public func parent(at level: Int) -> GeohashCell {
    precondition(0 <= level && level <= self.level, "a parent's level is between 0 and the cell's own")
    return GeohashCell(bits: bits >> UInt64(self.level - level), level: level)
  }

  /// The middle of the cell in degrees.
  public var center: Coordinate {
    // The first leaf's own corner, and half a cell from there: sums of few bits each, so exact.
    let leaf = bits &<< UInt64(60 &- level)
    let (column, row) = (Double(ZOrder.compact(leaf &>> 1)), Double(ZOrder.compact(leaf)))
    return Coordinate(
      uncheckedLatitude: row * (180 / 1_073_741_824) + Self.width(of: 90, bits: latitudeBits) - 90,
      longitude: column * (360 / 1_073_741_824) + Self.width(of: 180, bits: longitudeBits) - 180)
  }

  /// What is left of degrees that were halved so many times.
  @inline(__always)
  private static func width(of degrees: Double, bits: Int) -> Double {
    degrees * Double(bitPattern: UInt64(1023 &- bits) &<< 52)
  }

  /// The share of the globe's area.
  public var areaShare: Double {
    let box = bounds
    let middle = Trigonometry.sineAndCosine(degrees: (box.south + box.north) / 2).cosine
    return middle * Trigonometry.sineAndCosine(degrees: (box.north - box.south) / 2).sine
      * (box.east - box.west) / 360
  }

  /// Bounds of the squared chord from a place to the points of the cell. O(1), no allocation.
  public func squaredChords(from place: UnitVector) -> (minimum: Double, maximum: Double) {
    bounds.squaredChords(from: place)
  }
}
