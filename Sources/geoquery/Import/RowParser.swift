// SPDX-License-Identifier: Apache-2.0

/// Turns the bytes of a file, chunk by chunk, into rows.
protocol RowParser: AnyObject {
  /// What was found and has not been fetched.
  var sink: RowSink { get set }
  /// Reads the next bytes, which are lent for the duration of the call.
  func consume(_ chunk: UnsafeRawBufferPointer)
  /// Is told that the file has ended.
  func finish()
}

/// Limits that keep memory flat whatever the file holds.
enum ImportLimits {
  /// The most bytes of one field of a table, of one JSON string or key.
  static let fieldBytes = 1 << 20
  /// The most bytes of one JSON record.
  static let recordBytes = 1 << 24
  /// The deepest nesting of JSON.
  static let depth = 32
}
