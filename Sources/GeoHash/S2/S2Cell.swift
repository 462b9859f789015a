// SPDX-License-Identifier: Apache-2.0

/// A cell of Google's S2 grid, at level 0 (a face of the cube) to 30 (about a centimetre).
///
/// ```
/// id   fff pp pp … pp 1 0 0 … 0      64 bits: face, two bits of the Hilbert curve for each level, a marker bit, zeros
/// ```
///
/// The marker makes ids sort along the curve with each parent amid its children. Ids and tokens are those of
/// Google's S2 library. The number of a leaf (`leafRange`) is its id without the last bit, which is always 1:
/// numbers of neighbours on the curve follow one another.
public struct S2Cell: Hashable, Sendable {
  /// The id.
  public let id: UInt64

  /// The cell of an id.
  ///
  /// - Throws: `GeometryError.cellID` when no cell has it.
  public init(id: UInt64) throws(GeometryError) {
    guard Self.isValid(id) else { throw .cellID(id) }
    self.id = id
  }

  /// The cell of a token: the id's 16 hexadecimal digits without the zeros at the end, upper or lower case.
  ///
  /// - Throws: `GeometryError.token` when it is none, or no cell has it.
  public init(token: String) throws(GeometryError) {
    guard (1...16).contains(token.utf8.count), token.utf8.allSatisfy(Self.isHexDigit),
      let digits = UInt64(token, radix: 16)
    else { throw .token(token) }
    let id = digits << (4 * (16 - UInt64(token.utf8.count)))
    guard Self.isValid(id) else { throw .token(token) }
    self.id = id
  }

  /// The cell of a level, 0 … 30, that contains a place. O(1).
  ///
  /// - Throws: `GeometryError.level` for another level.
  public init(containing coordinate: Coordinate, level: Int) throws(GeometryError) {
    guard Self.levels.contains(level) else { throw .level(level, allowed: Self.levels) }
    self = S2Cell(leafContaining: coordinate).parent(at: level)
  }

  init(uncheckedID id: UInt64) {
    self.id = id
  }

  /// The shortest hexadecimal form of the id: 1 to 16 digits.
  public var token: String {
    let digits = String(id, radix: 16)
    let padded = String(repeating: "0", count: 16 - digits.utf8.count) + digits
    return String(padded.prefix(16 - id.trailingZeroBitCount / 4))
  }

  /// The face of the cube, 0 … 5.
  public var face: Int { Int(id >> 61) }

  /// The level, 0 … 30.
  public var level: Int { 30 - id.trailingZeroBitCount / 2 }

  /// Whether the cell is of level 30.
  public var isLeaf: Bool { id & 1 == 1 }

  /// The four cells of the next level; none for a leaf.
  public var children: [S2Cell] { isLeaf ? [] : (0..<4).map(child) }

  var marker: UInt64 { id & (~id &+ 1) }

  private static func isValid(_ id: UInt64) -> Bool {
    id >> 61 < 6 && (id & (~id &+ 1)) & 0x1555_5555_5555_5555 != 0
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}

extension S2Cell: GridCell {
  /// 0 … 30.
  public static let levels = 0...30
  /// The six faces.
  public static let roots = (0..<6).map { S2Cell(uncheckedID: UInt64($0) << 61 | 1 << 60) }
  /// 4.
  public static let childCount = 4

  /// The numbers of the leaves: their ids without the last bit.
  public var leafRange: ClosedRange<UInt64> {
    (id - (marker - 1)) >> 1...(id + (marker - 1)) >> 1
  }

  /// The child of that number along the curve.
  public func child(_ number: Int) -> S2Cell {
    precondition(
      !isLeaf && 0 <= number && number < 4, "a cell that is not a leaf has the children 0, 1, 2 and 3")
    let step = marker >> 2
    return S2Cell(uncheckedID: id - marker + step + UInt64(number) * (step << 1))
  }

  /// The cell of a coarser level, or of its own, that contains this one.
  public func parent(at level: Int) -> S2Cell {
    precondition(0 <= level && level <= self.level, "a parent's level is between 0 and the cell's own")
    let marker: UInt64 = 1 << UInt64(2 * (30 - level))
    return S2Cell(uncheckedID: id & (~marker &+ 1) | marker)
  }
}

extension S2Cell: CustomStringConvertible {
  /// The token.
  public var description: String { token }
}
