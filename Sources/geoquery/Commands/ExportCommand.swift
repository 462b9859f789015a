// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// `geoquery export`
enum ExportCommand {
  static let spec = CommandSpec(
    name: "export",
    summary: "Write all objects of a collection, in no stated order",
    discussion: """
      ndjson (the default) keeps every type, and import reads it back as it was. csv turns values into text;
      its columns are the attributes of all objects, for which the collection is read twice.
      """,
    usage: "[--format ndjson|csv|geojson|json]",
    examples: [
      .init("geoquery export --collection towns > towns.ndjson", "keep everything"),
      .init("geoquery export --format geojson | gzip > users.geojson.gz", "for a map"),
    ],
    action: run)

  private static func run(_ invocation: Invocation) async throws {
    let format = invocation.arguments.has(Options.format) ? try invocation.format() : .ndjson
    guard format != .table else {
      throw CommandFailure.usage("a table cannot be read back; export writes ndjson, csv, geojson or json")
    }
    try await invocation.reading { index in
      var writer =
        format == .csv
        ? try CSVRecordWriter(stream: invocation.output, columns: try await columns(of: index))
        : format.writer(of: .list(name: nil), to: invocation.output)
      try await forEachObject(of: index) { object in
        if format == .geojson { try checkProperties(object) }
        try writer.write(OutputRecord(object))
      }
      try writer.finish()
    }
  }

  /// Among the properties of a feature the names of fields are spoken for.
  private static func checkProperties(_ object: GeoObject) throws {
    for name in object.attributes.keys {
      let role = ColumnMap.role(of: name.string)
      guard role == .id || role == .movedAt else { continue }
      throw CommandFailure(
        .badData,
        "attribute \(quoted(name.string)) of \(quoted(object.id.text.string)) cannot be told from its \(role == .id ? "id" : "time"); export ndjson"
      )
    }
  }

  private static func columns(of index: GeoIndex) async throws -> [String] {
    var names: Set<UTF8String> = []
    try await forEachObject(of: index) { names.formUnion($0.attributes.keys) }
    let fixed = ["id", "latitude", "longitude", "movedAt"]
    if let taken = names.sorted().first(where: { ColumnMap.role(of: $0.string) != .attribute }) {
      throw CommandFailure(
        .badData,
        "attribute \(quoted(taken.string)) cannot be told from a column of the position; export ndjson")
    }
    return fixed + names.sorted().map(\.string)
  }

  private static func forEachObject(of index: GeoIndex, _ body: (GeoObject) throws -> Void) async throws {
    var start: PrimaryKey?
    repeat {
      let page = try await index.objects(after: start)
      for object in page.objects { try body(object) }
      start = page.next
    } while start != nil
  }
}
