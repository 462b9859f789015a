// SPDX-License-Identifier: Apache-2.0

@testable import GeoHash
import TestSupport
import Testing

@Suite struct CircleTests {
  @Test(arguments: [1, 2] as [UInt64]) func relationsToS2CellsAreSafe(seed: UInt64) {
    expectSafeRelations(to: S2Cell.self, seed: seed)
  }

  @Test(arguments: [1, 2] as [UInt64]) func relationsToGeohashCellsAreSafe(seed: UInt64) {
    expectSafeRelations(to: GeohashCell.self, seed: seed)
  }

  private func expectSafeRelations<Cell: SampledCell>(to grid: Cell.Type, seed: UInt64) {
    var places = Places(seed: seed)
    for _ in 0..<150 {
      let circle = anyCircle(&places)
      let interesting = placesOfInterest(of: circle, using: &places)
      GeoHashTests.expectSafeRelations(
        of: circle, around: interesting, grid: grid, using: &places, "\(circle) seed \(seed)")
    }
  }

  @Test(arguments: [3, 4, 5] as [UInt64]) func boundsContainEveryMember(seed: UInt64) {
    var places = Places(seed: seed)
    for _ in 0..<700 {
      let circle = anyCircle(&places)
      let bounds = circle.bounds
      for place in placesOfInterest(of: circle, using: &places) where circle.contains(place) {
        #expect(bounds.contains(place), "\(place) of \(circle) in \(bounds), seed \(seed)")
      }
    }
  }

  /// Where the meridian touches a circle that all but reaches the pole, a naive formula has lost half its digits.
  @Test func boundsContainTheTangentPointsOfCirclesThatAllButReachAPole() throws {
    for latitude in [1e-7, 1e-6, 1e-5, 1e-3, 1, 40] {
      for gap in [2e-9, 1e-8, 1e-7, 1e-5] {
        let degrees = 90 - latitude - gap
        let center = try Coordinate(latitude: latitude, longitude: 0)
        let circle = Circle(center: center, radius: .meters(degrees * Earth.radiusMeters * .pi / 180))
        let bounds = circle.bounds
        for step in 0...4000 {
          let bearing = 90 * Double(step) / 4000
          let place = try center.destination(bearing: bearing, distance: circle.radius)
          #expect(bounds.contains(place), "\(place) of \(latitude)°, \(gap)° in \(bounds)")
        }
      }
    }
  }

  @Test(arguments: [
    (90.0, 0.0, 100.0, -180.0, 180.0), (89, 0, 200, -180, 180), (-90, 50, 1, -180, 180),
    (0, 0, 10_010, -180, 180),
  ])
  func boundsAtAPoleGoAllTheWayRound(
    latitude: Double, longitude: Double, kilometers: Double, west: Double, east: Double
  ) throws {
    let center = try Coordinate(latitude: latitude, longitude: longitude)
    let bounds = Circle(center: center, radius: .kilometers(kilometers)).bounds
    #expect(bounds.west == west && bounds.east == east)
    #expect(bounds.north == 90 || bounds.south == -90)
  }

  @Test func boundsCrossTheAntimeridian() throws {
    let center = try Coordinate(latitude: 15, longitude: 179)
    let bounds = Circle(center: center, radius: .kilometers(200)).bounds
    #expect(bounds.crossesAntimeridian && bounds.width < 4)
  }

  @Test func theRimBelongsToTheCircle() {
    var places = Places(seed: 6)
    for _ in 0..<2000 {
      let (center, place) = (places.next(), places.next())
      let distance = center.distance(to: place)
      #expect(Circle(center: center, radius: distance).contains(place), "\(center) \(place) seed 6")
      if distance.meters > 0 {
        let less = Circle(center: center, radius: .meters(distance.meters.nextDown))
        #expect(!less.contains(place), "\(center) \(place) seed 6")
      }
    }
  }

  @Test func aRadiusOfZeroIsTheCentreAlone() throws {
    let center = try Coordinate(latitude: 12, longitude: 180)
    let circle = Circle(center: center, radius: .meters(0))
    #expect(circle.contains(center))
    #expect(circle.contains(try Coordinate(latitude: 12, longitude: -180)))
    #expect(!circle.contains(try Coordinate(latitude: 12.0.nextUp, longitude: 180)))
  }

  @Test func halfTheCircumferenceIsTheGlobe() {
    var places = Places(seed: 7)
    for _ in 0..<500 {
      let circle = Circle(center: places.next(), radius: Earth.halfCircumference)
      #expect(circle.contains(places.next()))
      #expect(circle.relation(to: S2Cell.around(places.next(), using: &places.random)) == .inside)
      #expect(circle.relation(to: GeohashCell.around(places.next(), using: &places.random)) == .inside)
    }
  }

  /// Places that other libraries lose: on either side of the centre at the latitude where their boxes are too narrow.
  @Test(arguments: [
    (23.9579, -4.8080, 1.0), (-29.1979, -23.9076, 10), (31.6260, -48.4446, 100), (0, 10, 9.75), (0, 10, 156),
    (0, 10, 312), (-0.0002, -78.45, 9.75), (89.9, 0, 50), (70, 20, 2000), (0, 179.9, 50), (0, -179.9, 50),
    (-42.02055565757218, 172.38910316227407, 1188.035), (32.8007718436974, 10.107633337736274, 5836.769),
  ])
  func knownFaultsOfOthersAreNone(latitude: Double, longitude: Double, kilometers: Double) throws {
    let center = try Coordinate(latitude: latitude, longitude: longitude)
    let circle = Circle(center: center, radius: .kilometers(kilometers))
    var places = Places(seed: 8)
    let members = placesOfInterest(of: circle, using: &places).filter(circle.contains)
    expectComplete(Coverer().covering(of: circle, by: S2Cell.self), members, "\(circle)")
    expectComplete(Coverer().covering(of: circle, by: GeohashCell.self), members, "\(circle)")
  }
}
