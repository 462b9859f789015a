// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoHash

/// Makes objects of JSON values.
struct ObjectReader {
  /// The names of the last line's members and where they are: most lines of a file have the same.
  private var names: [String] = []
  private var columns: ColumnMap?

  /// The object of a line of NDJSON: members id, lat or latitude, lon, lng, long or longitude; the others
  /// are attributes. In the form that `export` writes, `attributes` holds them.
  mutating func record(ofLine value: JSONValue, line: Int) throws -> ImportRecord {
    guard case .object(let members) = value else {
      throw RowFault("each line must be a JSON object", value: value.shown)
    }
    let columns = try columnMap(of: members)
    let coordinate = try Self.coordinate(
      latitude: members[columns.latitude], longitude: members[columns.longitude])
    var others: [JSONValue.Member] = []
    for place in members.indices where !columns.holds(place) { others.append(members[place]) }
    if others.count == 1, others[0].name == "attributes", case .object(let inner) = others[0].value {
      others = inner
    }
    return ImportRecord(
      line: line, id: try Self.id(members[columns.id]), coordinate: coordinate,
      movedAt: try columns.movedAt.flatMap { try Self.movedAt(members[$0].value) },
      attributes: try JSONValue.item(others))
  }

  private mutating func columnMap(of members: [JSONValue.Member]) throws(RowFault) -> ColumnMap {
    if let columns, members.count == names.count,
      members.indices.allSatisfy({ members[$0].name.utf8.elementsEqual(names[$0].utf8) })
    {
      return columns
    }
    let found = try ColumnMap(members.map(\.name))
    names = members.map(\.name)
    columns = found
    return found
  }

  /// The object of a Feature: its `id` or the property `id`, its Point, its properties.
  static func record(ofFeature feature: JSONValue, line: Int) throws -> ImportRecord {
    guard case .object = feature, feature["type"] == .string("Feature") else {
      throw RowFault("not a GeoJSON Feature", column: "type", value: feature["type"]?.shown)
    }
    var properties: [JSONValue.Member]
    switch feature["properties"] {
    case .object(let members)?: properties = members
    case nil, .null?: properties = []
    case let other?: throw RowFault("must be an object or null", column: "properties", value: other.shown)
    }
    let inner = properties.firstIndex { ColumnMap.role(of: $0.name) == .id }
    var id: JSONValue.Member
    if let outer = feature["id"] {
      id = .init(name: "id", value: outer)
      if let inner, properties[inner].value == outer { properties.remove(at: inner) }
    } else if let inner {
      id = properties.remove(at: inner)
    } else {
      throw RowFault("the feature has neither an id nor a property id")
    }
    let time = properties.firstIndex { ColumnMap.role(of: $0.name) == .movedAt }.map {
      properties.remove(at: $0)
    }
    return ImportRecord(
      line: line, id: try Self.id(id), coordinate: try point(feature["geometry"]),
      movedAt: try time.flatMap { try movedAt($0.value) }, attributes: try JSONValue.item(properties))
  }

  /// The id of a text, or of a number's text.
  private static func id(_ member: JSONValue.Member) throws -> ObjectID {
    let text: String
    switch member.value {
    case .string(let string): text = string
    case .number(let number): text = number
    default: throw RowFault("an id is a text or a number", column: member.name, value: member.value.shown)
    }
    guard text.utf8.contains(where: { $0 > 0x20 }) else {
      throw RowFault("the id is empty", column: member.name)
    }
    do {
      return try ObjectID(text)
    } catch {
      throw RowFault("\(error)", column: member.name)
    }
  }

  private static func coordinate(latitude: JSONValue.Member, longitude: JSONValue.Member) throws
    -> Coordinate?
  {
    switch (try degrees(latitude), try degrees(longitude)) {
    case (nil, nil): return nil
    case (nil, _): throw RowFault("empty, while the longitude is given", column: latitude.name)
    case (_, nil): throw RowFault("empty, while the latitude is given", column: longitude.name)
    case (let north?, let east?):
      do {
        return try Coordinate(latitude: north, longitude: east)
      } catch {
        let member = if case .longitude = error { longitude } else { latitude }
        throw RowFault("\(error)", column: member.name, value: member.value.shown)
      }
    }
  }

  private static func degrees(_ member: JSONValue.Member) throws -> Double? {
    switch member.value {
    case .null: return nil
    case .string(let text) where trimmed(text[...]).isEmpty: return nil
    case .number(let text), .string(let text):
      if let value = StrictDecimal.parse(trimmed(text[...])) { return value }
    default: break
    }
    throw RowFault("not a decimal number of degrees", column: member.name, value: member.value.shown)
  }

  private static func point(_ geometry: JSONValue?) throws -> Coordinate? {
    guard let geometry, geometry != .null else { return nil }
    guard geometry["type"] == .string("Point") else {
      throw RowFault(
        "only Point geometries are positions", column: "geometry", value: geometry["type"]?.shown)
    }
    guard case .array(let numbers)? = geometry["coordinates"], (2...3).contains(numbers.count) else {
      throw RowFault(
        "must be [longitude, latitude]", column: "coordinates", value: geometry["coordinates"]?.shown)
    }
    guard
      let place = try coordinate(
        latitude: .init(name: "latitude", value: numbers[1]),
        longitude: .init(name: "longitude", value: numbers[0]))
    else { throw RowFault("must be two numbers, longitude first", column: "coordinates") }
    return place
  }

  private static func movedAt(_ value: JSONValue) throws -> Timestamp? {
    if value == .null { return nil }
    guard case .string(let text) = value, let time = Timestamp(text) else {
      throw RowFault.movedAt(value.shown)
    }
    return time
  }
}
