// SPDX-License-Identifier: Apache-2.0

/// A cell of a covering.
public struct CoveringCell<Cell: GridCell>: Hashable, Sendable {
  /// The cell.
  public let cell: Cell
  /// Whether the region contains the whole cell, so that its points need no test.
  public let isInside: Bool
}

/// Covers regions with cells.
///
/// ```swift
/// let covering = Coverer(maximumCells: 8).covering(of: circle, by: S2Cell.self)
/// ```
///
/// No point of the region lies outside of its covering, and no two cells overlap. `maximumCells` bounds their number;
/// only where the grid's coarsest cells that the region meets are more (up to six for S2), it is theirs. The rest is a
/// heuristic: the fewer the cells, the more they cover beside the region. Do not rely on the exact cells.
///
/// The method is that of S2's region coverer: the coarsest candidate that the fewest children replace is split
/// first, for as long as the number allows.
public struct Coverer: Hashable, Sendable {
  /// The most cells of a covering, at least 1.
  public var maximumCells: Int
  /// The finest level to use; nil for the grid's finest.
  public var maximumLevel: Int?
  /// Only levels that are a multiple of this are used, besides the grid's coarsest; 5 makes geohashes of whole characters.
  public var levelStep: Int

  /// Makes a coverer.
  ///
  /// - Precondition: `maximumCells` and `levelStep` are at least 1.
  public init(maximumCells: Int = 8, maximumLevel: Int? = nil, levelStep: Int = 1) {
    precondition(maximumCells >= 1, "a covering has at least one cell")
    precondition(levelStep >= 1, "levels are a positive number apart")
    self.maximumCells = maximumCells
    self.maximumLevel = maximumLevel
    self.levelStep = levelStep
  }

  /// The cells that cover a region, in the order of their leaves; none when it meets no cell.
  ///
  /// Time grows with `maximumCells` times the number of levels.
  @specialized(where Cell == S2Cell, Area == Circle)
  @specialized(where Cell == GeohashCell, Area == Circle)
  @specialized(where Cell == S2Cell, Area == BoundingBox)
  @specialized(where Cell == GeohashCell, Area == BoundingBox)
  public func covering<Cell: GridCell, Area: Region>(
    of region: Area, by grid: Cell.Type
  ) -> [CoveringCell<Cell>] {
    let finest = min(maximumLevel ?? Cell.levels.upperBound, Cell.levels.upperBound)
    var finished: [CoveringCell<Cell>] = []
    var candidates = Candidates<Cell>()

    func add(_ cell: CoveringCell<Cell>) {
      guard !cell.isInside, let level = nextLevel(after: cell.cell.level, upTo: finest) else {
        finished.append(cell)
        return
      }
      let children = descendants(of: cell.cell, at: level).compactMap { meeting(region, $0) }
      // Rounding at a border can make a cell seem to meet the region and none of its children: it stays as it is.
      if children.isEmpty { finished.append(cell) } else { candidates.push(cell, children) }
    }

    for root in Cell.roots {
      if let cell = meeting(region, root) { add(cell) }
    }
    while let candidate = candidates.popFirst() {
      let count = finished.count + candidates.count + candidate.children.count
      if candidate.children.count == 1 || count <= maximumCells {
        candidate.children.forEach(add)
      } else {
        finished.append(candidate.cell)
      }
    }
    return finished.sorted { $0.cell < $1.cell }
  }

  private func nextLevel(after level: Int, upTo finest: Int) -> Int? {
    let next = (level / levelStep + 1) * levelStep
    return next <= finest ? next : nil
  }

  private func descendants<Cell: GridCell>(of cell: Cell, at level: Int) -> [Cell] {
    var cells = [cell]
    while cells[0].level < level {
      cells = cells.flatMap { cell in (0..<Cell.childCount).map(cell.child) }
    }
    return cells
  }

  private func meeting<Cell: GridCell>(_ region: some Region, _ cell: Cell) -> CoveringCell<Cell>? {
    switch region.relation(to: cell) {
    case .disjoint: nil
    case .boundary: CoveringCell(cell: cell, isInside: false)
    case .inside: CoveringCell(cell: cell, isInside: true)
    }
  }
}

/// Cells that may be split, the coarsest with the fewest children first.
private struct Candidates<Cell: GridCell> {
  struct Candidate {
    let cell: CoveringCell<Cell>
    let children: [CoveringCell<Cell>]

    /// Coarse before fine, then few children before many, then few that may be split further.
    var order: (Int, Int, Int) {
      (cell.cell.level, children.count, children.count { !$0.isInside })
    }
  }

  private var sorted: [Candidate] = []  // last is first to be taken

  var count: Int { sorted.count }

  mutating func push(_ cell: CoveringCell<Cell>, _ children: [CoveringCell<Cell>]) {
    let candidate = Candidate(cell: cell, children: children)
    let order = candidate.order
    let index = sorted.firstIndex { $0.order <= order } ?? sorted.count
    sorted.insert(candidate, at: index)
  }

  mutating func popFirst() -> Candidate? { sorted.popLast() }
}

extension Sequence {
  /// The leaf ranges of a covering's cells, in order, with ranges that follow one another joined.
  public func mergedLeafRanges<Cell>() -> [ClosedRange<UInt64>] where Element == CoveringCell<Cell> {
    var ranges: [ClosedRange<UInt64>] = []
    for range in map(\.cell.leafRange).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = ranges.last, last.upperBound &+ 1 >= range.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound...Swift.max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
    return ranges
  }
}
