// SPDX-License-Identifier: Apache-2.0

/// Arcs of a line in order, under balls of four neighbours each, under balls of four of those, and so on to one.
struct ArcTree: Sendable {
  private let arcs: [Arc]
  /// The balls of the arcs, then those of each four, up to the single one of all.
  private let levels: [[Ball]]

  /// At least one arc.
  init(_ arcs: [Arc]) {
    self.arcs = arcs
    var levels = [arcs.map { Ball(from: $0.start, to: $0.end) }]
    while let last = levels.last, last.count > 1 {
      levels.append(
        stride(from: 0, to: last.count, by: 4).map { Ball(around: last[$0..<min($0 + 4, last.count)]) })
    }
    self.levels = levels
  }

  private func children(of index: Int, level: Int) -> Range<Int> {
    index * 4..<min(index * 4 + 4, levels[level - 1].count)
  }

  // MARK: Places

  /// The least distance in metres from a place to an arc; nil when every arc is farther than a chord.
  func meters(to place: Coordinate, within chord: Double) -> Double? {
    var nearest = Nearest(place: place, vector: UnitVector(place), chord: chord + Ball.margin)
    search(level: levels.count - 1, index: 0, &nearest)
    return nearest.meters
  }

  private struct Nearest {
    let place: Coordinate
    let vector: UnitVector
    /// What is farther need not be looked at; a little more than the least distance.
    var chord: Double
    var meters: Double?

    func isBeyond(_ ball: Ball) -> Bool {
      let limit = chord + ball.reach + Ball.margin
      return (vector - ball.middle).squaredLength > limit * limit
    }
  }

  private func search(level: Int, index: Int, _ nearest: inout Nearest) {
    if nearest.isBeyond(levels[level][index]) { return }
    guard level == 0 else {
      for child in children(of: index, level: level) { search(level: level - 1, index: child, &nearest) }
      return
    }
    let found = arcs[index].distance(to: nearest.place, nearest.vector)
    nearest.meters = min(found.meters, nearest.meters ?? .infinity)
    nearest.chord = min(nearest.chord, found.chord + Ball.margin)
  }

  // MARK: Cells

  /// What the walk over the pieces of the line has found out about a cell.
  private struct Bounds {
    /// No piece that was looked at is nearer than this chord, and those that were not are farther than `horizon`.
    var least = Double.infinity
    /// Every point of the cell is within this chord of some piece.
    var greatest: Double
    var horizon: Double
    /// Pieces are halved down to this reach, or to a share of their distance.
    let resolution: Double
  }

  /// How the places within a chord of the line lie to a cell; `sure` is a little less than `possible`.
  func relation<Cell: GridCell>(
    to cell: Cell, within possible: Double, surely sure: Double
  ) -> CellRelation {
    var bounds = Bounds(greatest: .infinity, horizon: possible, resolution: sure / 8)
    look(at: cell, level: levels.count - 1, index: 0, &bounds)
    if bounds.greatest < sure { return .inside }
    return bounds.least > possible ? .disjoint : .boundary
  }

  /// Chords of which every point of the cell is at least the first, and at most the second, from the line.
  func chords<Cell: GridCell>(to cell: Cell) -> (minimum: Double, maximum: Double) {
    var bounds = Bounds(greatest: .infinity, horizon: 2.1, resolution: 0)
    look(at: cell, level: levels.count - 1, index: 0, &bounds)
    return (max(0, bounds.least), bounds.greatest)
  }

  private func look<Cell: GridCell>(at cell: Cell, level: Int, index: Int, _ bounds: inout Bounds) {
    guard level > 0 else {
      look(at: cell, arcFrom: arcs[index].start, to: arcs[index].end, levels[0][index], &bounds)
      return
    }
    let ball = levels[level][index]
    let nearest = cell.squaredChords(from: ball.middle).minimum.squareRoot() - ball.reach - Ball.margin
    if nearest > bounds.horizon || nearest > bounds.least { return }
    for child in children(of: index, level: level) { look(at: cell, level: level - 1, index: child, &bounds) }
  }

  private func look<Cell: GridCell>(
    at cell: Cell, arcFrom a: UnitVector, to b: UnitVector, _ ball: Ball, _ bounds: inout Bounds
  ) {
    let chords = cell.squaredChords(from: ball.middle)
    let nearest = chords.minimum.squareRoot() - ball.reach - Ball.margin
    if nearest > bounds.horizon { return }
    let farthest = chords.maximum.squareRoot() + Ball.margin
    bounds.greatest = min(bounds.greatest, farthest)
    // Halves are worth a look as long as they may lower the one bound or the other.
    guard nearest < bounds.least || farthest - ball.reach < bounds.greatest else { return }
    if ball.reach <= max(farthest / 16, bounds.resolution) {
      bounds.least = min(bounds.least, nearest)
      return
    }
    look(at: cell, arcFrom: a, to: ball.middle, Ball(from: a, to: ball.middle), &bounds)
    look(at: cell, arcFrom: ball.middle, to: b, Ball(from: ball.middle, to: b), &bounds)
  }
}
