// SPDX-License-Identifier: Apache-2.0

/// What is wrong with a ring of a polygon, and where. All numbers count from 0, as in the arrays of GeoJSON.
public struct PolygonFault: Hashable, Sendable {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// There is no polygon, or a polygon without a ring.
    case empty
    /// Fewer than three different positions.
    case tooFewPositions(Int)
    /// The edge that starts at the position crosses another one, which starts at a position of a ring of the same
    /// polygon.
    case crossing(otherRing: Int, otherPosition: Int)
    /// The position, of a hole, lies outside of the polygon's outer ring.
    case holeOutside
    /// The position, of a hole, lies inside another hole.
    case holeInHole(Int)
    /// The great-circle edge that starts at the position joins antipodes (to 1 m), so that it could run anywhere.
    case antipodes
  }

  /// The number of the polygon.
  public let polygon: Int
  /// The number of the ring in its polygon: 0 is the outer one.
  public let ring: Int
  /// The number of the position in its ring; nil when the whole ring is meant.
  public let position: Int?
  /// The positions in question, for the sentence: those of an edge, and of the edge that it crosses.
  public let places: [Coordinate]
  /// What is wrong.
  public let reason: Reason

  init(polygon: Int, ring: Int = 0, position: Int? = nil, places: [Coordinate] = [], reason: Reason) {
    self.polygon = polygon
    self.ring = ring
    self.position = position
    self.places = places
    self.reason = reason
  }
}

extension PolygonFault: CustomStringConvertible {
  /// One sentence for people, with latitude before longitude.
  public var description: String {
    let place = "ring \(ring) of polygon \(polygon)"
    switch reason {
    case .empty: return "polygon \(polygon) has no ring; give it at least one of three different positions"
    case .tooFewPositions(let count):
      return "\(place) has \(count) different position\(count == 1 ? "" : "s"); a ring has at least 3"
    case .crossing(let otherRing, let otherPosition):
      return "\(place): the edge at position \(position ?? 0) (\(edge(0))) crosses "
        + "the edge at position \(otherPosition) of ring \(otherRing) (\(edge(2)))"
    case .holeOutside:
      return "\(place): position \(position ?? 0) (\(places[0])) lies outside of the outer ring"
    case .holeInHole(let other):
      return "\(place): position \(position ?? 0) (\(places[0])) lies inside the hole that is ring \(other)"
    case .antipodes:
      return "\(place): the edge at position \(position ?? 0) (\(edge(0))) joins antipodes; "
        + "add a position between"
    }
  }

  private func edge(_ start: Int) -> String { "\(places[start]) to \(places[start + 1])" }
}
