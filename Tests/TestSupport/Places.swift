// SPDX-License-Identifier: Apache-2.0
public import GeoHash

/// Seeded places and radii for laws that must hold anywhere on the globe, above all where they tend to break.
public struct Places {
  /// Where a place lies.
  public enum Kind: CaseIterable, Sendable {
    case uniform, clustered, polarCap, pole, nearAntimeridian, antimeridian, equator, geohashBorder, s2Border
  }

  /// The source of everything random here; its seed belongs into failure messages.
  public var random: SeededGenerator
  private let cluster: Coordinate

  /// Makes a generator; equal seeds give equal places.
  public init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    let (latitude, longitude) = (
      Double.random(in: -85...85, using: &random), Double.random(in: -180...180, using: &random)
    )
    cluster = Self.clamped(latitude, longitude)
  }

  /// A place of a random kind.
  public mutating func next() -> Coordinate {
    next(Kind.allCases.randomElement(using: &random)!)
  }

  /// A place of one kind.
  public mutating func next(_ kind: Kind) -> Coordinate {
    let longitude = Double.random(in: -180...180, using: &random)
    let sign = Bool.random(using: &random) ? 1.0 : -1.0
    switch kind {
    case .uniform: return onSphere()
    case .clustered:
      return Self.clamped(
        cluster.latitude + sign * magnitude(1e-9...2), cluster.longitude + magnitude(1e-9...2))
    case .polarCap: return Self.clamped(sign * (90 - magnitude(1e-12...10)), longitude)
    case .pole: return Self.clamped(sign * 90, longitude)
    case .nearAntimeridian:
      return Self.clamped(onSphere().latitude, sign * (180 - magnitude(1e-12...5)))
    case .antimeridian: return Self.clamped(onSphere().latitude, sign * 180)
    case .equator:
      return Self.clamped(Bool.random(using: &random) ? 0 : sign * magnitude(1e-14...1), longitude)
    case .geohashBorder: return geohashBorder()
    case .s2Border: return s2Border()
    }
  }

  /// Many places of all kinds, one in ten of them a repetition of an earlier one.
  public mutating func sample(_ count: Int) -> [Coordinate] {
    var places: [Coordinate] = []
    while places.count < count {
      let isRepetition = !places.isEmpty && Int.random(in: 0..<10, using: &random) == 0
      places.append(isRepetition ? places.randomElement(using: &random)! : next())
    }
    return places
  }

  /// A radius: 0, 0.1 mm … half the circumference with every magnitude equally likely, about the size
  /// of a cell, or close to a quarter or a half of the circumference.
  public mutating func radius() -> Distance {
    let half = Earth.halfCircumference.meters
    switch Int.random(in: 0..<20, using: &random) {
    case 0: return .meters(0)
    case 1: return .meters(1e-4)
    case 2: return Earth.halfCircumference
    case 3...6:
      let size = half / 2 / Double(1 << Int.random(in: 0...28, using: &random))
      return .meters(size * Double.random(in: 0.995...1.005, using: &random))
    case 7: return .meters(half - magnitude(1e-6...1e5))
    case 8: return .meters(half / 2 + (Bool.random(using: &random) ? 1 : -1) * magnitude(1e-6...1e5))
    default: return .meters(magnitude(1e-4...half))
    }
  }

  /// A number of the range, every magnitude equally likely.
  public mutating func magnitude(_ range: ClosedRange<Double>) -> Double {
    var octaves = 0.0
    while range.lowerBound * Self.power(octaves + 1) < range.upperBound { octaves += 1 }
    let octave = Double.random(in: 0...octaves, using: &random).rounded(.down)
    let number = range.lowerBound * Self.power(octave) * Double.random(in: 1...2, using: &random)
    return min(number, range.upperBound)
  }

  private static func power(_ octave: Double) -> Double {
    Double(sign: .plus, exponent: Int(octave), significand: 1)
  }

  private mutating func onSphere() -> Coordinate {
    while true {
      let v = UnitVector(x: component(), y: component(), z: component())
      let square = v.x * v.x + v.y * v.y + v.z * v.z
      if square <= 1, square > 0.01 { return v.coordinate }
    }
  }

  private mutating func component() -> Double { Double.random(in: -1...1, using: &random) }

  private mutating func geohashBorder() -> Coordinate {
    let level = Int.random(in: 0...60, using: &random)
    let box = GeohashCell(leafContaining: onSphere()).parent(at: level).bounds
    let isNorth = Bool.random(using: &random)
    let isEast = Bool.random(using: &random)
    return nudged(isNorth ? box.north : box.south, isEast ? box.east : box.west)
  }

  private mutating func s2Border() -> Coordinate {
    let level = Int.random(in: 0...30, using: &random)
    let corners = S2Cell(leafContaining: onSphere()).parent(at: level).vertices
    let first = Int.random(in: 0..<4, using: &random)
    let (a, b) = (UnitVector(corners[first]), UnitVector(corners[(first + 1) % 4]))
    let part = Bool.random(using: &random) ? 0 : Double.random(in: 0...1, using: &random)
    let place = UnitVector(
      x: a.x + part * (b.x - a.x), y: a.y + part * (b.y - a.y), z: a.z + part * (b.z - a.z)
    ).coordinate
    return nudged(place.latitude, place.longitude)
  }

  /// The degrees, each of them moved by −1, 0 or 1 unit in the last place.
  private mutating func nudged(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Self.clamped(nudged(latitude), nudged(longitude))
  }

  private mutating func nudged(_ degrees: Double) -> Double {
    [degrees.nextDown, degrees, degrees.nextUp].randomElement(using: &random)!
  }

  private static func clamped(_ latitude: Double, _ longitude: Double) -> Coordinate {
    let wrapped = longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
    let (latitude, longitude) = (max(-90, min(90, latitude)), max(-180, min(180, wrapped)))
    return try! Coordinate(latitude: latitude, longitude: longitude)
  }
}
