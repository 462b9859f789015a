// SPDX-License-Identifier: Apache-2.0

import Foundation
import GeoHash
import TestSupport
import Testing

@Suite struct DistanceMeterTests {
  @Test func agreesWithSixtyDigits() throws {
    let url = try #require(Bundle.module.url(forResource: "distances", withExtension: "csv"))
    let rows = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").dropFirst()
    #expect(rows.count > 1500)
    for row in rows {
      let numbers = row.split(separator: ",").map { Double($0)! }
      let a = try Coordinate(latitude: numbers[0], longitude: numbers[1])
      let b = try Coordinate(latitude: numbers[2], longitude: numbers[3])
      let meters = a.distance(to: b).meters
      #expect(abs(meters - numbers[4]) <= 5e-16 * numbers[4], "\(row): \(meters)")
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func isSymmetricBitForBitAndNeverMoreThanHalfTheCircumference(seed: UInt64) {
    var places = Places(seed: seed)
    for _ in 0..<3000 {
      let (a, b) = (places.next(), places.next())
      let meters = a.distance(to: b).meters
      #expect(meters == b.distance(to: a).meters, "\(a) \(b) seed \(seed)")
      #expect(meters >= 0 && meters <= Earth.halfCircumference.meters, "\(a) \(b) seed \(seed)")
      #expect(a.distance(to: a).meters == 0, "\(a) seed \(seed)")
    }
  }

  @Test func noWayRoundIsShorter() {
    var places = Places(seed: 4)
    for _ in 0..<4000 {
      let (a, b, c) = (places.next(), places.next(), places.next())
      let direct = a.distance(to: c).meters
      let around = a.distance(to: b).meters + b.distance(to: c).meters
      #expect(direct <= around + 2e-8, "\(a) \(b) \(c) seed 4")
    }
  }

  @Test func growsAlongAMeridian() throws {
    for start in [-90.0, -45, 0, 30.5] {
      let meter = DistanceMeter(from: try Coordinate(latitude: start, longitude: 7))
      var last = -1.0
      for step in 0...20_000 {
        let latitude = min(90, start + (90 - start) * Double(step) / 20_000)
        let meters = meter.meters(toLatitude: latitude, longitude: 7)
        #expect(meters > last, "from \(start) to \(latitude)")
        last = meters
      }
    }
  }

  @Test func antipodesAreHalfTheCircumferenceApart() throws {
    var places = Places(seed: 5)
    for _ in 0..<1000 {
      let place = places.next()
      let longitude = place.longitude > 0 ? place.longitude - 180 : place.longitude + 180
      let antipode = try Coordinate(latitude: -place.latitude, longitude: longitude)
      let gap = Earth.halfCircumference.meters - place.distance(to: antipode).meters
      #expect(gap < 4e-9, "\(place) seed 5")
    }
  }

  @Test func everyLongitudeOfAPoleIsOnePlace() throws {
    for latitude in [-90.0, 90] {
      let pole = try Coordinate(latitude: latitude, longitude: 13)
      for longitude in stride(from: -180.0, through: 180, by: 7.5) {
        #expect(pole.distance(to: try Coordinate(latitude: latitude, longitude: longitude)).meters == 0)
      }
    }
  }
}
