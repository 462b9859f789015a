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

    func chord(to ball: Ball) -> Double { (vector - ball.middle).squaredLength.squareRoot() }
  }

  private func search(level: Int, index: Int, _ nearest: inout Nearest) {
    let ball = levels[level][index]
    if nearest.chord(to: ball) > nearest.chord + ball.reach + Ball.margin { return }
    guard level == 0 else {
      let children = children(of: index, level: level)
      // Some point of each ball is on the line: that bounds the search before the first child is looked into.
      for ball in levels[level - 1][children] {
        nearest.chord = min(nearest.chord, nearest.chord(to: ball) + ball.reach + Ball.margin)
      }
      for child in children { search(level: level - 1, index: child, &nearest) }
      return
    }
    let found = arcs[index].distance(to: nearest.place, nearest.vector)
    nearest.meters = min(found.meters, nearest.meters ?? .infinity)
    nearest.chord = min(nearest.chord, found.chord + Ball.margin)
  }

  // MARK: Cells

  /// What the middle of a cell says of all its points: none is farther from it than `size`, and the line is `chord`
  /// away.
  private struct Middle {
    let size: Double
    let chord: Double

    init<Cell: GridCell>(of cell: Cell, _ tree: ArcTree) {
      let center = cell.center
      let vector = UnitVector(center)
      size = cell.squaredChords(from: vector).maximum.squareRoot() + Ball.margin
      var nearest = Nearest(place: center, vector: vector, chord: 2.1)
      tree.search(level: tree.levels.count - 1, index: 0, &nearest)
      chord = nearest.chord
    }
  }

  /// How the places within a chord of the line lie to a cell; `sure` is a little less than `possible`.
  func relation<Cell: GridCell>(
    to cell: Cell, within possible: Double, surely sure: Double
  ) -> CellRelation {
    let middle = Middle(of: cell, self)
    if middle.chord + middle.size < sure { return .inside }
    if middle.chord - Ball.margin <= possible { return .boundary }
    if middle.chord - middle.size - 3 * Ball.margin > possible { return .disjoint }
    var look = Look(near: possible, horizon: possible, share: 1.0 / 32, resolution: sure / 16)
    search(cell, level: levels.count - 1, index: 0, &look)
    return look.least > possible ? .disjoint : .boundary
  }

  /// Chords of which every point of the cell is at least the first, and at most the second, from the line.
  func chords<Cell: GridCell>(to cell: Cell) -> (minimum: Double, maximum: Double) {
    let middle = Middle(of: cell, self)
    var look = Look(near: Ball.margin, horizon: 2.1, share: 1.0 / 8, resolution: 0)
    search(cell, level: levels.count - 1, index: 0, &look)
    return (max(0, look.least, middle.chord - middle.size - 3 * Ball.margin), middle.chord + middle.size)
  }

  /// A search for the least chord between the line and a cell.
  private struct Look {
    /// A point of the line that is no farther ends the search.
    let near: Double
    /// What is farther is of no interest.
    var horizon: Double
    /// Pieces are halved down to a share of the distance to the cell's farthest point, or to a reach.
    let share: Double
    let resolution: Double
    /// At most the least chord, of what has been looked at.
    var least = Double.infinity
  }

  private func search<Cell: GridCell>(_ cell: Cell, level: Int, index: Int, _ look: inout Look) {
    guard level > 0 else {
      search(cell, arcFrom: arcs[index].start, to: arcs[index].end, levels[0][index], &look)
      return
    }
    let ball = levels[level][index]
    let distance = cell.squaredChords(from: ball.middle).minimum.squareRoot()
    let nearest = distance - ball.reach - Ball.margin
    if nearest > look.horizon || nearest >= look.least { return }
    look.horizon = min(look.horizon, distance + ball.reach + Ball.margin)
    for child in children(of: index, level: level) { search(cell, level: level - 1, index: child, &look) }
  }

  private func search<Cell: GridCell>(
    _ cell: Cell, arcFrom a: UnitVector, to b: UnitVector, _ ball: Ball, _ look: inout Look
  ) {
    let chords = cell.squaredChords(from: ball.middle)
    let distance = chords.minimum.squareRoot()
    let nearest = distance - ball.reach - Ball.margin
    if nearest > look.horizon || nearest >= look.least { return }
    if distance <= look.near {
      look.least = -.infinity
      return
    }
    look.horizon = min(look.horizon, distance + Ball.margin)
    if ball.reach <= max(chords.maximum.squareRoot() * look.share, look.resolution) {
      look.least = nearest
      return
    }
    search(cell, arcFrom: a, to: ball.middle, Ball(from: a, to: ball.middle), &look)
    search(cell, arcFrom: ball.middle, to: b, Ball(from: ball.middle, to: b), &look)
  }
}
