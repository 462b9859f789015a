// SPDX-License-Identifier: Apache-2.0

/// All places between two distances of a centre, both included.
///
/// A minimum of 0 makes it a circle; half the circumference or more as the maximum takes all from the minimum on.
public struct Ring: Region, Hashable {
  /// The centre.
  public let center: Coordinate
  /// The distance from which on places belong to the ring.
  public let minimum: Distance
  /// The distance up to which places belong to the ring.
  public let maximum: Distance

  private let outer: Circle
  private let vector: UnitVector
  /// Squared chords: under the first all is in the hole, from the second on nothing is.
  private let hole: (sure: Double, possible: Double)?
  private let rim: (sure: Double, possible: Double)

  /// The ring between two distances of a centre.
  ///
  /// - Throws: `GeometryError.ring` when the minimum is greater than the maximum.
  public init(center: Coordinate, from minimum: Distance, to maximum: Distance) throws(GeometryError) {
    guard minimum <= maximum else { throw .ring(minimum: minimum, maximum: maximum) }
    self.center = center
    self.minimum = minimum
    self.maximum = maximum
    outer = Circle(center: center, radius: maximum)
    vector = UnitVector(center)
    let (inner, limit) = (Chord.squared(minimum), Chord.squared(maximum))
    // Nothing lies beyond half the circumference, and at it only the antipode, whose distance the meter decides.
    hole = minimum.meters == 0 ? nil : (sure: Chord.lowered(inner), possible: Chord.raised(inner))
    rim = (sure: maximum >= Earth.halfCircumference ? 5 : Chord.lowered(limit), possible: Chord.raised(limit))
  }

  /// The centre.
  public var anchor: Coordinate { center }

  /// The share of the globe's area, 0 … 1.
  public var areaShare: Double {
    outer.areaShare - Circle(center: center, radius: minimum).areaShare
  }

  /// The box of the outer circle.
  public var bounds: BoundingBox { outer.bounds }

  /// Centre and distances, as bits.
  public var signature: [UInt64] {
    [center.latitude, center.longitude, minimum.meters, maximum.meters].map(\.bitPattern)
  }

  /// The distance from the centre; nil for less than the minimum or more than the maximum.
  public func meters(toMemberAtLatitude latitude: Double, longitude: Double) -> Double? {
    guard let meters = outer.meters(toMemberAtLatitude: latitude, longitude: longitude),
      meters >= minimum.meters
    else { return nil }
    return meters
  }

  /// Bounds of the distance from the centre, narrowed to the ring's own.
  public func meters<Cell: GridCell>(to cell: Cell) -> (minimum: Double, maximum: Double) {
    let bounds = cell.meters(from: vector)
    let least = max(bounds.minimum, minimum.meters)
    return (least, max(least, min(bounds.maximum, maximum.meters)))
  }

  /// The narrower ring; a part that holds nothing of this one is `RegionPart`'s.
  public func part(fromMeters: Double, toMeters: Double) -> any Region {
    let from = max(minimum.meters, fromMeters)
    let to = min(maximum.meters, toMeters)
    if from <= to, let ring = try? Ring(center: center, from: .meters(from), to: .meters(to)) { return ring }
    return RegionPart(whole: self, fromMeters: fromMeters, toMeters: toMeters)
  }

  /// How the ring lies to a cell.
  public func relation<Cell: GridCell>(to cell: Cell) -> CellRelation {
    let chords = cell.squaredChords(from: vector)
    if chords.minimum > rim.possible { return .disjoint }
    if let hole {
      if chords.maximum < hole.sure { return .disjoint }
      if chords.minimum <= hole.possible { return .boundary }
    }
    return chords.maximum < rim.sure ? .inside : .boundary
  }

  /// Whether centre and distances are the same.
  public static func == (a: Ring, b: Ring) -> Bool {
    a.center == b.center && a.minimum == b.minimum && a.maximum == b.maximum
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(center)
    hasher.combine(minimum)
    hasher.combine(maximum)
  }
}
