// SPDX-License-Identifier: Apache-2.0

/// One polygon or several, with holes: what GeoJSON calls Polygon and MultiPolygon. Borders belong to it, also those
/// of the holes.
///
/// ```swift
/// let triangle = try Polygon([
///   Coordinate(latitude: 48, longitude: 10), Coordinate(latitude: 48, longitude: 10.1),
///   Coordinate(latitude: 48.1, longitude: 10),
/// ])
/// ```
///
/// **Straight edges** (`planar`) are straight in longitude and latitude, as RFC 7946 says and as GEOS computes. Who
/// is in is decided exactly: never on the wrong side, by however little. Longitudes are taken as they stand, so an
/// edge from 170 to −170 runs west through 0; cut a polygon at ±180° into two. At ±180° a place belongs to polygons
/// on either side, and the pole, one place, to each that reaches its latitude.
///
/// **Great-circle edges** (`geodesic`) run the short way, over ±180° and poles too. A place within 10 nm of an edge
/// counts as on it, and the side of any other is right for edges up to a quarter of the circumference; for longer
/// ones that error is divided by the sine of their length. Of the two parts into which a ring cuts the globe, the
/// smaller one is inside.
///
/// A ring has at least three different positions, the first repeated at the end or not, in either direction. It may
/// touch itself but not cross itself or another of its polygon; holes lie in the outer ring and not in one another.
/// Polygons may overlap: a member of one is a member. Members are ordered by their distance from the middle of the
/// bounding box.
public struct Polygon: Region {
  /// What an edge between two positions is.
  public enum Edges: Hashable, Sendable {
    /// A straight line in longitude and latitude.
    case planar
    /// The shorter arc of a great circle.
    case geodesic
  }

  /// Polygons, each a list of rings, each a list of positions as they were given; the first ring is the outer one.
  public let polygons: [[[Coordinate]]]
  /// What the edges are.
  public let edges: Edges
  /// A box that contains the polygons: exact for straight edges, with 0.1 mm to spare for great circles.
  public let bounds: BoundingBox
  /// The share of the globe's area, 0 … 1: exact but for rounding when no two polygons overlap.
  public let areaShare: Double
  /// Numbers that tell the polygon from others: a hash of all positions.
  public let signature: [UInt64]

  let parts: [Part]
  /// Boxes of the polygons, one each.
  let partBounds: [BoundingBox]
  let reachesPole: (south: Bool, north: Bool)
  private let meter: DistanceMeter
  private let vector: UnitVector

  /// A polygon without holes.
  ///
  /// - Throws: `GeometryError.polygon` that says what is wrong, and where.
  public init(_ ring: [Coordinate], edges: Edges = .planar) throws(GeometryError) {
    try self.init(polygons: [[ring]], edges: edges)
  }

  /// A polygon of an outer ring and of holes.
  ///
  /// - Throws: `GeometryError.polygon` that says what is wrong, and where.
  public init(rings: [[Coordinate]], edges: Edges = .planar) throws(GeometryError) {
    try self.init(polygons: [rings], edges: edges)
  }

  /// Polygons of an outer ring and of holes each. Time and room grow with the number of positions, but for the few
  /// that share a place with many others.
  ///
  /// - Throws: `GeometryError.polygon` that says what is wrong, and where.
  public init(polygons: [[[Coordinate]]], edges: Edges = .planar) throws(GeometryError) {
    guard !polygons.isEmpty else { throw .polygon(.init(polygon: 0, reason: .empty)) }
    var parts: [Part] = []
    for (number, rings) in polygons.enumerated() {
      parts.append(try Part(rings, number: number, edges))
    }
    self.polygons = polygons
    self.edges = edges
    self.parts = parts
    partBounds = parts.map { Self.bounds(of: [$0]) }
    bounds = parts.count == 1 ? partBounds[0] : Self.bounds(of: parts)
    reachesPole = (parts.contains { $0.holdsPole(-90) }, parts.contains { $0.holdsPole(90) })
    areaShare = min(1, parts.reduce(0) { $0 + $1.areaShare })
    signature = Self.signature(of: polygons, edges)
    meter = DistanceMeter(from: bounds.center)
    vector = UnitVector(bounds.center)
  }

  /// The distance from the middle of the bounding box; nil outside of the polygons.
  ///
  /// Time grows with the number of polygons and the logarithm of the number of positions.
  public func meters(toMemberAtLatitude latitude: Double, longitude: Double) -> Double? {
    let place = Coordinate(uncheckedLatitude: latitude, longitude: longitude)
    guard bounds.holds(place), holds(place) else { return nil }
    return meter.meters(toLatitude: latitude, longitude: longitude)
  }

  /// Whether the polygons have a place; their borders belong to them. No distance is measured for it.
  public func contains(_ coordinate: Coordinate) -> Bool { bounds.holds(coordinate) && holds(coordinate) }

  /// Bounds of the distance from the middle of the bounding box.
  public func meters<Cell: GridCell>(to cell: Cell) -> (minimum: Double, maximum: Double) {
    cell.meters(from: vector)
  }

  private func holds(_ place: Coordinate) -> Bool {
    let vector = edges == .planar ? self.vector : UnitVector(place)
    for index in partBounds.indices
    where partBounds[index].holds(place) && parts[index].side(of: place, vector) != .outside {
      return true
    }
    return false
  }

  private static func bounds(of parts: [Part]) -> BoundingBox {
    var sum = BoxSum()
    for part in parts {
      let box = part.outer.box
      sum.add(south: max(-90, box.south), west: box.west, north: min(90, box.north), east: box.east)
      for pole in [-90.0, 90] where part.outer.edges == .geodesic && part.outer.holdsPole(pole) {
        sum.add(south: pole, west: -180, north: pole, east: 180)
      }
    }
    return sum.box
  }

  private static func signature(of polygons: [[[Coordinate]]], _ edges: Edges) -> [UInt64] {
    var hash = StableHash()
    var count: UInt64 = 0
    for rings in polygons {
      hash.combine(UInt64(rings.count))
      for ring in rings {
        hash.combine(UInt64(ring.count))
        for place in ring { hash.combine(place) }
        count += UInt64(ring.count)
      }
    }
    return [edges == .planar ? 0 : 1, count, hash.value]
  }
}

extension Polygon: Hashable {
  /// Whether positions and edges are the same.
  public static func == (a: Polygon, b: Polygon) -> Bool { a.edges == b.edges && a.polygons == b.polygons }

  /// Hashes the signature.
  public func hash(into hasher: inout Hasher) { hasher.combine(signature) }
}
