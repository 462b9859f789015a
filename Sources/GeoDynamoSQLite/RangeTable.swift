// SPDX-License-Identifier: Apache-2.0
import CSQLite

/// The virtual table `ranges(low, high)`: the leaves that a `RowFeed` is to read, a row for each range.
///
/// Going to its next row tells the consumer that the range before has been read.
enum RangeTable {
  /// Makes the table on a connection that is closed before `state` ends.
  @unsafe
  static func create(on connection: OpaquePointer, of state: UnsafeMutablePointer<RowFeed.State>) -> Int32 {
    unsafe sqlite3_create_module_v2(connection, "ranges", module, state, nil)
  }

  private typealias Table = UnsafeMutablePointer<sqlite3_vtab>
  private typealias Cursor = UnsafeMutablePointer<sqlite3_vtab_cursor>

  @unsafe
  private struct FeedTable {
    var base = unsafe sqlite3_vtab()
    let state: UnsafeMutablePointer<RowFeed.State>
  }

  @unsafe
  private struct FeedCursor {
    var base = unsafe sqlite3_vtab_cursor()
    let state: UnsafeMutablePointer<RowFeed.State>
  }

  @unsafe
  private static func state(of cursor: Cursor?) -> UnsafeMutablePointer<RowFeed.State> {
    unsafe UnsafeMutableRawPointer(cursor!).assumingMemoryBound(to: FeedCursor.self).pointee.state
  }

  /// Lives as long as the process: SQLite keeps its address.
  nonisolated(unsafe) private static let module: UnsafePointer<sqlite3_module> = {
    var calls = sqlite3_module()
    unsafe calls.xConnect = { connection, state, _, _, table, _ in
      let code = unsafe sqlite3_declare_vtab(connection, "CREATE TABLE ranges(low INTEGER, high INTEGER)")
      guard code == SQLITE_OK, let state = unsafe state else { return code }
      let made = UnsafeMutablePointer<FeedTable>.allocate(capacity: 1)
      unsafe made.initialize(to: FeedTable(state: state.assumingMemoryBound(to: RowFeed.State.self)))
      unsafe table?.pointee = UnsafeMutableRawPointer(made).assumingMemoryBound(to: sqlite3_vtab.self)
      return SQLITE_OK
    }
    unsafe calls.xDisconnect = { table in
      unsafe UnsafeMutableRawPointer(table!).assumingMemoryBound(to: FeedTable.self).deallocate()
      return SQLITE_OK
    }
    unsafe calls.xBestIndex = { _, info in
      unsafe info?.pointee.estimatedCost = 1
      unsafe info?.pointee.estimatedRows = 8
      return SQLITE_OK
    }
    unsafe calls.xOpen = { table, cursor in
      let state = unsafe UnsafeMutableRawPointer(table!).assumingMemoryBound(to: FeedTable.self).pointee.state
      let made = UnsafeMutablePointer<FeedCursor>.allocate(capacity: 1)
      unsafe made.initialize(to: FeedCursor(state: state))
      unsafe cursor?.pointee = UnsafeMutableRawPointer(made).assumingMemoryBound(to: sqlite3_vtab_cursor.self)
      return SQLITE_OK
    }
    unsafe calls.xClose = { cursor in
      unsafe UnsafeMutableRawPointer(cursor!).assumingMemoryBound(to: FeedCursor.self).deallocate()
      return SQLITE_OK
    }
    unsafe calls.xFilter = { cursor, _, _, _, _ in
      unsafe RangeTable.state(of: cursor).pointee.restart()
      return SQLITE_OK
    }
    unsafe calls.xNext = { cursor in
      unsafe RangeTable.state(of: cursor).pointee.advance()
      return SQLITE_OK
    }
    unsafe calls.xEof = { cursor in unsafe RangeTable.state(of: cursor).pointee.leaves == nil ? 1 : 0 }
    unsafe calls.xColumn = { cursor, context, column in
      guard let leaves = unsafe RangeTable.state(of: cursor).pointee.leaves else { return SQLITE_OK }
      unsafe sqlite3_result_int64(
        context, Int64(clamping: column == 0 ? leaves.lowerBound : leaves.upperBound))
      return SQLITE_OK
    }
    unsafe calls.xRowid = { _, _ in SQLITE_OK }
    let module = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)
    unsafe module.initialize(to: calls)
    return unsafe UnsafePointer(module)
  }()
}
