// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoHash

/// The two numbers of a place as they are written, before it is known which is which.
struct DynamoDBGeoPlace {
  /// How they are written; that says which comes first but for `json`.
  enum Syntax: Hashable, Sendable {
    case json
    case text
    case binary
  }

  let syntax: Syntax
  let first: Double
  let second: Double

  /// Reads the value of an item's attribute `geoJson`; nil when it is no place in any form.
  init?(_ value: AttributeValue?) {
    switch value {
    case .string(let text)?:
      let bytes = Array(text.string.utf8)
      if let pair = Self.pair(inJSON: bytes) {
        (syntax, first, second) = (.json, pair.0, pair.1)
      } else {
        let parts = text.string.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let first = Double(parts[0]), let second = Double(parts[1].drop { $0 == " " })
        else { return nil }
        (syntax, self.first, self.second) = (.text, first, second)
      }
    case .binary(let bytes)?:
      guard let pair = Self.pair(inJSON: bytes) else { return nil }
      (syntax, first, second) = (.binary, pair.0, pair.1)
    default: return nil
    }
  }

  /// The forms that are written this way.
  var forms: [DynamoDBGeoLayout.Coordinates] {
    switch syntax {
    case .json: [.latitudeFirst, .longitudeFirst]
    case .text: [.text]
    case .binary: [.binary]
    }
  }

  /// The place, read in a form; nil when it is written otherwise, or lies nowhere.
  func coordinate(as form: DynamoDBGeoLayout.Coordinates) -> Coordinate? {
    guard forms.contains(form) else { return nil }
    let isLatitudeFirst = form == .latitudeFirst || form == .text
    return try? Coordinate(
      latitude: isLatitudeFirst ? first : second, longitude: isLatitudeFirst ? second : first)
  }

  private static func pair(inJSON bytes: [UInt8]) -> (Double, Double)? {
    guard bytes.first == UInt8(ascii: "{") else { return nil }
    let pair: (Double, Double)?? = try? JSONElement.reading(bytes) { root in
      guard let coordinates = root["coordinates"], coordinates.kind == .array else { return nil }
      let numbers = coordinates.elements.map(\.double)
      guard numbers.count == 2, let first = numbers[0], let second = numbers[1] else { return nil }
      return (first, second)
    }
    return pair ?? nil
  }
}
