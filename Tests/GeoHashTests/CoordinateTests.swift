// SPDX-License-Identifier: Apache-2.0

import GeoHash
import TestSupport
import Testing

@Suite struct CoordinateTests {
  @Test(arguments: [
    (Double.nan, 0.0), (.infinity, 0), (-.infinity, 0), (90.0.nextUp, 0), ((-90.0).nextDown, 0),
    (90.0000001, 0),
    (-122.4, 37.8), (181, 0), (0, .nan), (0, .infinity), (0, -.infinity), (0, 180.0.nextUp),
    (0, (-180.0).nextDown), (0, 181), (0, 1e300), (.nan, .nan),
  ])
  func refusesWhatIsNoPlace(latitude: Double, longitude: Double) {
    #expect(throws: GeometryError.self) { try Coordinate(latitude: latitude, longitude: longitude) }
  }

  @Test(arguments: [
    (-122.4, 37.8, "latitude −122.4 is out of range −90…90; did you swap latitude and longitude?"),
    (91, 0, "latitude 91 is out of range −90…90; did you swap latitude and longitude?"),
    (181, 0, "latitude 181 is out of range −90…90"),
    (-95.5, 120, "latitude −95.5 is out of range −90…90"),
    (.nan, 0, "latitude nan is out of range −90…90"),
    (-.infinity, 0, "latitude −inf is out of range −90…90"),
    (10, -180.5, "longitude −180.5 is out of range −180…180"),
    (10, .infinity, "longitude inf is out of range −180…180"),
  ])
  func errorsNameTheValueAndTheRange(latitude: Double, longitude: Double, text: String) {
    let error = #expect(throws: GeometryError.self) {
      try Coordinate(latitude: latitude, longitude: longitude)
    }
    #expect(error?.description == text)
  }

  @Test func edgesOfTheRangeArePlaces() throws {
    for latitude in [-90.0, 90] {
      for longitude in [-180.0, 180] {
        let place = try Coordinate(latitude: latitude, longitude: longitude)
        #expect(place.latitude == latitude && place.longitude == longitude)
      }
    }
  }

  @Test(arguments: [-0.0, 1e-200, -1e-200, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, 9.99e-101])
  func magnitudesWithoutMeaningBecomeZero(degrees: Double) throws {
    let place = try Coordinate(latitude: degrees, longitude: degrees)
    #expect(place.latitude.bitPattern == 0 && place.longitude.bitPattern == 0)
  }

  @Test func theLeastMagnitudeIsKept() throws {
    #expect(try Coordinate(latitude: 1e-100, longitude: -1e-100).latitude == 1e-100)
  }

  @Test func bothSignsOf180AreOneMeridian() throws {
    for latitude in [-90, -45.5, 0, 12.25, 90] {
      let east = try Coordinate(latitude: latitude, longitude: 180)
      let west = try Coordinate(latitude: latitude, longitude: -180)
      #expect(east == west && east.hashValue == west.hashValue)
      #expect(east.distance(to: west).meters == 0)
      #expect(UnitVector(east) == UnitVector(west))
    }
  }

  @Test func descriptionReadsBackEqual() throws {
    var places = Places(seed: 11)
    for _ in 0..<500 {
      let place = places.next()
      let numbers = place.description.split(separator: ",").map { Double($0)! }
      #expect(numbers == [place.latitude, place.longitude])
    }
  }
}
