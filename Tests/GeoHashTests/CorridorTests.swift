// SPDX-License-Identifier: Apache-2.0

@testable import GeoHash
import TestSupport
import Testing

@Suite struct CorridorTests {
  /// A line of a few places, near each other or anywhere, and a distance.
  private func anyCorridor(_ places: inout Places) -> Corridor {
    var line = [places.next()]
    for _ in 0..<Int.random(in: 0...6, using: &places.random) {
      let last = line[line.count - 1]
      switch Int.random(in: 0..<4, using: &places.random) {
      case 0: line.append(places.next())
      case 1: line.append(last)
      default:
        let bearing = Double.random(in: 0...360, using: &places.random)
        line.append(try! last.destination(bearing: bearing, distance: .meters(places.magnitude(1e-3...3e6))))
      }
    }
    let radius = Int.random(in: 0..<3, using: &places.random) == 0
    let distance = radius ? places.radius() : .meters(places.magnitude(1...1e6))
    guard let corridor = try? Corridor(along: line, within: distance) else { return anyCorridor(&places) }
    return corridor
  }

  /// Places of the line, beside it and at its rim, and anywhere.
  private func interesting(_ corridor: Corridor, _ places: inout Places) -> [Coordinate] {
    var found = Array(corridor.line.prefix(2)) + [places.next(), places.next()]
    for _ in 0..<10 {
      let (a, b) = anyEdge(corridor, &places)
      let part = Double.random(in: 0...1, using: &places.random)
      let (u, v) = (UnitVector(a), UnitVector(b))
      let foot = UnitVector(
        x: u.x + part * (v.x - u.x), y: u.y + part * (v.y - u.y), z: u.z + part * (v.z - u.z)
      ).normalized.coordinate
      let bearing = foot.initialBearing(to: b) + (Bool.random(using: &places.random) ? 90 : -90)
      for factor in [1 - 1e-7, 1 + 1e-7, Double.random(in: 0...1.2, using: &places.random)] {
        let meters = min(corridor.distance.meters * factor, Earth.halfCircumference.meters)
        found.append(try! foot.destination(bearing: bearing, distance: .meters(meters)))
      }
    }
    return found
  }

  private func anyEdge(_ corridor: Corridor, _ places: inout Places) -> (Coordinate, Coordinate) {
    guard corridor.line.count > 1 else { return (corridor.line[0], corridor.line[0]) }
    let start = Int.random(in: 0..<corridor.line.count - 1, using: &places.random)
    return (corridor.line[start], corridor.line[start + 1])
  }

  /// The distance to an arc by a search for the nearest of its points: the distance along an arc has one valley
  /// where the nearest point is.
  private func slowDistance(_ place: Coordinate, _ a: Coordinate, _ b: Coordinate) -> Double {
    let (u, v, p) = (UnitVector(a), UnitVector(b), UnitVector(place))
    func point(_ part: Double) -> UnitVector {
      let angle = Chord.meters(squared: u.squaredChord(to: v)) / Earth.radiusMeters
      guard angle > 1e-12 else { return part < 0.5 ? u : v }
      let (first, second) = (Libm.sine((1 - part) * angle), Libm.sine(part * angle))
      return UnitVector(
        x: first * u.x + second * v.x, y: first * u.y + second * v.y, z: first * u.z + second * v.z
      ).normalized
    }
    var (best, step) = (0.0, 1.0 / 64)
    var least = Double.infinity
    for index in 0...64 where p.squaredChord(to: point(Double(index) / 64)) < least {
      best = Double(index) / 64
      least = p.squaredChord(to: point(best))
    }
    while step > 1e-12 {
      for candidate in [max(0, best - step), min(1, best + step)]
      where p.squaredChord(to: point(candidate)) < least {
        best = candidate
        least = p.squaredChord(to: point(best))
      }
      step /= 1.7
    }
    return Chord.meters(squared: least)
  }

  @Test func distancesAgreeWithASearchAlongTheLine() throws {
    var places = Places(seed: 1)
    for _ in 0..<60 {
      let line = anyCorridor(&places).line
      let corridor = try Corridor(along: line, within: Earth.halfCircumference)
      for place in interesting(corridor, &places).prefix(10) {
        let found = try #require(
          corridor.meters(toMemberAtLatitude: place.latitude, longitude: place.longitude))
        let slow =
          zip(line, line.dropFirst()).map { slowDistance(place, $0, $1) }.min()
          ?? place.distance(to: line[0]).meters
        // Chords of the search lose digits beyond a quarter turn.
        #expect(abs(found - slow) <= (slow < 1e7 ? 1e-6 : 0.5), "\(line) \(place) seed 1")
      }
    }
  }

  /// On the equator and on a meridian the distance is known: a difference of degrees.
  @Test(arguments: [1e-9, 1e-6, 1e-3, 1, 30, 60, 89, 90]) func distancesOfAllSizesKeepTheirDigits(
    degrees: Double
  ) throws {
    let meters = degrees * .pi / 180 * Earth.radiusMeters
    func expect(_ a: (Double, Double), _ b: (Double, Double), _ place: (Double, Double)) throws {
      let line = [a, b].map { Coordinate(uncheckedLatitude: $0.0, longitude: $0.1) }
      let corridor = try Corridor(along: line, within: Earth.halfCircumference)
      let found = try #require(corridor.meters(toMemberAtLatitude: place.0, longitude: place.1))
      #expect(abs(found - meters) <= 5e-9 + 1e-15 * meters, "\(a) \(b) \(place)")
    }
    try expect((0, 10), (0, 50), (degrees, 30))
    try expect((0, 10), (0, 10.0001), (-degrees, 10.00005))
    try expect((0, 170), (0, -170), (degrees, 180))
    try expect((-40, 20), (40, 20), (0, 20 + degrees))
    try expect((-40, 180), (40, -180), (0, -180 + degrees))
    if degrees < 90 { try expect((0, 10), (degrees / 2, 10), (-degrees, 10)) }
  }

  @Test func noMemberIsMissedAndNoneAdded() throws {
    var places = Places(seed: 2)
    for _ in 0..<150 {
      let corridor = anyCorridor(&places)
      let arcs =
        zip(corridor.line, corridor.line.dropFirst()).map { Arc(from: $0, to: $1) }
        + corridor.line.map { Arc(from: $0, to: $0) }
      for place in interesting(corridor, &places) {
        let vector = UnitVector(place)
        let least = arcs.map { $0.distance(to: place, vector).meters }.min()!
        let found = corridor.meters(toMemberAtLatitude: place.latitude, longitude: place.longitude)
        #expect((found != nil) == (least <= corridor.distance.meters), "\(corridor.line) \(place) seed 2")
        if let found { #expect(abs(found - least) < 1e-8, "\(corridor.line) \(place) seed 2") }
        if found != nil { #expect(corridor.bounds.contains(place), "\(corridor.line) \(place) seed 2") }
      }
    }
  }

  @Test(arguments: [3, 4] as [UInt64]) func relationsAndDistancesOfCellsAreSafe(seed: UInt64) {
    expectSafety(S2Cell.self, seed)
    expectSafety(GeohashCell.self, seed)
  }

  private func expectSafety<Cell: SampledCell>(_ grid: Cell.Type, _ seed: UInt64) {
    var places = Places(seed: seed)
    for _ in 0..<40 {
      let corridor = anyCorridor(&places)
      let around = interesting(corridor, &places)
      let comment = "\(corridor.line) \(corridor.distance.meters) m seed \(seed)"
      expectSafeRelations(of: corridor, around: around, grid: grid, using: &places, comment)
      expectSafeDistances(of: corridor, around: around, grid: grid, using: &places, comment)
      expectComplete(
        Coverer(maximumCells: 16).covering(of: corridor, by: grid), around.filter(corridor.contains), comment)
    }
  }

  @Test func placesOfTheLineAreAtNoDistance() throws {
    var places = Places(seed: 5)
    for _ in 0..<200 {
      let line = anyCorridor(&places).line
      let corridor = try Corridor(along: line, within: .meters(0))
      for place in line {
        #expect(corridor.meters(toMemberAtLatitude: place.latitude, longitude: place.longitude) == 0)
      }
    }
  }

  @Test func onePlaceMakesACircle() throws {
    var places = Places(seed: 6)
    for _ in 0..<100 {
      let circle = anyCircle(&places)
      let corridor = try Corridor(along: [circle.center], within: circle.radius)
      for place in placesOfInterest(of: circle, using: &places) {
        #expect(corridor.contains(place) == circle.contains(place), "\(circle) \(place) seed 6")
      }
    }
  }

  @Test func linesThatAreNoneAreRefused() throws {
    let places = try [(10.0, 20.0), (10, 21), (-10, -159), (0, 0)].map {
      try Coordinate(latitude: $0.0, longitude: $0.1)
    }
    let antipodes = #expect(throws: GeometryError.self) { try Corridor(along: places, within: .meters(1)) }
    #expect(antipodes == .line(position: 2))
    let empty = #expect(throws: GeometryError.self) { try Corridor(along: [], within: .meters(1)) }
    #expect(empty?.description == "a line has no place; give it at least one")
  }

  /// 200 m along 20 km are 8 km²; a cell as wide as a twentieth of the line is 1 km².
  @Test(arguments: [(8, 14.0), (20, 6.5), (60, 3)]) func coveringsOfALineAreTight(cells: Int, ratio: Double)
    throws
  {
    let start = try Coordinate(latitude: 51.5, longitude: -0.12)
    func median<Cell: SampledCell>(_ grid: Cell.Type) throws -> Double {
      let ratios = try stride(from: 5.0, to: 360, by: 15).map { bearing in
        let end = try start.destination(bearing: bearing, distance: .kilometers(20))
        let corridor = try Corridor(along: [start, end], within: .meters(200))
        return Coverer(maximumCells: cells).covering(of: corridor, by: grid)
          .reduce(0) { $0 + $1.cell.areaShare } / corridor.areaShare
      }
      return ratios.sorted()[ratios.count / 2]
    }
    #expect(try median(S2Cell.self) <= ratio)
    #expect(try median(GeohashCell.self) <= ratio)
  }
}
