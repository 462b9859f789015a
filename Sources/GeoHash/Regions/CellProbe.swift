// SPDX-License-Identifier: Apache-2.0

/// A cell that meets a region.
protocol MetCell {
  /// The number of its first leaf.
  var firstLeaf: UInt64 { get }
  /// How many leaves it has, less one.
  var lastOffset: UInt64 { get }
  /// Whether the region contains all of it.
  var isInside: Bool { get }
}

extension MetCell {
  var lastLeaf: UInt64 { firstLeaf + lastOffset }
}

/// Walks down a grid to the cells that meet a region.
protocol CellProbe {
  associatedtype Node: MetCell
  /// How many children a cell has that is not a leaf.
  static var childCount: Int { get }
  /// Calls `body` with cells to begin with, at most six, in the order of their leaves.
  func start(_ body: (Node) -> Void)
  /// The child of that number of a cell that is not a leaf; nil when the region is apart from it.
  func child(_ number: Int, of node: Node) -> Node?
  /// No member in the cell is nearer than this, as a number that grows with distance.
  func nearness(of node: Node) -> Double
  /// That number in metres.
  func meters(nearness: Double) -> Double
}

/// Any region by any grid.
struct RegionProbe<Shape: Region, Cell: GridCell>: CellProbe {
  struct Node: MetCell {
    let cell: Cell
    let isInside: Bool

    var firstLeaf: UInt64 { cell.leafRange.lowerBound }
    var lastOffset: UInt64 {
      let leaves = cell.leafRange
      return leaves.upperBound - leaves.lowerBound
    }
  }

  let region: Shape

  static var childCount: Int { Cell.childCount }

  func start(_ body: (Node) -> Void) {
    for root in Cell.roots {
      if let node = node(root) { body(node) }
    }
  }

  func child(_ number: Int, of node: Node) -> Node? {
    if node.isInside { return Node(cell: node.cell.child(number), isInside: true) }
    return self.node(node.cell.child(number))
  }

  func nearness(of node: Node) -> Double { region.meters(to: node.cell).minimum }

  func meters(nearness: Double) -> Double { nearness }

  private func node(_ cell: Cell) -> Node? {
    let relation = region.relation(to: cell)
    return relation == .disjoint ? nil : Node(cell: cell, isInside: relation == .inside)
  }
}
