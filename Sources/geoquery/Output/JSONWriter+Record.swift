// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoHash

extension JSONWriter {
  /// A record as an object.
  mutating func fields(_ fields: [OutputRecord.Field]) {
    beginObject()
    for field in fields {
      key(field.name)
      value(field.value)
    }
    endObject()
  }

  /// A value of a record.
  mutating func value(_ value: OutputRecord.Value) {
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .text(let text): string(text)
    case .integer(let number): integer(number)
    case .number(let number), .meters(let number): self.number(number)
    case .time(let time): string(time.description)
    case .attributes(let item): attributes(item)
    case .object(let fields): self.fields(fields)
    case .list(let values): array(values) { $0.value($1) }
    }
  }

  /// A geometry of RFC 7946, longitude first.
  mutating func geometry(_ geometry: OutputRecord.Geometry?) {
    guard let geometry else { return null() }
    beginObject()
    key("type")
    switch geometry {
    case .point(let place):
      string("Point")
      key("coordinates")
      position(place)
    case .line(let places):
      string("LineString")
      key("coordinates")
      array(places) { $0.position($1) }
    case .lines(let lines):
      string("MultiLineString")
      key("coordinates")
      array(lines) { writer, line in writer.array(line) { $0.position($1) } }
    case .polygon(let ring):
      string("Polygon")
      key("coordinates")
      rings(ring)
    case .polygons(let polygons):
      string("MultiPolygon")
      key("coordinates")
      array(polygons) { $0.rings($1) }
    case .areas(let polygons):
      string("MultiPolygon")
      key("coordinates")
      array(polygons) { writer, rings in
        writer.array(rings) { writer, ring in
          // Closed, whether or not it was given so.
          writer.array(ring.first == ring.last ? ring : ring + ring.prefix(1)) { $0.position($1) }
        }
      }
    }
    endObject()
  }

  private mutating func rings(_ ring: [Coordinate]) {
    array([ring + ring.prefix(1)]) { writer, ring in writer.array(ring) { $0.position($1) } }
  }

  private mutating func position(_ place: Coordinate) {
    array([place.longitude, place.latitude]) { $0.number($1) }
  }
}
