// SPDX-License-Identifier: Apache-2.0

/// The Hilbert curve of a face: leaf row and column to a place on the curve and back, four levels at a step.
///
/// An orientation says how a quadrant's curve is turned: bit 0 swaps i and j, bit 1 inverts both.
/// Source: S. Gottschalk's curve as S2 uses it; the four quadrants of each orientation in `quadrant` and what
/// each does to the orientation in `turn`.
enum HilbertCurve {
  /// Four levels at a step, in memory of their own, made once for the process, never changed nor freed: an array would be
  /// counted as a reference and checked for its bounds at every step.
  @safe private struct Tables: @unchecked Sendable {
    /// From `i₄ j₄ orientation` (10 bits) to `position₈ orientation`.
    private let forward: UnsafePointer<UInt16>
    /// From `position₈ orientation` back to the former.
    private let backward: UnsafePointer<UInt16>

    init() {
      let forward = UnsafeMutablePointer<UInt16>.allocate(capacity: 1024)
      let backward = UnsafeMutablePointer<UInt16>.allocate(capacity: 1024)
      for start in 0..<4 {
        for position in 0..<256 {
          var (i, j, orientation) = (0, 0, start)
          for step in stride(from: 6, through: 0, by: -2) {
            let quarter = position >> step & 3
            let quadrant = quadrant(quarter, orientation: orientation)
            i = i << 1 | quadrant >> 1
            j = j << 1 | quadrant & 1
            orientation ^= turn(quarter)
          }
          let cell = i << 6 | j << 2
          unsafe forward.advanced(by: cell | start).initialize(to: UInt16(position << 2 | orientation))
          unsafe backward.advanced(by: position << 2 | start).initialize(to: UInt16(cell | orientation))
        }
      }
      unsafe self.forward = UnsafePointer(forward)
      unsafe self.backward = UnsafePointer(backward)
    }

    @inline(__always)
    func forward(_ index: UInt32) -> UInt16 { unsafe forward[Int(index & 1023)] }

    @inline(__always)
    func backward(_ index: UInt64) -> UInt16 { unsafe backward[Int(truncatingIfNeeded: index & 1023)] }
  }

  private static let tables = Tables()

  /// The sixteen cells of a block of 4 x 4, in the order of the curve.
  @safe struct Blocks: @unchecked Sendable {
    private let masks: UnsafePointer<UInt16>
    private let places: UnsafePointer<UInt8>

    /// Made once for the process; the memory is never changed, nor freed.
    fileprivate init() {
      let masks = UnsafeMutablePointer<UInt16>.allocate(capacity: 1024)
      let places = UnsafeMutablePointer<UInt8>.allocate(capacity: 64)
      unsafe masks.initialize(repeating: 0, count: 1024)
      for orientation in 0..<4 {
        for position in 0..<16 {
          let middle = orientation ^ turn(position >> 2)
          let outer = quadrant(position >> 2, orientation: orientation)
          let inner = quadrant(position & 3, orientation: middle)
          let (column, row) = (outer & 2 | inner >> 1, outer << 1 & 2 | inner & 1)
          unsafe places[orientation << 4 | position] = UInt8(
            (middle ^ turn(position & 3)) << 4 | row << 2 | column)
          for first in 0...column {
            for end in column + 1...4 {
              unsafe masks[orientation << 8 | row << 6 | first << 3 | end] |= 1 << UInt16(position)
            }
          }
        }
      }
      unsafe self.masks = UnsafePointer(masks)
      unsafe self.places = UnsafePointer(places)
    }

    /// A bit for each place along the curve at which the cells of a row lie from a column up to another, 0 … 4.
    @inline(__always)
    func mask(orientation: Int, row: Int, from first: Int, to end: Int) -> UInt32 {
      let index = (orientation & 3) &<< 8 | (row & 3) &<< 6 | (first & 7) &<< 3 | end & 7
      return UInt32(unsafe masks[index])
    }

    /// `orientation row₂ column₂` of the cell at a place along the curve, 0 … 15.
    @inline(__always)
    func cell(_ place: Int, orientation: Int) -> Int {
      Int(unsafe places[(orientation & 3) &<< 4 | place & 15])
    }
  }

  static let blocks = Blocks()

  /// Which quadrant, `i j` in two bits, the child of that number has in a cell so oriented.
  static func quadrant(_ number: Int, orientation: Int) -> Int {
    // 0 1 3 2, 0 2 3 1, 3 2 0 1 and 3 1 0 2 in one word: two bits for each of the sixteen.
    Int(0x874B_78B4 >> (orientation << 3 | number << 1) & 3)
  }

  /// What the child of that number does to its orientation: exclusive or.
  static func turn(_ number: Int) -> Int { 0b11_00_00_01 >> (number << 1) & 3 }

  /// Place on the curve and orientation of the cell of a level whose first corner is the leaf in column `i` and row `j`.
  static func place(face: Int, i: UInt32, j: UInt32, level: Int) -> (position: UInt64, orientation: Int) {
    let bits = UInt64(30 - level)
    let position = position(face: face, i: i, j: j) >> (2 * bits)
    // Every first quarter swaps the axes; every last one swaps and inverts them.
    let (high, low) = (position >> 1 & 0x5555_5555_5555_5555, position & 0x5555_5555_5555_5555)
    let last = (high & low).nonzeroBitCount
    let first = level - (high | low).nonzeroBitCount
    return (position, face & 1 ^ (first + last) & 1 ^ (last & 1) << 1)
  }

  /// The place on the curve, 60 bits, of the leaf in column `i` and row `j` of a face.
  static func position(face: Int, i: UInt32, j: UInt32) -> UInt64 {
    let tables = tables
    var (position, orientation): (UInt64, UInt32) = (0, UInt32(face & 1))
    for step in stride(from: UInt32(28), through: 0, by: -4) {
      let entry = tables.forward((i &>> step & 15) &<< 6 | (j &>> step & 15) &<< 2 | orientation)
      position = position &<< 8 | UInt64(entry &>> 2)
      orientation = UInt32(entry & 3)
    }
    return position
  }

  /// Column and row of the leaf at a place on the curve.
  static func leaf(face: Int, position: UInt64) -> (i: UInt32, j: UInt32) {
    let tables = tables
    var (i, j, orientation): (UInt32, UInt32, UInt64) = (0, 0, UInt64(face & 1))
    for step in stride(from: UInt64(56), through: 0, by: -8) {
      let entry = UInt32(tables.backward((position &>> step & 255) &<< 2 | orientation))
      i = i &<< 4 | entry &>> 6
      j = j &<< 4 | entry &>> 2 & 15
      orientation = UInt64(entry & 3)
    }
    return (i, j)
  }
}
