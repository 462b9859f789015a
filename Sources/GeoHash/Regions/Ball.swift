// SPDX-License-Identifier: Apache-2.0

/// A part of a line on the globe, in a ball: no point of it is farther from `middle`, in a straight line, than `reach`.
struct Ball: Sendable {
  /// The ball's centre, on the unit sphere.
  var middle: UnitVector
  var reach: Double

  init(middle: UnitVector, reach: Double) {
    self.middle = middle
    self.reach = reach
  }

  /// The ball of a great-circle arc.
  init(from a: UnitVector, to b: UnitVector) {
    middle = (a + b).normalized
    reach = (middle - a).squaredLength.squareRoot()
  }

  /// The ball of an edge that is straight in longitude and latitude: its reach is half the length of the line on the
  /// globe, at most.
  init(
    straightFrom a: (latitude: Double, longitude: Double), to b: (latitude: Double, longitude: Double)
  ) {
    let isAcross = (a.latitude < 0) != (b.latitude < 0)
    let widest = isAcross ? 1 : Trigonometry.cosine(degrees: min(abs(a.latitude), abs(b.latitude)))
    let (dy, dx) = (b.latitude - a.latitude, (b.longitude - a.longitude) * widest)
    reach = (dx * dx + dy * dy).squareRoot() / 2 * Trigonometry.radiansPerDegree
    middle = UnitVector(
      Coordinate(
        uncheckedLatitude: (a.latitude + b.latitude) / 2, longitude: (a.longitude + b.longitude) / 2))
  }

  /// A ball around others.
  init(around balls: ArraySlice<Ball>) {
    let sum = balls.reduce(UnitVector(x: 0, y: 0, z: 0)) { $0 + $1.middle }
    let center = sum.squaredLength > 1e-6 ? sum.normalized : balls.first!.middle
    middle = center
    reach = balls.reduce(0) { max($0, ($1.middle - center).squaredLength.squareRoot() + $1.reach) }
  }

  /// Chords between two points made on different ways differ by less than this: 60 nm on the earth.
  static let margin = 1e-14

  /// Whether an arc may meet a cell: no only when it is certain. Arcs are halved until they are short beside the cell.
  static func mayMeet<Cell: GridCell>(_ cell: Cell, arcFrom a: UnitVector, to b: UnitVector) -> Bool {
    let ball = Ball(from: a, to: b)
    switch ball.verdict(on: cell) {
    case .disjoint: return false
    case .inside: return true
    case .boundary:
      return mayMeet(cell, arcFrom: a, to: ball.middle) || mayMeet(cell, arcFrom: ball.middle, to: b)
    }
  }

  /// `disjoint`: the ball is apart from the cell; `inside`: take it that they meet; `boundary`: halves may tell.
  func verdict<Cell: GridCell>(on cell: Cell) -> CellRelation {
    let chords = cell.squaredChords(from: middle)
    let nearest = chords.minimum.squareRoot()
    if nearest - reach > Ball.margin { return .disjoint }
    let isShort = nearest <= Ball.margin || reach * 16 < chords.maximum.squareRoot() || reach < Ball.margin
    return isShort ? .inside : .boundary
  }

  /// Whether it is certainly apart from a cell.
  func isApart<Cell: GridCell>(from cell: Cell) -> Bool {
    cell.squaredChords(from: middle).minimum.squareRoot() - reach > Ball.margin
  }
}
