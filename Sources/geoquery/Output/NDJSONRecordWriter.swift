// SPDX-License-Identifier: Apache-2.0

/// Writes one JSON object a line.
struct NDJSONRecordWriter: RecordWriter {
  private let stream: OutputStream
  private var json = JSONWriter()

  init(stream: OutputStream) { self.stream = stream }

  mutating func write(_ record: OutputRecord) throws {
    json.beginDocument()
    json.fields(record.fields)
    try stream.write(json.take())
    try stream.write("\n")
  }

  mutating func finish(_ trailer: [OutputRecord.Field]) throws { try stream.flush() }
}
