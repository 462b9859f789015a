// SPDX-License-Identifier: Apache-2.0

/// Writes one JSON value: an object for a single record, an array for a list, one record a line.
struct JSONRecordWriter: RecordWriter {
  private let shape: OutputShape
  private let stream: OutputStream
  private var json = JSONWriter()
  private var count = 0

  init(shape: OutputShape, stream: OutputStream) {
    self.shape = shape
    self.stream = stream
  }

  mutating func write(_ record: OutputRecord) throws {
    if case .list(let name) = shape {
      try stream.write(count == 0 ? Self.opening(name) + "\n" : ",\n")
    }
    count += 1
    json.beginDocument()
    json.fields(record.fields)
    try stream.write(json.take())
  }

  mutating func finish(_ trailer: [OutputRecord.Field]) throws {
    if case .list(let name) = shape {
      try stream.write(count == 0 ? Self.opening(name) + "]" : "\n]")
      if name != nil {
        for field in trailer {
          json.beginDocument()
          json.key(field.name)
          json.value(field.value)
          try stream.write(",")
          try stream.write(json.take())
        }
        try stream.write("}")
      }
    }
    if count > 0 || shape != .single { try stream.write("\n") }
    try stream.flush()
  }

  private static func opening(_ name: String?) -> String { name.map { "{\"\($0)\":[" } ?? "[" }
}
