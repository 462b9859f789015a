// SPDX-License-Identifier: Apache-2.0
import CSQLite
import GeoDynamo

/// One connection to the file, with the statements prepared on it.
///
/// It is opened without SQLite's own mutex. `@unchecked Sendable` is right because a connection has one user at
/// a time: the pool lends each one exclusively, and the writer's belongs to the writer's thread.
@safe
final class Connection: @unchecked Sendable {
  private let handle: OpaquePointer
  private var statements: [Statement?]
  /// Numbers of collections. One that is committed never changes; the writer empties this when it rolls back.
  var collections: [UTF8String: Int64] = [:]
  /// Frames in the write-ahead log after the last commit of this connection.
  fileprivate(set) var logFrames = 0

  /// Opens the file or URI `name`.
  init(_ name: String, flags: Int32, busyTimeoutMilliseconds: Int32) throws {
    var opened: OpaquePointer?
    let code = unsafe sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard let opened = unsafe opened else {
      throw SQLiteFault(code: SQLITE_NOMEM, message: "out of memory", systemError: 0)
    }
    unsafe handle = opened
    statements = Array(repeating: nil, count: SQL.allCases.count)
    guard code == SQLITE_OK else {
      let fault = unsafe Self.fault(code, on: opened)
      close()
      throw fault
    }
    unsafe sqlite3_busy_timeout(handle, busyTimeoutMilliseconds)
  }

  /// Frees the statements and the connection. The owner calls it once.
  func close() {
    for statement in statements { statement?.finalize() }
    statements = []
    _ = unsafe sqlite3_close_v2(handle)
  }

  /// The statement, prepared when it is first asked for.
  func statement(_ sql: SQL) throws -> Statement {
    if let prepared = statements[sql.rawValue] { return prepared }
    let statement = try unsafe Statement(sql.text, on: handle)
    statements[sql.rawValue] = statement
    return statement
  }

  /// Makes what `rowsInRanges` reads and selects, without which that cannot be prepared.
  func makeRowFeed() throws -> RowFeed { try unsafe RowFeed(on: handle) }

  /// Runs a statement without rows and parameters.
  func run(_ sql: SQL) throws {
    try statement(sql).run()
  }

  /// Runs any number of statements, once.
  func execute(_ text: String) throws {
    let code = unsafe sqlite3_exec(handle, text, nil, nil, nil)
    if code != SQLITE_OK { throw unsafe Self.fault(code, on: handle) }
  }

  /// The first column of the first row of a statement that runs once; nil when there is no row.
  func number(_ text: StaticString) throws -> Int64? {
    let statement = try unsafe Statement(text, on: handle)
    defer { statement.finalize() }
    return try statement.step() ? statement.int64(0) : nil
  }

  /// The first column of the first row, as text.
  func text(_ text: StaticString) throws -> String? {
    let statement = try unsafe Statement(text, on: handle)
    defer { statement.finalize() }
    return try statement.step() ? statement.text(0).string : nil
  }

  /// Rows changed by the last statement that inserts, updates or deletes.
  var changedRows: Int64 { unsafe sqlite3_changes64(handle) }

  /// The number of the last row inserted into a table that numbers them.
  var lastInsertedRow: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

  /// Whether a transaction is open that was begun by `begin`. An error may have ended it.
  var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

  /// Whether the file could be opened only for reading.
  var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") == 1 }

  /// What SQLite has to say about a code it has just returned on `connection`.
  @unsafe
  static func fault(_ code: Int32, on connection: OpaquePointer?) -> SQLiteFault {
    SQLiteFault(
      code: code, message: unsafe String(cString: sqlite3_errmsg(connection)),
      systemError: Self.hasSystemError(code) ? unsafe sqlite3_system_errno(connection) : 0)
  }

  private static func hasSystemError(_ code: Int32) -> Bool {
    code & 0xff == SQLITE_IOERR || code & 0xff == SQLITE_CANTOPEN
  }
}

extension Connection {
  /// Counts the log's frames at each commit, in place of SQLite's automatic checkpoint.
  func countLogFrames() {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    _ = unsafe sqlite3_wal_hook(
      handle,
      { context, _, _, frames in
        // The hook is called by the connection, hence during its life.
        if let context = unsafe context {
          unsafe Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().logFrames = Int(frames)
        }
        return SQLITE_OK
      }, context)
  }

  /// Copies the log into the file.
  ///
  /// - Parameter restart: Whether to wait for readers, so that the next write begins the log anew.
  func checkpoint(restart: Bool) throws {
    var frames: Int32 = 0
    let code = unsafe sqlite3_wal_checkpoint_v2(
      handle, nil, restart ? SQLITE_CHECKPOINT_RESTART : SQLITE_CHECKPOINT_PASSIVE, &frames, nil)
    // Busy: another process does it, or a reader is in the way. The next checkpoint goes on.
    guard code == SQLITE_OK || code & 0xff == SQLITE_BUSY else { throw unsafe Self.fault(code, on: handle) }
  }
}
