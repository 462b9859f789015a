// SPDX-License-Identifier: Apache-2.0
import CSQLite
import GeoDynamo

/// A table of SQL, `ranges`, of what is to be read, and an aggregate function, `lend_rows`, that hands the rows it is given to a
/// consumer.
///
/// A statement that joins the one and selects the other reads all ranges in one step, and so in one transaction: neither the way
/// back to the caller for each range and row nor fetching each column with a call of its own is paid for.
@safe
struct RowFeed: ~Copyable {
  fileprivate typealias Lend = (
    _ consumer: UnsafeMutableRawPointer, _ row: IndexRow, _ id: RawSpan, _ attributes: RawSpan
  ) throws -> Void
  fileprivate typealias Finish = (_ consumer: UnsafeMutableRawPointer, _ position: Int) -> Bool

  /// While a consumer is fed: it, how to reach it, and how far it is.
  @unsafe
  struct State {
    fileprivate var consumer: UnsafeMutableRawPointer?
    fileprivate var lend: Lend?
    fileprivate var finish: Finish?
    /// The type of consumers that the closures are for: kept, since most readers feed one type.
    fileprivate var type: ObjectIdentifier?
    fileprivate var ranges = unsafe UnsafeBufferPointer<IndexRange>(start: nil, count: 0)
    /// The range that is being read.
    fileprivate var position = 0
    fileprivate var isStopped = false
    fileprivate var rows = 0
    fileprivate var error: (any Error)?

    /// The leaves to read now; nil when all are read or the consumer wants no more.
    var leaves: ClosedRange<UInt64>? {
      unsafe isStopped || position == ranges.count ? nil : ranges[position].leaves
    }

    mutating func restart() { unsafe position = 0 }

    /// Tells the consumer that the range is read, and goes to the next.
    mutating func advance() {
      guard let finish = unsafe finish, let consumer = unsafe consumer else { return }
      unsafe isStopped = unsafe !finish(consumer, position)
      unsafe position += 1
    }
  }

  private let state: UnsafeMutablePointer<State>

  /// Makes table and function on `connection`, which must be closed before the feed ends.
  init(on connection: OpaquePointer) throws {
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: State())
    var code = unsafe sqlite3_create_function_v2(
      connection, "lend_rows", 6, SQLITE_UTF8 | SQLITE_DIRECTONLY, state, nil,
      { context, _, values in unsafe RowFeed.take(context, values) }, { _ in }, nil)
    if code == SQLITE_OK { code = unsafe RangeTable.create(on: connection, of: state) }
    if code != SQLITE_OK { throw unsafe Connection.fault(code, on: connection) }
  }

  deinit {
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  /// Lends the rows of `ranges` to `consumer`: those that `read` reads with a statement that selects `lend_rows` from a join with `ranges`.
  ///
  /// - Returns: How many ranges were read, and how many rows.
  /// - Throws: What the consumer throws, `CancellationError`, or what `read` throws.
  func feed<Consumer: IndexRowConsumer>(
    _ ranges: [IndexRange], to consumer: inout Consumer, read: () throws -> Void
  ) throws -> (ranges: Int, rows: Int) {
    try unsafe ranges.withUnsafeBufferPointer { ranges in
      try unsafe withUnsafeMutablePointer(to: &consumer) { pointer in
        unsafe state.pointee.consumer = UnsafeMutableRawPointer(pointer)
        unsafe state.pointee.ranges = ranges
        unsafe (state.pointee.position, state.pointee.isStopped, state.pointee.rows) = (0, false, 0)
        if unsafe state.pointee.type != ObjectIdentifier(Consumer.self) { bind(Consumer.self) }
        defer {
          unsafe state.pointee.consumer = nil
          unsafe state.pointee.error = nil
        }
        do {
          try read()
        } catch {
          // What SQLite reports then is only that the function failed.
          throw unsafe state.pointee.error ?? error
        }
        return unsafe (state.pointee.position, state.pointee.rows)
      }
    }
  }

  /// For `read` that reads the ranges without the table: tells the consumer that one has been read.
  func finishRange() { unsafe state.pointee.advance() }

  private func bind<Consumer: IndexRowConsumer>(_ type: Consumer.Type) {
    unsafe state.pointee.type = ObjectIdentifier(type)
    unsafe state.pointee.lend = { consumer, row, id, attributes in
      try unsafe consumer.assumingMemoryBound(to: Consumer.self).pointee.take(
        row, id: id, attributes: attributes)
    }
    unsafe state.pointee.finish = { consumer, position in
      unsafe consumer.assumingMemoryBound(to: Consumer.self).pointee.finishRange(at: position)
    }
  }

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
