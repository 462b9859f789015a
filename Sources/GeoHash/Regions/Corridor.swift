// SPDX-License-Identifier: Apache-2.0

/// All places within a distance of a line, both sides and round ends, the rim included.
///
/// The line runs from place to place along great-circle arcs, the short way. One place makes a circle. Members are
/// ordered by their distance to the line, which is exact to 5 nm plus a few units in the last place for arcs up to a
/// quarter of the circumference, and to that over the sine of their length for longer ones; it is the same bits on
/// every processor.
///
/// ```swift
/// let route = try Corridor(along: [london, dover, calais], within: .meters(200))
/// ```
public struct Corridor: Region, Hashable {
  /// The places of the line.
  public let line: [Coordinate]
  /// The distance from the line up to which places belong to the corridor.
  public let distance: Distance
  /// A box that contains the corridor: of each arc in longitude as wide as its point nearest to a pole needs.
  public let bounds: BoundingBox
  /// The share of the globe's area, 0 … 1, as if no part of the line came near another one: at least the true one.
  public let areaShare: Double

  private let tree: ArcTree
  private let chord: (sure: Double, possible: Double)

  /// The corridor along a line of at least one place. Time and room grow with the number of places.
  ///
  /// - Throws: `GeometryError.line` for no place at all, and for two consecutive ones within 1 m of being antipodes, which
  ///   every great circle through the first joins; it tells their number.
  public init(along line: [Coordinate], within distance: Distance) throws(GeometryError) {
    guard let first = line.first else { throw .line(position: nil) }
    var arcs: [Arc] = []
    for index in line.indices.dropFirst() {
      let arc = Arc(from: line[index - 1], to: line[index])
      if arc.start.isOpposite(to: arc.end) { throw .line(position: index) }
      arcs.append(arc)
    }
    if arcs.isEmpty { arcs = [Arc(from: first, to: first)] }
    self.line = line
    self.distance = distance
    let squared = Chord.squared(distance)
    chord = (
      sure: distance >= Earth.halfCircumference ? 2.1 : Chord.lowered(squared).squareRoot() - Ball.margin,
      possible: Chord.raised(squared).squareRoot() + Ball.margin
    )
    tree = ArcTree(arcs)
    bounds = Self.bounds(of: arcs, distance)
    let radius = min(distance.meters / Earth.radiusMeters, Double.pi)
    let strip = Libm.sine(min(radius, Double.pi / 2)) * arcs.reduce(0) { $0 + $1.length } / (2 * Double.pi)
    let half = Libm.sine(radius / 2)
    areaShare = min(1, strip + half * half)
  }

  /// The distance and the line's places, hashed, as bits.
  public var signature: [UInt64] {
    var hash = StableHash()
    for place in line { hash.combine(place) }
    return [distance.meters.bitPattern, UInt64(line.count), hash.value]
  }

  /// The distance to the line; nil when it is more than the corridor's.
  ///
  /// Time grows with the logarithm of the number of arcs, as long as few of them are about equally near.
  public func meters(toMemberAtLatitude latitude: Double, longitude: Double) -> Double? {
    let place = Coordinate(uncheckedLatitude: latitude, longitude: longitude)
    guard let meters = tree.meters(to: place, within: chord.possible), meters <= distance.meters else {
      return nil
    }
    return meters
  }

  /// Bounds of the distance to the line: to about an eighth of the distance to the cell's farthest point.
  public func meters<Cell: GridCell>(to cell: Cell) -> (minimum: Double, maximum: Double) {
    let chords = tree.chords(to: cell)
    let least = Chord.lowered(chords.minimum * chords.minimum)
    return (
      Chord.meters(squared: least), Chord.meters(squared: Chord.raised(chords.maximum * chords.maximum))
    )
  }

  /// How the corridor lies to a cell; a hair's breadth of either side is `boundary`.
  public func relation<Cell: GridCell>(to cell: Cell) -> CellRelation {
    tree.relation(to: cell, within: chord.possible, surely: chord.sure)
  }

  private static func bounds(of arcs: [Arc], _ distance: Distance) -> BoundingBox {
    var sum = BoxSum()
    for arc in arcs { sum.add(arc, within: distance) }
    return sum.box
  }

  /// The place in the middle of the line's list.
  public var anchor: Coordinate { line[line.count / 2] }

  /// A narrower corridor, where the part begins at the line.
  public func part(fromMeters: Double, toMeters: Double) -> any Region {
    var inner = self
    if toMeters < distance.meters, let narrower = try? Corridor(along: line, within: .meters(toMeters)) {
      inner = narrower
    }
    return fromMeters > 0 ? RegionPart(whole: inner, fromMeters: fromMeters, toMeters: toMeters) : inner
  }

  /// Whether line and distance are the same.
  public static func == (a: Corridor, b: Corridor) -> Bool { a.distance == b.distance && a.line == b.line }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(line)
    hasher.combine(distance)
  }
}
