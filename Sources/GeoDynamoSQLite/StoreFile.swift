// SPDX-License-Identifier: Apache-2.0
import CSQLite
import GeoDynamo
import Glibc

/// How a store is opened, and the connections that this makes.
///
/// Errors are `StoreError`s of the operation `open`, each with a sentence about what would be right.
struct StoreFile: Sendable {
  let path: String
  let mode: SQLiteStore.Mode
  let durability: SQLiteStore.Durability
  let busyTimeout: Duration
  /// Whether SQLite may take the file as one that nobody changes: it then needs no files beside it.
  private(set) var isImmutable = false

  init(_ path: String, mode: SQLiteStore.Mode, durability: SQLiteStore.Durability, busyTimeout: Duration) {
    self.path = path
    self.mode = mode
    self.durability = durability
    self.busyTimeout = busyTimeout
  }

  /// Looks at the file, makes the tables if the mode says so, and returns the first connection to it.
  mutating func open() throws -> Connection {
    try checkPath()
    do {
      return try openChecked()
    } catch let fault as SQLiteFault
      where mode == .readOnly && [SQLITE_CANTOPEN, SQLITE_READONLY].contains(fault.primaryCode)
    {
      // Without the log's shared memory beside it, a file can be read only if it cannot change.
      guard isOnReadOnlyFileSystem, !hasLog else { throw unreadable(fault) }
      isImmutable = true
      return try mapping { try openChecked() }
    } catch let fault as SQLiteFault where mode == .create && fault.systemError == ENOENT {
      // The directory is there, but gives SQLite no file.
      throw denied("a file cannot be created in this directory")
    } catch let fault as SQLiteFault {
      throw StoreError(fault, path: path, operation: "open")
    }
  }

  /// One more connection for reading, after `open`.
  func reader() throws -> Connection {
    let connection = try connect()
    do {
      try prepareForReading(connection)
      return connection
    } catch {
      connection.close()
      throw error
    }
  }

  private func prepareForReading(_ connection: Connection) throws {
    try connection.execute("PRAGMA query_only = 1; PRAGMA cache_size = -32768; PRAGMA trusted_schema = 0")
  }

  private func openChecked() throws -> Connection {
    let connection = try connect()
    do {
      if mode != .readOnly, connection.isReadOnly { throw denied("it can only be read") }
      try settle(connection)
      return connection
    } catch {
      connection.close()
      throw error
    }
  }

  /// Brings the file into the state that every other connection relies on.
  private func settle(_ connection: Connection) throws {
    if case .nothing = try Schema.content(of: connection), mode == .create {
      try useLog(on: connection)
      try Schema.create(on: connection)
    }
    switch try Schema.content(of: connection) {
    case .store(let version):
      if mode == .readOnly {
        guard version == Schema.version else { throw olderFormat(version) }
        // The first read of a table finds out whether the log can be used.
        _ = try connection.number("SELECT stamp FROM state")
        return try prepareForReading(connection)
      }
      try useLog(on: connection)
      try connection.execute(
        """
        PRAGMA synchronous = \(durability == .full ? "FULL" : "NORMAL");
        PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = 67108864; PRAGMA secure_delete = 0;
        PRAGMA temp_store = MEMORY; PRAGMA cache_size = -65536; PRAGMA trusted_schema = 0
        """)
      try Schema.migrate(on: connection, from: version)
    case .nothing:
      throw notAStore("is an SQLite file without tables; open it with mode create to make it a store")
    case .foreign(let id):
      throw notAStore(
        "is an SQLite database of another application (application_id \(id)); give the path of a store")
    case .newer(let version):
      throw StoreError(
        .newerFormat,
        "\(path) has format version \(version) and this program knows versions up to \(Schema.version); use a newer program",
        operation: "open")
    }
  }

  private func connect() throws -> Connection {
    // A path is never taken for one of SQLite's special names: `:memory:`, `file:…`.
    let name = isImmutable ? immutableURI : path.hasPrefix("/") ? path : "./" + path
    let flags =
      switch mode {
      case .readOnly where isImmutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      // Only a connection that could write removes the log's files when it is the last to close. A log with content would
      // be copied into the file first, and reading must leave the file as it is.
      case .readOnly: hasLog ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
      case .readWrite: SQLITE_OPEN_READWRITE
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    return try Connection(name, flags: flags, busyTimeoutMilliseconds: busyTimeout.milliseconds)
  }

  /// Switches the file to the write-ahead log. SQLite does not wait for locks here by itself.
  private func useLog(on connection: Connection) throws {
    let deadline = ContinuousClock.now + busyTimeout
    while true {
      do {
        if try connection.text("PRAGMA journal_mode = WAL") == "wal" { return }
        throw StoreError(
          .inputOutput, "\(path) is on a file system without shared memory, which the store needs",
          operation: "open")
      } catch let fault as SQLiteFault
        where fault.primaryCode == SQLITE_BUSY && ContinuousClock.now < deadline
      {
        usleep(1000)
      }
    }
  }

  private var immutableURI: String {
    let absolute = path.hasPrefix("/") ? path : "./" + path
    let hex = Array("0123456789ABCDEF".utf8)
    var uri = Array("file:".utf8)
    for byte in absolute.utf8 {
      switch byte {
      case UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        uri.append(byte)
      default: uri += [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
      }
    }
    return String(decoding: uri, as: UTF8.self) + "?immutable=1"
  }

  private func mapping<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let fault as SQLiteFault {
      throw StoreError(fault, path: path, operation: "open")
    }
  }
}

extension Duration {
  /// Whole milliseconds, within what SQLite takes.
  fileprivate var milliseconds: Int32 {
    let (seconds, attoseconds) = components
    return Int32(clamping: min(max(seconds, 0), 1_000_000) * 1000 + attoseconds / 1_000_000_000_000_000)
  }
}
