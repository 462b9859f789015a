// SPDX-License-Identifier: Apache-2.0

/// How a file of objects is written.
enum InputFormat: String, CaseIterable, Sendable {
  /// Comma-separated values with a header line.
  case csv
  /// Tab-separated values with a header line.
  case tsv
  /// One JSON object a line.
  case ndjson
  /// A FeatureCollection, a Feature, or one Feature after another.
  case geojson

  init(argument: String) throws {
    guard let format = Self(rawValue: argument) else {
      let names = Self.allCases.map(\.rawValue)
      throw CommandFailure.usage(
        "unknown input format \(quoted(argument))\(suggestion(for: argument, among: names) ?? ""); one of \(names.joined(separator: ", "))"
      )
    }
    self = format
  }

  /// The format that a file's name ends with; nil when it tells none.
  init?(fileName: String) {
    guard let dot = fileName.lastIndex(of: ".") else { return nil }
    switch fileName[dot...].dropFirst().lowercased() {
    case "csv": self = .csv
    case "tsv", "tab": self = .tsv
    case "ndjson", "jsonl": self = .ndjson
    case "geojson", "geojsonl", "json": self = .geojson
    default: return nil
    }
  }
}
