// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// Writes a Feature, or a FeatureCollection with one feature a line (RFC 7946).
///
/// The record's `id` becomes the feature's, latitude and longitude its geometry, everything else its
/// properties. Attributes stand among the properties by their own names; one that is named like a computed
/// property (`distanceMeters`) takes its place.
struct GeoJSONRecordWriter: RecordWriter {
  private let shape: OutputShape
  private let stream: OutputStream
  private var json = JSONWriter()
  private var count = 0

  init(shape: OutputShape, stream: OutputStream) {
    self.shape = shape
    self.stream = stream
  }

  mutating func write(_ record: OutputRecord) throws {
    if shape != .single { try stream.write(count == 0 ? Self.opening + "\n" : ",\n") }
    count += 1
    json.beginDocument()
    feature(record)
    try stream.write(json.take())
  }

  mutating func finish(_ trailer: [OutputRecord.Field]) throws {
    if shape != .single { try stream.write(count == 0 ? Self.opening + "]}" : "\n]}") }
    try stream.write("\n")
    try stream.flush()
  }

  private static let opening = "{\"type\":\"FeatureCollection\",\"features\":["

  private mutating func feature(_ record: OutputRecord) {
    json.beginObject()
    json.key("type")
    json.string("Feature")
    if let id = record.fields.first(where: { $0.name == "id" }) {
      json.key("id")
      json.value(id.value)
    }
    json.key("geometry")
    json.geometry(record.geometry)
    json.key("properties")
    properties(record)
    json.endObject()
  }

  private mutating func properties(_ record: OutputRecord) {
    var attributes: Item = [:]
    for field in record.fields {
      if case .attributes(let item) = field.value { attributes = item }
    }
    json.beginObject()
    for field in record.fields {
      if case .attributes = field.value { continue }
      guard !["id", "latitude", "longitude"].contains(field.name), attributes[UTF8String(field.name)] == nil
      else { continue }
      json.key(field.name)
      json.value(field.value)
    }
    for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
      json.key(name.string)
      json.attribute(value)
    }
    json.endObject()
  }
}
