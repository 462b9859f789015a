// SPDX-License-Identifier: Apache-2.0

/// How results are written.
enum OutputFormat: String, CaseIterable, Sendable {
  /// For people: aligned columns, distances in a fitting unit. Not stable; programs read one of the others.
  case table
  /// One JSON value.
  case json
  /// One JSON object a line.
  case ndjson
  /// RFC 4180 with a header line.
  case csv
  /// RFC 7946, longitude first.
  case geojson

  init(argument: String) throws {
    guard let format = Self(rawValue: argument) else {
      let names = Self.allCases.map(\.rawValue)
      throw CommandFailure.usage(
        "unknown format \(quoted(argument))\(suggestion(for: argument, among: names) ?? ""); one of \(names.joined(separator: ", "))"
      )
    }
    self = format
  }

  /// A writer of this format to `stream`.
  ///
  /// - Parameter columns: The columns that csv begins with, also when there is no record.
  func writer(of shape: OutputShape, to stream: OutputStream, columns: [String] = []) -> any RecordWriter {
    switch self {
    case .table: TableWriter(shape: shape, stream: stream)
    case .json: JSONRecordWriter(shape: shape, stream: stream)
    case .ndjson: NDJSONRecordWriter(stream: stream)
    case .csv: CSVRecordWriter(stream: stream, leading: columns)
    case .geojson: GeoJSONRecordWriter(shape: shape, stream: stream)
    }
  }
}
