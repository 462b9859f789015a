// SPDX-License-Identifier: Apache-2.0

/// A value that is not what the geometry of a globe allows. The description names it and what would be right.
public enum GeometryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A latitude out of −90 … 90, or not a number.
  case latitude(Double, longitude: Double)
  /// A longitude out of −180 … 180, or not a number.
  case longitude(Double, latitude: Double)
  /// A distance below 0, infinite, or not a number; in metres.
  case distance(Double)
  /// A bearing that is not a finite number of degrees.
  case bearing(Double)
  /// A box whose southern edge lies north of its northern one.
  case boundingBox(south: Double, north: Double)
  /// A ring whose minimum is greater than its maximum.
  case ring(minimum: Distance, maximum: Distance)
  /// A line of no place (nil), or one in which the place of that number, from 0, is the antipode of the one before.
  case line(position: Int?)
  /// A polygon whose rings are not what they must be.
  case polygon(PolygonFault)
  /// A text that is not a geohash of 1 to 12 characters.
  case geohash(String, reason: String)
  /// A geohash precision out of 1 … 12.
  case precision(Int)
  /// A text that is not the token of an S2 cell.
  case token(String)
  /// A number that is not the id of an S2 cell.
  case cellID(UInt64)
  /// A cell level out of its grid's range.
  case level(Int, allowed: ClosedRange<Int>)
  /// A number of cells below 1.
  case maximumCells(Int)

  /// One sentence for people.
  public var description: String {
    switch self {
    case .latitude(let latitude, let longitude):
      "latitude \(degrees(latitude)) is out of range −90…90"
        + (abs(latitude) <= 180 && abs(longitude) <= 90 ? "; did you swap latitude and longitude?" : "")
    case .longitude(let longitude, _): "longitude \(degrees(longitude)) is out of range −180…180"
    case .distance(let meters): "distance \(meters) m must be a number of metres from 0 up"
    case .bearing(let degrees): "bearing \(degrees) must be a finite number of degrees"
    case .boundingBox(let south, let north): "south \(degrees(south)) lies north of north \(degrees(north))"
    case .ring(let minimum, let maximum):
      "a ring from \(minimum.meters) m to \(maximum.meters) m has no place: the minimum must not exceed the maximum"
    case .line(nil): "a line has no place; give it at least one"
    case .line(let position?):
      "position \(position) of the line is the antipode of position \(position - 1); add a position between them"
    case .polygon(let fault): fault.description
    case .geohash(let text, let reason): "\"\(text.prefix(40))\" is not a geohash: \(reason)"
    case .precision(let precision): "geohash precision \(precision) is out of range 1…12"
    case .token(let text):
      "\"\(text.prefix(40))\" is not the token of an S2 cell: 1 to 16 hexadecimal digits, as 487604"
    case .cellID(let id): "\(id) is not the id of an S2 cell"
    case .level(let level, let allowed):
      "level \(level) is out of range \(allowed.lowerBound)…\(allowed.upperBound)"
    case .maximumCells(let count): "a covering of at most \(count) cells is impossible; allow at least 1"
    }
  }
}

/// A number as people write it: with a minus sign, without a needless fraction.
private func degrees(_ value: Double) -> String {
  let text = value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
  return text.hasPrefix("-") ? "−" + text.dropFirst() : text
}
