// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// Writes comma-separated values (RFC 4180): a header line, fields quoted where they must be, lines ended by LF.
///
/// The columns are those of all records in the order of their first appearance, so the records are kept until the end,
/// unless the columns are given.
struct CSVRecordWriter: RecordWriter {
  private let stream: OutputStream
  private var columns: [String] = []
  private var places: [UTF8String: Int] = [:]
  private var rows: [[String]] = []
  private let isStreaming: Bool

  /// A writer that finds the columns by itself, after those that are known.
  init(stream: OutputStream, leading columns: [String] = []) {
    self.stream = stream
    isStreaming = false
    for column in columns { _ = place(of: column) }
  }

  /// A writer whose columns are known, and that keeps no records.
  init(stream: OutputStream, columns: [String]) throws {
    self.stream = stream
    isStreaming = true
    for column in columns { _ = place(of: column) }
    try writeLine(columns)
  }

  mutating func write(_ record: OutputRecord) throws {
    var row: [String] = []
    row.reserveCapacity(columns.count)
    for cell in TextCells(record, for: .program).cells {
      guard !isStreaming || places[UTF8String(cell.name)] != nil else {
        throw CommandFailure(
          .failure, "attribute \(quoted(cell.name)) came into being during the export; export again")
      }
      let place = place(of: cell.name)
      while row.count <= place { row.append("") }
      row[place] = cell.text
    }
    if isStreaming { try writeLine(row) } else { rows.append(row) }
  }

  mutating func finish(_ trailer: [OutputRecord.Field]) throws {
    if !isStreaming {
      if !columns.isEmpty { try writeLine(columns) }
      for row in rows { try writeLine(row) }
    }
    try stream.flush()
  }

  /// The place of a column, which is made if it is new.
  private mutating func place(of column: String) -> Int {
    if let place = places[UTF8String(column)] { return place }
    places[UTF8String(column)] = columns.count
    columns.append(column)
    return columns.count - 1
  }

  private func writeLine(_ row: [String]) throws {
    var line = ""
    for place in columns.indices {
      if place > 0 { line += "," }
      if place < row.count { line += Self.field(row[place]) }
    }
    try stream.write(line + "\n")
  }

  /// A field, in quotation marks when it holds a separator, a quotation mark, a line end or an outer space.
  static func field(_ text: String) -> String {
    let bytes = text.utf8
    let special = bytes.contains { byte in
      byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n")
        || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\t")
    }
    guard special || bytes.first == UInt8(ascii: " ") || bytes.last == UInt8(ascii: " ") else { return text }
    var result = "\""
    for character in text.unicodeScalars {
      if character == "\"" { result += "\"" }
      result.unicodeScalars.append(character)
    }
    return result + "\""
  }
}
