// SPDX-License-Identifier: Apache-2.0

import GeoHash
import TestSupport
import Testing

/// A distance that another library states: from, to, kilometres, and how far off it may be.
struct DistanceFact: Sendable, CustomTestStringConvertible {
  let from: (latitude: Double, longitude: Double)
  let to: (latitude: Double, longitude: Double)
  let kilometers: Double
  let tolerance: Double
  var testDescription: String { "\(from) to \(to)" }

  init(_ a: (Double, Double), _ b: (Double, Double), _ kilometers: Double, within tolerance: Double) {
    (from, to, self.kilometers, self.tolerance) = (a, b, kilometers, tolerance)
  }

  /// In degrees of a great circle.
  init(_ a: (Double, Double), _ b: (Double, Double), degrees: Double) {
    self.init(a, b, degrees * Earth.radiusMeters / 1000 * .pi / 180, within: 1e-3)
  }
}

@Suite struct GreatCircleTests {
  // GeoFire's, with ±1 km; Parse Server's, computed with 6371 km; Parse-Swift's; the dynamodb-geo family's.
  @Test(arguments: [
    DistanceFact((-90, -180), (90, 180), 20015, within: 1),
    DistanceFact((37.7853074, -122.4054274), (78.216667, 15.55), 6818, within: 1),
    DistanceFact((38.98719, -77.250783), (29.3760648, 47.9818853), 10531, within: 1),
    DistanceFact((38.98719, -77.250783), (-54.933333, -67.616667), 10484, within: 1),
    DistanceFact((29.3760648, 47.9818853), (-54.933333, -67.616667), 14250, within: 1),
    DistanceFact((-54.933333, -67.616667), (-54, -67), 111, within: 1),
    DistanceFact((37.6189722, -122.3748889), (37.75, -122.68), 30.548, within: 1e-3),
    DistanceFact((37.6189722, -122.3748889), (38.52, -121.5), 126.108, within: 1e-3),
    DistanceFact((37.6189722, -122.3748889), (21.35, -157.93), 3855.461, within: 6e-3),
    DistanceFact((1, -1), (0, 0), 0.02468 * 6371, within: 0.04),
    DistanceFact((1, -1), (0, 45), 0.80300 * 6371, within: 0.04),
    DistanceFact((1, -1), (0, 90), 1.58825 * 6371, within: 0.04),
    DistanceFact((-34, 151), (-34.5, -58.35), 1.85 * 6371, within: 64),
    DistanceFact((38.52, -121.5), (21.35, -157.93), 3964.8, within: 10),
    DistanceFact((51.501904, -0.115356), (52.241256, -0.895386), 98, within: 1),
    DistanceFact((38.52, -121.5), (37.75, -122.68), 134.5, within: 2),
    DistanceFact((38.52, -121.5), (67.509619, 64.085999), 8303.8, within: 100),
    DistanceFact((52.225730, 0.149593), (51.51, -0.13), 81.87, within: 0.01),
    DistanceFact((36.874444, 10.241059), (36.874419, 10.241062), 0.0028, within: 6e-5),
    DistanceFact((36.874444, 10.241059), (36.874507, 10.240857), 0.0193, within: 6e-5),
    DistanceFact((36.874444, 10.241059), (36.874617, 10.241441), 0.0390, within: 6e-5),
    DistanceFact((36.542840, 9.662671), (36.541567, 9.662921), 0.143, within: 1e-3),
    DistanceFact((36.542840, 9.662671), (36.495996, 9.672407), 5.3, within: 0.1),
    DistanceFact((0, 179), (0, -179), degrees: 2),
    DistanceFact((89, 0), (-89, 0), degrees: 178),
    DistanceFact((89, 0), (-89, 179.9999), degrees: 180),
    DistanceFact((79, 90), (-79, -90), degrees: 180),
    DistanceFact((85, 90), (85, -90), degrees: 10),
  ])
  func distancesAreThoseOthersState(fact: DistanceFact) throws {
    let from = try Coordinate(latitude: fact.from.latitude, longitude: fact.from.longitude)
    let to = try Coordinate(latitude: fact.to.latitude, longitude: fact.to.longitude)
    let kilometers = from.distance(to: to).meters / 1000
    #expect(abs(kilometers - fact.kilometers) <= fact.tolerance, "\(kilometers) km")
  }

  /// Parse Server's line of ten places, measured from (24, 19): number 6 is the fourth, 9 the first.
  @Test func aLineOfPlacesIsOrderedFromItsFarEnd() throws {
    let line = try (0..<10).map { i in
      try Coordinate(latitude: 4 * Double(i) - 12, longitude: 3.2 * Double(i) - 11)
    }
    let objects = line.enumerated().map { PlacedObject(id: "\($0)", coordinate: $1) }
    let matches = BruteForce.objects(
      of: objects, within: .miles(10_000), of: try Coordinate(latitude: 24, longitude: 19))
    #expect(matches.map(\.object.id) == ["9", "8", "7", "6", "5", "4", "3", "2", "1", "0"])
    for (match, kilometers) in zip(matches, [121.9, 635.2, 1191.8, 1754.5]) {
      #expect(abs(match.distance.meters / 1000 - kilometers) < 0.1)
    }
  }

  @Test(arguments: [6, 7, 8] as [UInt64])
  func aDestinationLiesInItsDistance(seed: UInt64) throws {
    var places = Places(seed: seed)
    for _ in 0..<1000 {
      let (place, distance) = (places.next(), places.radius())
      let bearing = Double.random(in: -720...720, using: &places.random)
      let there = try place.destination(bearing: bearing, distance: distance)
      let error = abs(place.distance(to: there).meters - distance.meters)
      #expect(error < 2e-8, "\(place) \(bearing)° \(distance.meters) m, seed \(seed): off by \(error) m")
    }
  }

  @Test func aBearingLeadsToThePlaceItWasTakenTo() throws {
    var places = Places(seed: 9)
    for _ in 0..<2000 {
      let (here, there) = (places.next(), places.next())
      let distance = here.distance(to: there)
      guard distance.meters > 1e-3, distance.meters < 20_000_000 else { continue }
      let bearing = here.initialBearing(to: there)
      #expect(bearing >= 0 && bearing < 360)
      let reached = try here.destination(bearing: bearing, distance: distance)
      #expect(reached.distance(to: there).meters < 2e-7, "\(here) \(there) seed 9")
    }
  }

  @Test(arguments: [
    (0.0, 0.0, 1.0, 0.0, 0.0), (0, 0, 0, 1, 90), (0, 0, -1, 0, 180), (0, 0, 0, -1, 270),
    (0, 179, 0, -179, 90),
    (0, -179, 0, 179, 270), (10, 20, 10, 20, 0), (5, 180, 6, -180, 0), (5, -180, 4, 180, 180),
    (90, 30, 0, 30, 180), (-90, 30, 0, 30, 0), (90, 0, 0, 90, 90), (-90, 0, 0, 90, 90), (45, 10, 90, -77, 0),
  ])
  func bearingsAreClockwiseFromNorth(
    latitude: Double, longitude: Double, toLatitude: Double, toLongitude: Double, bearing: Double
  ) throws {
    let here = try Coordinate(latitude: latitude, longitude: longitude)
    let there = try Coordinate(latitude: toLatitude, longitude: toLongitude)
    #expect(abs(here.initialBearing(to: there) - bearing) < 1e-12)
  }

  @Test func destinationsCrossPolesAndTheAntimeridian() throws {
    let degree = Distance.meters(Earth.radiusMeters * .pi / 180)
    func expect(_ from: (Double, Double), _ bearing: Double, _ to: (Double, Double)) throws {
      let reached = try Coordinate(latitude: from.0, longitude: from.1)
        .destination(bearing: bearing, distance: degree)
      let place = try Coordinate(latitude: to.0, longitude: to.1)
      #expect(reached.distance(to: place).meters < 1e-8, "from \(from): \(reached)")
    }
    try expect((0, 179.5), 90, (0, -179.5))
    try expect((0, -179.5), 270, (0, 179.5))
    try expect((89.5, 20), 0, (89.5, -160))
    try expect((90, 20), 180, (89, 20))
    try expect((90, 20), 90, (89, 110))
    try expect((-90, 20), 0, (-89, 20))
    try expect((-90, 20), 90, (-89, 110))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func refusesABearingThatIsNoDirection(bearing: Double) throws {
    let place = try Coordinate(latitude: 0, longitude: 0)
    #expect(throws: GeometryError.self) { try place.destination(bearing: bearing, distance: .meters(1)) }
  }
}
