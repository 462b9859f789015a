// SPDX-License-Identifier: Apache-2.0

/// What a location says of the layout of a dynamodb-geo table; what it does not say is detected or usual.
struct DynamoDBGeoArguments: Equatable, Sendable {
  /// The parameters behind the question mark.
  static let parameters = [
    "hashKeyLength", "coordinates", "ids", "hashKey", "rangeKey", "geohash", "geoJson", "index",
  ]

  var hashKeyLength: Int?
  var coordinates: String?
  var areIDsSigned: Bool?
  /// Names of attributes and of the index that are not the usual ones.
  var names: [String: String] = [:]

  init(_ parameters: [String: String]) throws {
    hashKeyLength = try parameters["hashKeyLength"].map { text in
      guard let length = Int(text), (1...19).contains(length) else {
        throw CommandFailure.usage("hashKeyLength \(quoted(text)) must be a whole number from 1 to 19")
      }
      return length
    }
    coordinates = try parameters["coordinates"].map {
      try Self.choice($0, of: ["latlng", "lnglat", "text", "binary"], named: "coordinates")
    }
    areIDsSigned = try parameters["ids"].map {
      try Self.choice($0, of: ["signed", "unsigned"], named: "ids") == "signed"
    }
    for name in ["hashKey", "rangeKey", "geohash", "geoJson", "index"] { names[name] = parameters[name] }
  }

  private static func choice(_ text: String, of choices: [String], named name: String) throws -> String {
    guard choices.contains(text) else {
      throw CommandFailure.usage(
        "\(name) \(quoted(text)) must be one of \(choices.joined(separator: ", "))")
    }
    return text
  }
}
