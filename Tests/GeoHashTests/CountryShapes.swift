// SPDX-License-Identifier: Apache-2.0

import Foundation
import GeoHash
import Testing

/// The countries of Fixtures/countries.geojson and tables about them; Fixtures/countries.py and countries.cc made these.
struct CountryShapes {
  /// Polygons of rings of positions, by the name of the feature.
  let polygons: [String: [[[Coordinate]]]]

  init() throws {
    let object = try JSONSerialization.jsonObject(with: Data(contentsOf: Self.url("countries", "geojson")))
    let collection = try #require(object as? [String: Any])
    var polygons: [String: [[[Coordinate]]]] = [:]
    for feature in try #require(collection["features"] as? [[String: Any]]) {
      let properties = try #require(feature["properties"] as? [String: String])
      let geometry = try #require(feature["geometry"] as? [String: Any])
      let array = try #require(geometry["coordinates"])
      let numbers =
        geometry["type"] as? String == "MultiPolygon"
        ? array as? [[[[NSNumber]]]] : (array as? [[[NSNumber]]]).map { [$0] }
      polygons[try #require(properties["id"])] = try #require(numbers).map { rings in
        try rings.map { ring in
          try ring.map { try Coordinate(latitude: $0[1].doubleValue, longitude: $0[0].doubleValue) }
        }
      }
    }
    self.polygons = polygons
  }

  /// All countries as regions.
  func regions(_ edges: Polygon.Edges) throws -> [String: Polygon] {
    try polygons.mapValues { try Polygon(polygons: $0, edges: edges) }
  }

  /// The rows of a table after its head.
  static func rows(_ table: String) throws -> [[Substring]] {
    try String(contentsOf: url(table, "csv"), encoding: .utf8).split(separator: "\n").dropFirst()
      .map { $0.split(separator: ",", omittingEmptySubsequences: false) }
  }

  private static func url(_ name: String, _ type: String) throws -> URL {
    try #require(Bundle.module.url(forResource: name, withExtension: type))
  }
}
