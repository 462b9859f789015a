// SPDX-License-Identifier: Apache-2.0

/// The fewest cells of a grid that make up a run of leaves exactly, in the order of the leaves.
///
/// ```swift
/// for cell in CellDecomposition<S2Cell>(of: range.leaves).cells { draw(cell.vertices) }
/// ```
///
/// A range of index keys is a run of leaves; this turns it back into what can be drawn. There are at most
/// `2 · (childCount − 1)` cells of each level below the roots.
public struct CellDecomposition<Cell: GridCell>: Hashable, Sendable {
  /// The cells, ascending; none overlaps another.
  public let cells: [Cell]

  /// The cells of a run of leaves. Numbers that no leaf has are left out. O(levels).
  public init(of leaves: ClosedRange<UInt64>) {
    var cells: [Cell] = []
    for root in Cell.roots { Self.append(root, within: leaves, to: &cells) }
    self.cells = cells
  }

  private static func append(_ cell: Cell, within leaves: ClosedRange<UInt64>, to cells: inout [Cell]) {
    let own = cell.leafRange
    guard own.overlaps(leaves) else { return }
    if leaves.lowerBound <= own.lowerBound, own.upperBound <= leaves.upperBound { return cells.append(cell) }
    for number in 0..<Cell.childCount { append(cell.child(number), within: leaves, to: &cells) }
  }
}
