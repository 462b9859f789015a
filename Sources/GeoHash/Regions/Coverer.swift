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
  /// Only levels that are a multiple of this are used, besides the grid's coarsest; 5 makes geohashes of whole
  /// characters.
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
  /// Time grows with `maximumCells` plus the number of levels down to the region's size.
  @specialized(where Shape == Circle, Cell == S2Cell)
  @specialized(where Shape == Circle, Cell == GeohashCell)
  @specialized(where Shape == BoundingBox, Cell == S2Cell)
  @specialized(where Shape == BoundingBox, Cell == GeohashCell)
  @specialized(where Shape == Ring, Cell == S2Cell)
  @specialized(where Shape == Ring, Cell == GeohashCell)
  @specialized(where Shape == Corridor, Cell == S2Cell)
  @specialized(where Shape == Corridor, Cell == GeohashCell)
  @specialized(where Shape == Polygon, Cell == S2Cell)
  @specialized(where Shape == Polygon, Cell == GeohashCell)
  public func covering<Shape: Region, Cell: GridCell>(
    of region: Shape, by grid: Cell.Type
  ) -> [CoveringCell<Cell>] {
    let finest = min(maximumLevel ?? Cell.levels.upperBound, Cell.levels.upperBound)
    var finished: [CoveringCell<Cell>] = []
    var candidates = CandidateQueue()
    var cells: [CoveringCell<Cell>] = []  // of candidates, each followed by its children

    func add(_ cell: CoveringCell<Cell>) {
      let level = (cell.cell.level / levelStep + 1) * levelStep
      guard !cell.isInside, level <= finest else {
        finished.append(cell)
        return
      }
      let start = cells.count
      cells.append(cell)
      appendChildren(of: cell.cell, at: level, meeting: region, to: &cells)
      let children = cells.count - start - 1
      // A cell may seem to meet the region and none of its children does: then it holds no member.
      guard children > 0 else { return }
      candidates.insert(
        Candidate(
          level: cell.cell.level, children: children, start: start,
          undecided: cells[(start + 1)...].count { !$0.isInside }))
    }

    for root in Cell.roots {
      if let cell = CoveringCell(root, meeting: region) { add(cell) }
    }
    while let candidate = candidates.popFirst() {
      if candidate.children == 1
        || finished.count + candidates.count + candidate.children <= maximumCells
      {
        for index in 1...candidate.children { add(cells[candidate.start + index]) }
      } else {
        finished.append(cells[candidate.start])
      }
    }
    return finished.sorted { $0.cell < $1.cell }
  }

  private func appendChildren<Shape: Region, Cell: GridCell>(
    of cell: Cell, at level: Int, meeting region: Shape, to cells: inout [CoveringCell<Cell>]
  ) {
    for number in 0..<Cell.childCount {
      let child = cell.child(number)
      guard let meeting = CoveringCell(child, meeting: region) else { continue }
      if child.level == level {
        cells.append(meeting)
      } else {
        appendChildren(of: child, at: level, meeting: region, to: &cells)
      }
    }
  }
}

extension CoveringCell {
  /// The cell, unless the region is apart from it.
  fileprivate init?(_ cell: Cell, meeting region: some Region) {
    let relation = region.relation(to: cell)
    if relation == .disjoint { return nil }
    self.init(cell: cell, isInside: relation == .inside)
  }
}

/// A cell that may be split.
private struct Candidate {
  let level: Int
  let children: Int
  /// Where it stands in the list of cells; its children follow it.
  let start: Int
  /// How many children are not wholly inside, so may be split further.
  let undecided: Int

  /// Coarse before fine, then few children before many, then few that may be split further.
  func precedes(_ other: Candidate) -> Bool {
    (level, children, undecided, start) < (other.level, other.children, other.undecided, other.start)
  }
}

/// Candidates, the first to be split at the end. They are few, so that a sorted list is as good as a heap.
private struct CandidateQueue {
  private var sorted: [Candidate] = []

  var count: Int { sorted.count }

  mutating func insert(_ candidate: Candidate) {
    sorted.insert(candidate, at: sorted.firstIndex { $0.precedes(candidate) } ?? sorted.count)
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
