// SPDX-License-Identifier: Apache-2.0
import CSQLite
import GeoDynamo

/// A prepared statement: owns the handle, is stepped by one thread at a time, and is reset before its next use.
///
/// Bytes are bound without a copy only inside `bindLent`'s callers, who keep them alive until `reset`.
@safe
final class Statement {
  private let handle: OpaquePointer

  /// Prepares `sql` on `connection`, which must outlive the statement.
  init(_ sql: StaticString, on connection: OpaquePointer) throws {
    var prepared: OpaquePointer?
    let code = sql.withUTF8Buffer { text in
      unsafe text.withMemoryRebound(to: CChar.self) { text in
        unsafe sqlite3_prepare_v3(
          connection, text.baseAddress, Int32(text.count), UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
      }
    }
    guard code == SQLITE_OK, let prepared = unsafe prepared else {
      throw unsafe Connection.fault(code, on: connection)
    }
    unsafe handle = prepared
  }

  /// Frees the statement. The owner calls it once, before it closes the connection, and not again.
  func finalize() {
    _ = unsafe sqlite3_finalize(handle)
  }

  /// Goes to the next row.
  ///
  /// - Returns: False when there is none.
  func step() throws -> Bool {
    let code = unsafe sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw unsafe Connection.fault(code, on: sqlite3_db_handle(handle))
  }

  /// Steps a statement that has no rows, and resets it.
  func run() throws {
    defer { reset() }
    while try step() {}
  }

  /// Ends the statement's use of the database; bound values stay until they are bound again.
  func reset() {
    // The code repeats the error of the last step, which has been thrown there.
    _ = unsafe sqlite3_reset(handle)
  }
}

extension Statement {
  func bind(_ value: Int64, at position: Int32) throws {
    try check(unsafe sqlite3_bind_int64(handle, position, value))
  }

  func bind(_ value: Double, at position: Int32) throws {
    try check(unsafe sqlite3_bind_double(handle, position, value))
  }

  func bindNull(at position: Int32) throws {
    try check(unsafe sqlite3_bind_null(handle, position))
  }

  /// Binds a copy of the text's bytes, as a BLOB.
  func bind(_ text: UTF8String, at position: Int32) throws {
    var string = text.string
    let code = string.withUTF8 { unsafe bindCopy(UnsafeRawBufferPointer($0), at: position) }
    try check(code)
  }

  /// Binds a copy of the bytes.
  func bind(_ bytes: [UInt8], at position: Int32) throws {
    try check(unsafe bytes.withUnsafeBytes { unsafe bindCopy($0, at: position) })
  }

  /// Binds bytes without a copy: they must stay where they are until the statement is reset or bound again.
  @unsafe
  func bindLent(_ bytes: UnsafeRawBufferPointer, at position: Int32) throws {
    if let start = bytes.baseAddress {
      try check(unsafe sqlite3_bind_blob(handle, position, start, Int32(bytes.count), nil))
    } else {
      try check(unsafe sqlite3_bind_zeroblob(handle, position, 0))
    }
  }

  @unsafe
  private func bindCopy(_ bytes: UnsafeRawBufferPointer, at position: Int32) -> Int32 {
    // A null pointer would bind NULL instead of an empty blob.
    guard let start = bytes.baseAddress else { return unsafe sqlite3_bind_zeroblob(handle, position, 0) }
    return unsafe sqlite_bind_blob_copy(handle, position, start, Int32(bytes.count))
  }

  private func check(_ code: Int32) throws {
    if code != SQLITE_OK { throw unsafe Connection.fault(code, on: sqlite3_db_handle(handle)) }
  }
}

extension Statement {
  @inline(__always)
  func int64(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(handle, column) }

  @inline(__always)
  func double(_ column: Int32) -> Double { unsafe sqlite3_column_double(handle, column) }

  /// The bytes of a column, valid until the next step or reset.
  @unsafe @inline(__always)
  func lentBytes(_ column: Int32) -> UnsafeRawBufferPointer {
    // SQLite's order: the pointer first, then its length.
    let start = unsafe sqlite3_column_blob(handle, column)
    return unsafe UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
  }

  /// A copy of a column's bytes as text.
  func text(_ column: Int32) -> UTF8String {
    UTF8String(unsafe String(decoding: lentBytes(column), as: UTF8.self))
  }

  /// A copy of a column's bytes.
  func bytes(_ column: Int32) -> [UInt8] {
    unsafe [UInt8](lentBytes(column))
  }
}
