// SPDX-License-Identifier: Apache-2.0
import GeoHash

/// What is wrong with a geometry, and where, before it is known of which file. Numbers count from 0, as in the file's arrays.
struct GeometryFault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension GeometryFile {
  /// The rings of a polygon.
  static func rings(_ value: JSONValue, _ place: String) throws(GeometryFault) -> [[Coordinate]] {
    var rings: [[Coordinate]] = []
    for (number, ring) in try list(value, place, "rings").enumerated() {
      rings.append(try line(ring, "ring \(number)\(place)", atLeast: 0))
    }
    return rings
  }

  /// The positions of a ring or a line.
  static func line(_ value: JSONValue, _ place: String, atLeast count: Int) throws(GeometryFault)
    -> [Coordinate]
  {
    let values = try list(value, " of \(place)", "positions")
    guard values.count >= count else {
      throw GeometryFault(
        "\(place) has \(values.count) position\(values.count == 1 ? "" : "s"), not at least \(count)")
    }
    var positions: [Coordinate] = []
    positions.reserveCapacity(values.count)
    for (number, value) in values.enumerated() {
      positions.append(try position(value, "position \(number) of \(place)"))
    }
    return positions
  }

  /// The elements of an array.
  static func list(_ value: JSONValue, _ place: String, _ what: String) throws(GeometryFault) -> [JSONValue] {
    guard case .array(let values) = value else {
      throw GeometryFault("the \(what)\(place) must be an array, not \(quoted(value.shown))")
    }
    return values
  }

  /// A position: longitude, latitude, and what may follow.
  private static func position(_ value: JSONValue, _ place: String) throws(GeometryFault) -> Coordinate {
    guard case .array(let values) = value, values.count >= 2, case .number(let longitude) = values[0],
      case .number(let latitude) = values[1]
    else {
      throw GeometryFault("\(place) must be an array of longitude and latitude")
    }
    do throws(GeometryError) {
      return try Coordinate(
        latitude: StrictDecimal.parse(latitude) ?? .nan, longitude: StrictDecimal.parse(longitude) ?? .nan)
    } catch {
      throw GeometryFault("\(place): \(error)")
    }
  }
}
