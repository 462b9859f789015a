// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The fields of one row of a table, one after another in a buffer that is used again for the next row.
struct TableRow {
  private var bytes: [UInt8] = []
  /// Where each field ends.
  private var ends: [Int] = []
  /// How many lines end within the fields.
  private(set) var lineEnds = 0
  /// The most bytes of a field.
  private(set) var longest = 0

  /// How many fields there are.
  var count: Int { ends.count }

  mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    lineEnds = 0
    longest = 0
  }

  mutating func append(_ field: UnsafeRawBufferPointer) {
    unsafe bytes.append(contentsOf: field)
    ends.append(bytes.count)
    longest = max(longest, field.count)
    if let start = field.baseAddress, unsafe memchr(start, 10, field.count) != nil {
      lineEnds += unsafe field.count { $0 == UInt8(ascii: "\n") }
    }
  }

  /// Whether a field has no bytes.
  func isEmpty(_ field: Int) -> Bool { ends[field] == start(of: field) }

  /// Lends the bytes of a field.
  func withBytes<T>(of field: Int, _ body: (Span<UInt8>) throws -> T) rethrows -> T {
    try body(bytes.span.extracting(start(of: field)..<ends[field]))
  }

  /// The text of a field.
  ///
  /// - Throws: `RowFault` when it is not UTF-8 or holds a NUL.
  func text(_ field: Int) throws(RowFault) -> String {
    let range = start(of: field)..<ends[field]
    let part = bytes.span.extracting(range)
    if let text = try? UTF8Span(validating: part), !Self.hasNUL(part) { return String(copying: text) }
    let shown = String(decoding: bytes[range].prefix(60), as: UTF8.self)
    throw RowFault(
      bytes[range].contains(0)
        ? "a NUL byte is no text" : "not valid UTF-8; convert the file first, as by iconv",
      value: shown)
  }

  private static func hasNUL(_ bytes: Span<UInt8>) -> Bool {
    for index in bytes.indices where bytes[index] == 0 { return true }
    return false
  }

  private func start(of field: Int) -> Int { field == 0 ? 0 : ends[field - 1] }
}
