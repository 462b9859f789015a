// SPDX-License-Identifier: Apache-2.0

/// How many objects a coarse cell holds.
///
/// Coarse cells are runs of 2⁴⁰ leaf numbers: S2 cells of level 10 (about 9 km across), or geohashes of four
/// characters (39 × 20 km).
public struct CellCount: Hashable, Sendable {
  /// How many low bits of a leaf's number lie within a coarse cell.
  public static let leafBits: UInt64 = 40

  /// The cell's number: that of its leaves without the low bits.
  public var cell: UInt64
  /// How many objects have a position in it.
  public var count: Int

  /// Makes a count.
  public init(cell: UInt64, count: Int) {
    self.cell = cell
    self.count = count
  }

  /// The cell's leaves.
  public var leaves: ClosedRange<UInt64> {
    cell << Self.leafBits...(cell << Self.leafBits | ((1 << Self.leafBits) - 1))
  }
}
