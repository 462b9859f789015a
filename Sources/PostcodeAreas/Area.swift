// SPDX-License-Identifier: Apache-2.0

public import GeoHash

/// An area of a set. It never changes.
public final class Area: Hashable, Sendable {
  /// What it is called: unique in its set.
  public let id: String
  /// Where it is. Edges are straight in longitude and latitude, as RFC 7946 says.
  public let polygon: Polygon
  /// What was wrong with the polygon as it was given, if it had to be repaired.
  public let repaired: String?

  init(id: String, polygon: Polygon, repaired: String?) {
    (self.id, self.polygon, self.repaired) = (id, polygon, repaired)
  }

  /// Whether a place lies in the area; the border belongs to it.
  public func contains(_ place: Coordinate) -> Bool { polygon.contains(place) }

  /// Compares ids and polygons.
  public static func == (a: Area, b: Area) -> Bool { a === b || a.id == b.id && a.polygon == b.polygon }

  /// Hashes the id.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// Where a place lies in a set of areas.
public struct AreaLocation: Sendable {
  /// The area that has the place, or the nearest one.
  public let area: Area
  /// How far the area is: 0 for a place within it.
  public let distance: Distance
  /// Other areas that have the place, too.
  public let others: [Area]

  /// Whether the place lies within the area.
  public var isInside: Bool { distance.meters == 0 }
}

/// What an area by a postcode's text and one by position say together. Text wins: of 100 postcodes one lies beyond its own polygon, since
/// polygons are drawn about addresses by others than those who give out the codes.
public struct AreaAgreement: Hashable, Sendable {
  /// The area that holds.
  public let id: String
  /// What the other way would have said; nil when it said the same or nothing.
  public let differing: String?
  /// Which way the area comes from.
  public let source: Source

  /// A way to an area.
  public enum Source: String, Sendable {
    /// A postcode.
    case text
    /// A place.
    case position
  }

  /// Compares; nil when neither says anything.
  public init?(text: String?, position: String?) {
    guard let id = text ?? position else { return nil }
    self.id = id
    source = text == nil ? .position : .text
    differing = text != nil && position != text ? position : nil
  }
}
