// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoHash

/// One result before it is written: named values in order and, for GeoJSON, a geometry.
struct OutputRecord {
  /// A value of a result.
  enum Value: Equatable {
    case null
    case bool(Bool)
    case text(String)
    case integer(Int)
    /// A number without a unit, or in degrees.
    case number(Double)
    /// A length in metres.
    case meters(Double)
    case time(Timestamp)
    /// Names and values of the user's; in tables a column each.
    case attributes(Item)
    case object([Field])
    case list([Value])
  }

  /// A value and its name.
  struct Field: Equatable {
    let name: String
    let value: Value

    init(_ name: String, _ value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// What stands on a map.
  enum Geometry: Equatable {
    case point(Coordinate)
    case line([Coordinate])
    /// Lines that do not cross ±180°.
    case lines([[Coordinate]])
    /// A ring, anticlockwise, its first place not repeated.
    case polygon([Coordinate])
    /// Polygons on both sides of ±180.
    case polygons([[Coordinate]])
    /// Polygons of an outer ring and of holes each, as GeoJSON has them.
    case areas([[[Coordinate]]])
  }

  var fields: [Field]
  var geometry: Geometry?

  init(_ fields: [Field], geometry: Geometry? = nil) {
    self.fields = fields
    self.geometry = geometry
  }
}

extension OutputRecord.Value {
  /// A coordinate as `{latitude, longitude}`.
  static func coordinate(_ coordinate: Coordinate) -> Self {
    .object([
      .init("latitude", .number(coordinate.latitude)), .init("longitude", .number(coordinate.longitude)),
    ])
  }
}
