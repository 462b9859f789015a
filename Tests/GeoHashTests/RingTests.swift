// SPDX-License-Identifier: Apache-2.0

@testable import GeoHash
import TestSupport
import Testing

@Suite struct RingTests {
  private func anyRing(_ places: inout Places) -> Ring {
    let distances = [places.radius(), places.radius()].sorted()
    let isThin = Int.random(in: 0..<4, using: &places.random) == 0
    let inner = isThin ? Distance.meters(distances[1].meters * 0.999) : distances[0]
    return try! Ring(center: places.next(), from: inner, to: distances[1])
  }

  private func interesting(_ ring: Ring, _ places: inout Places) -> [Coordinate] {
    placesOfInterest(of: Circle(center: ring.center, radius: ring.minimum), using: &places)
      + placesOfInterest(of: Circle(center: ring.center, radius: ring.maximum), using: &places)
  }

  @Test func membersAreThoseBetweenBothDistances() {
    var places = Places(seed: 1)
    for _ in 0..<300 {
      let ring = anyRing(&places)
      for place in interesting(ring, &places) + (0..<4).map({ _ in places.next() }) {
        let distance = ring.center.distance(to: place)
        let isMember = ring.minimum <= distance && distance <= ring.maximum
        #expect(
          ring.meters(toMemberAtLatitude: place.latitude, longitude: place.longitude)
            == (isMember ? distance.meters : nil), "\(ring) \(place) seed 1")
      }
    }
  }

  @Test func bothRimsBelongToTheRing() throws {
    var places = Places(seed: 2)
    for _ in 0..<500 {
      let (center, place) = (places.next(), places.next())
      let distance = center.distance(to: place)
      #expect(try Ring(center: center, from: distance, to: distance).contains(place), "\(center) seed 2")
      let more = Distance.meters(distance.meters.nextUp)
      #expect(try !Ring(center: center, from: more, to: max(more, Earth.halfCircumference)).contains(place))
    }
  }

  @Test func relationsAndDistancesOfCellsAreSafe() {
    expectSafety(S2Cell.self)
    expectSafety(GeohashCell.self)
  }

  private func expectSafety<Cell: SampledCell>(_ grid: Cell.Type) {
    var places = Places(seed: 3)
    for _ in 0..<100 {
      let ring = anyRing(&places)
      let around = interesting(ring, &places)
      expectSafeRelations(of: ring, around: around, grid: grid, using: &places, "\(ring) seed 3")
      expectSafeDistances(of: ring, around: around, grid: grid, using: &places, "\(ring) seed 3")
      expectComplete(
        Coverer(maximumCells: 12).covering(of: ring, by: grid), around.filter(ring.contains), "\(ring) seed 3"
      )
    }
  }

  @Test func aHoleIsNotCovered() throws {
    let center = try Coordinate(latitude: 51.5, longitude: -0.12)
    let ring = try Ring(center: center, from: .kilometers(9), to: .kilometers(10))
    #expect(ring.relation(to: try S2Cell(containing: center, level: 12)) == .disjoint)
    let covered = Coverer(maximumCells: 60).covering(of: ring, by: S2Cell.self)
      .reduce(0) { $0 + $1.cell.areaShare }
    #expect(covered < 2.6 * ring.areaShare)
    #expect(covered < Circle(center: center, radius: .kilometers(10)).areaShare)
  }

  @Test func aMinimumAboveTheMaximumIsRefused() throws {
    let center = try Coordinate(latitude: 0, longitude: 0)
    let error = #expect(throws: GeometryError.self) {
      try Ring(center: center, from: .meters(2), to: .meters(1))
    }
    #expect(
      error?.description
        == "a ring from 2.0 m to 1.0 m has no place: the minimum must not exceed the maximum")
    let circle = try Ring(center: center, from: .meters(0), to: .meters(1))
    #expect(circle.contains(center))
  }
}
