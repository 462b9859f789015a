// SPDX-License-Identifier: Apache-2.0

/// On which side of a great-circle edge a place lies.
enum GreatCircleEdge {
  enum Side: Equatable {
    case left, right, on
    /// On the great circle but beyond one of the edge's ends.
    case inLine(nearStart: Bool)
  }

  /// A place counts as on an edge within this angle: 10 nm on the earth.
  static let tolerance = 1.6e-15

  /// The side of a place, seen from the start to the end of an edge of less than half a turn.
  ///
  /// It is the sign of the triple product a · ((b − a) × (p − a)), p's angle off the plane times the edge's sine.
  /// Differences of near vectors are exact, so what remains is the rounding of the vectors themselves, about 3e-16:
  /// under 5 nm for an edge up to a quarter turn.
  static func side(of place: UnitVector, from a: UnitVector, to b: UnitVector) -> Side {
    let along = b - a
    let toPlace = place - a
    let normal = a.cross(along)
    let product = normal.dot(toPlace)
    if product * product > tolerance * tolerance * normal.squaredLength {
      return product > 0 ? .left : .right
    }
    // Seen from a point of the minor arc, its ends are more than a right angle apart.
    let towardEnd = place - b
    if toPlace.dot(towardEnd) <= 0 { return .on }
    return .inLine(nearStart: toPlace.squaredLength <= towardEnd.squaredLength)
  }

  /// Whether two edges cross at a point inside of both, beyond doubt.
  static func cross(_ a: UnitVector, _ b: UnitVector, _ c: UnitVector, _ d: UnitVector) -> Bool {
    let first = side(of: c, from: a, to: b)
    guard first == .left || first == .right else { return false }
    // Of a crossing, c is on the side of ab on which a is not of cd: so the two edges meet, not the one and the
    // other's antipodes.
    let other: Side = first == .left ? .right : .left
    return side(of: d, from: a, to: b) == other && side(of: a, from: c, to: d) == other
      && side(of: b, from: c, to: d) == first
  }
}
