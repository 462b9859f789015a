// SPDX-License-Identifier: Apache-2.0
import CSQLite
import GeoDynamo

/// An aggregate function of SQL, `lend_rows`, that hands the rows it is given to a consumer.
///
/// A statement that selects it reads a whole range in one step: neither the way back to the caller for each row nor fetching
/// each column with a call of its own is paid for.
@safe
struct RowFeed: ~Copyable {
  private typealias Lend = (
    _ consumer: UnsafeMutableRawPointer, _ row: IndexRow, _ id: RawSpan, _ attributes: RawSpan
  ) throws -> Void

  /// While a consumer is fed: it, and how to reach it.
  @unsafe
  private struct State {
    var consumer: UnsafeMutableRawPointer?
    var lend: Lend?
    /// The type of consumers that `lend` is for: kept, since most readers feed one type.
    var type: ObjectIdentifier?
    var rows = 0
    var error: (any Error)?
  }

  private let state: UnsafeMutablePointer<State>

  /// Makes the function on `connection`, which must be closed before the feed ends.
  init(on connection: OpaquePointer) throws {
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: State())
    let code = unsafe sqlite3_create_function_v2(
      connection, "lend_rows", 6, SQLITE_UTF8 | SQLITE_DIRECTONLY, state, nil,
      { context, _, values in unsafe RowFeed.take(context, values) }, { _ in }, nil)
    if code != SQLITE_OK { throw unsafe Connection.fault(code, on: connection) }
  }

  deinit {
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  /// Lends the rows that `body` reads with a statement that selects `lend_rows` to `consumer`.
  ///
  /// - Throws: What the consumer throws, `CancellationError`, or what `body` throws.
  func feed<Consumer: IndexRowConsumer>(
    _ consumer: inout Consumer, _ body: (borrowing RowFeed, inout Consumer) throws -> Void
  ) throws {
    try unsafe withUnsafeMutablePointer(to: &consumer) { pointer in
      unsafe state.pointee.consumer = UnsafeMutableRawPointer(pointer)
      unsafe state.pointee.rows = 0
      if unsafe state.pointee.type != ObjectIdentifier(Consumer.self) {
        unsafe state.pointee.type = ObjectIdentifier(Consumer.self)
        unsafe state.pointee.lend = { consumer, row, id, attributes in
          try unsafe consumer.assumingMemoryBound(to: Consumer.self).pointee.take(
            row, id: id, attributes: attributes)
        }
      }
      defer {
        unsafe state.pointee.consumer = nil
        unsafe state.pointee.error = nil
      }
      do {
        try unsafe body(self, &pointer.pointee)
      } catch {
        // What SQLite reports then is only that the function failed.
        throw unsafe state.pointee.error ?? error
      }
    }
  }

  /// How many rows have been lent since `feed` began.
  var rows: Int { unsafe state.pointee.rows }

  @unsafe
  private static func take(
    _ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    guard let state = unsafe sqlite3_user_data(context)?.assumingMemoryBound(to: State.self),
      let values = unsafe values, let consumer = unsafe state.pointee.consumer
    else { return }
    unsafe state.pointee.rows += 1
    do {
      if unsafe state.pointee.rows & 0xff == 0 { try Task.checkCancellation() }
      // Lent until the next row, as the consumer is told.
      try unsafe state.pointee.lend!(
        consumer,
        IndexRow(
          latitude: sqlite3_value_double(values[1]), longitude: sqlite3_value_double(values[2]),
          movedAt: sqlite3_value_int64(values[3]), stamp: sqlite3_value_int64(values[4])),
        bytes(of: values[0]).bytes, bytes(of: values[5]).bytes)
    } catch {
      unsafe state.pointee.error = error
      unsafe sqlite3_result_error_code(context, SQLITE_ABORT)
    }
  }

  @unsafe @inline(__always)
  private static func bytes(of value: OpaquePointer?) -> UnsafeRawBufferPointer {
    // SQLite's order: the pointer first, then its length.
    let start = unsafe sqlite3_value_blob(value)
    return unsafe UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
  }
}
