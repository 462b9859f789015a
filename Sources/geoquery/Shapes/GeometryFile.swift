// SPDX-License-Identifier: Apache-2.0
import GeoHash

/// A GeoJSON file that holds one shape.
struct GeometryFile {
  /// The most bytes of a file: a country's border takes a few MiB.
  private static let maximumBytes = 1 << 27

  private let name: String
  let value: JSONValue

  /// Reads a file; `-` is standard input.
  ///
  /// - Throws: `CommandFailure` with status 66 when it cannot be read, 65 with file and line when it is not one JSON value.
  init(_ path: String) throws {
    var source = try ByteSource(path: path)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try unsafe buffer.withUnsafeMutableBytes { try unsafe source.read(into: $0) }
      guard count > 0 else { break }
      bytes += buffer[..<count]
      guard bytes.count <= Self.maximumBytes else {
        throw CommandFailure(
          .badData, "\(printable(source.name)): longer than \(Self.maximumBytes >> 20) MiB")
      }
    }
    try self.init(bytes, name: source.name)
  }

  /// Reads bytes.
  init(_ bytes: [UInt8], name: String) throws {
    self.name = name
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    guard text.contains(where: { $0 > UInt8(ascii: " ") }) else { throw Self.failure(name, "it is empty") }
    let stream = JSONStream(streaming: nil)
    let failure = unsafe Array(text).withUnsafeBytes { unsafe stream.feed($0) }
    if let (fault, offset) = failure ?? stream.finish().map({ ($0, text.count) }) {
      let line = text.prefix(offset).count { $0 == UInt8(ascii: "\n") } + 1
      throw CommandFailure(
        .badData,
        ImportError(file: name, line: line, column: fault.column, value: fault.value, reason: fault.reason)
          .description + " (byte \(offset))")
    }
    let values = stream.take()
    guard values.count == 1 else {
      throw Self.failure(
        name, "it holds \(values.count) JSON values; give one")
    }
    value = values[0].value
  }

  /// The one polygon or multipolygon.
  func polygon(edges: Polygon.Edges) throws -> Polygon {
    let shape = try shape(of: ["Polygon", "MultiPolygon"])
    return try checked {
      let polygons =
        try shape.type == "Polygon"
        ? [Self.rings(shape.coordinates, "")]
        : Self.list(shape.coordinates, "", "polygons").enumerated().map {
          try Self.rings($1, " of polygon \($0)")
        }
      return try Polygon(polygons: polygons, edges: edges)
    }
  }

  /// What lies within a distance of the one line or multiline.
  func corridor(within distance: Distance) throws -> any Region {
    let shape = try shape(of: ["LineString", "MultiLineString"])
    return try checked {
      if shape.type == "LineString" {
        return try Corridor(along: Self.line(shape.coordinates, "the line", atLeast: 2), within: distance)
      }
      let lines = try Self.list(shape.coordinates, "", "lines").enumerated().map { number, line in
        try Self.line(line, "line \(number)", atLeast: 2)
      }
      guard !lines.isEmpty else { throw GeometryFault("it has no line") }
      let corridors = try lines.enumerated().map { number, line in
        do throws(GeometryError) {
          return try Corridor(along: line, within: distance)
        } catch {
          throw GeometryFault("line \(number): \(error)")
        }
      }
      return corridors.count == 1 ? corridors[0] : CorridorGroup(corridors)
    }
  }

  func checked<T>(_ read: () throws -> T) throws -> T {
    do {
      return try read()
    } catch let fault as GeometryFault {
      throw Self.failure(name, fault.description)
    } catch let error as GeometryError {
      throw Self.failure(name, error.description)
    }
  }

  /// The one geometry of these types, wherever it stands.
  private func shape(of types: [String]) throws -> (type: String, coordinates: JSONValue) {
    var found: [JSONValue] = []
    Self.collect(from: value, of: types, into: &found)
    let wanted = types.joined(separator: " or ")
    guard let geometry = found.first else {
      let type = value["type"].map { "; it is of type \(quoted($0.shown))" } ?? "; it has no type"
      throw Self.failure(name, "there is no \(wanted)\(type)")
    }
    guard found.count == 1 else {
      throw Self.failure(
        name, "there are \(found.count) of type \(wanted); give one, or join them into a \(types[1])")
    }
    guard case .string(let type)? = geometry["type"], let coordinates = geometry["coordinates"] else {
      throw Self.failure(name, "the \(geometry["type"]?.shown ?? wanted) has no coordinates")
    }
    return (type, coordinates)
  }

  private static func collect(from value: JSONValue, of types: [String], into found: inout [JSONValue]) {
    guard case .string(let type)? = value["type"] else { return }
    switch type {
    case "FeatureCollection", "GeometryCollection":
      let name = type == "FeatureCollection" ? "features" : "geometries"
      guard case .array(let members)? = value[name] else { return }
      for member in members { collect(from: member, of: types, into: &found) }
    case "Feature": if let geometry = value["geometry"] { collect(from: geometry, of: types, into: &found) }
    default: if types.contains(type) { found.append(value) }
    }
  }

  private static func failure(_ name: String, _ reason: String) -> CommandFailure {
    CommandFailure(.badData, "\(printable(name)): \(reason)")
  }
}
