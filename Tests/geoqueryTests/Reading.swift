// SPDX-License-Identifier: Apache-2.0
@testable import geoquery

/// Reads bytes as a file of that format, in chunks of `chunk` bytes.
func read(
  _ bytes: [UInt8], as format: InputFormat, policy: ErrorPolicy = .skip, chunk: Int = 1 << 16
) -> ImportBatch {
  let sink = RowSink(file: "f", policy: policy)
  let parser: any RowParser =
    switch format {
    case .csv: CSVParser(delimiter: UInt8(ascii: ","), sink: sink)
    case .tsv: CSVParser(delimiter: UInt8(ascii: "\t"), sink: sink)
    case .ndjson: NDJSONParser(sink: sink)
    case .geojson: GeoJSONParser(sink: sink)
    }
  for start in stride(from: 0, to: bytes.count, by: chunk) {
    // A copy of its own, so that reading beyond its end cannot go unnoticed under a sanitizer.
    let piece = Array(bytes[start..<min(start + chunk, bytes.count)])
    unsafe piece.withUnsafeBytes { unsafe parser.consume($0) }
  }
  parser.finish()
  return parser.sink.batch
}

/// Reads a text as a file of that format.
func read(
  _ text: String, as format: InputFormat, policy: ErrorPolicy = .skip, chunk: Int = 1 << 16
) -> ImportBatch {
  read(Array(text.utf8), as: format, policy: policy, chunk: chunk)
}
