// SPDX-License-Identifier: Apache-2.0
import GeoHash
import PostcodeAreas

extension GeometryFile {
  /// The polygons of all features, each under what a property of it says.
  ///
  /// - Throws: `CommandFailure` with the number of the feature, from 0, that has no such property or no polygon.
  func areas(byProperty property: String) throws -> [AreaSet.Shape] {
    try checked {
      guard case .string("FeatureCollection")? = value["type"], case .array(let features)? = value["features"]
      else {
        throw GeometryFault("it must be a FeatureCollection of polygons")
      }
      return try features.enumerated().map { number, feature in
        let id = try Self.id(of: feature, property, number)
        let geometry = feature["geometry"]
        guard case .string(let type)? = geometry?["type"], let coordinates = geometry?["coordinates"] else {
          throw GeometryFault("feature \(number) (\(id)) has no geometry")
        }
        let place = " of feature \(number) (\(id))"
        switch type {
        case "Polygon": return AreaSet.Shape(id: id, polygons: [try Self.rings(coordinates, place)])
        case "MultiPolygon":
          let polygons = try Self.list(coordinates, place, "polygons").enumerated().map {
            try Self.rings($1, " of polygon \($0)\(place)")
          }
          return AreaSet.Shape(id: id, polygons: polygons)
        default: throw GeometryFault("feature \(number) (\(id)) is a \(type), not a Polygon or MultiPolygon")
        }
      }
    }
  }

  private static func id(of feature: JSONValue, _ property: String, _ number: Int) throws(GeometryFault)
    -> String
  {
    switch feature["properties"]?[property] ?? (property == "id" ? feature["id"] : nil) {
    case .string(let id)?: return id
    case .number(let id)?: return id
    case let other?:
      throw GeometryFault(
        "feature \(number): its \(property) must be a text or a number, not \(quoted(other.shown))")
    case nil:
      var names: [String] = []
      if case .object(let members)? = feature["properties"] { names = members.map(\.name) }
      throw GeometryFault(
        "feature \(number) has no property \(quoted(property))"
          + (names.isEmpty ? "" : "; it has \(names.prefix(8).joined(separator: ", "))"))
    }
  }
}
