// SPDX-License-Identifier: Apache-2.0

import GeoHash
import Testing

@Suite struct DistanceTests {
  @Test(arguments: [-1, -Double.leastNonzeroMagnitude, .nan, .infinity, -.infinity])
  func refusesWhatIsNoLength(meters: Double) {
    let error = #expect(throws: GeometryError.self) { try Distance(meters: meters) }
    #expect(error?.description == "distance \(meters) m must be a number of metres from 0 up")
  }

  @Test func zeroHasNoSign() throws {
    #expect(try Distance(meters: -0.0).meters.sign == .plus)
    #expect(Distance.meters(-0.0).meters.sign == .plus)
  }

  @Test func unitsAreThoseOfTheirNames() {
    #expect(Distance.kilometers(2.5) == .meters(2500))
    #expect(Distance.miles(10) == .meters(16_093.44))
    #expect(Distance.meters(1) < .kilometers(1))
  }

  @Test func halfTheCircumferenceIsThatOfTheMeanRadius() {
    #expect(Earth.radiusMeters == 6_371_008.8)
    #expect(abs(Earth.halfCircumference.meters - 20_015_114.442) < 0.001)
  }

  @Test func preconditionsHold() async {
    await #expect(processExitsWith: .failure) { _ = Distance.meters(-1) }
    await #expect(processExitsWith: .failure) { _ = Distance.meters(.nan) }
    await #expect(processExitsWith: .failure) { _ = Distance.kilometers(.infinity) }
  }
}
