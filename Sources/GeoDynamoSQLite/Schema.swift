// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// The tables of a store's file, and the versions of its format.
///
/// ```
/// items        pk, sk → item           StoredItem's bytes, without the keys
/// cells        collection, cell, id → lat, lon, moved_at, stamp, x
///                                      one row per located object; cell is the leaf's number, x ItemCodec's bytes
/// counts       collection, cell → n    objects in each coarse cell that has some: those whose leaf >> 40 is cell
/// collections  number → name           what `collection` stands for in cells and counts
/// tokens       token → fingerprint, used_at          transactions of the last ten minutes
/// state        one row: stamp          grows by one with every transaction that places an object
/// ```
enum Schema {
  /// "GeoQ", in the file's header.
  static let applicationID: Int64 = 0x4765_6f51
  /// The format this program reads and writes.
  static let version: Int64 = 2

  /// The statements that make an empty file a store. Run inside one transaction.
  static let creation = """
    CREATE TABLE items(
      pk BLOB NOT NULL, sk BLOB NOT NULL, item BLOB NOT NULL,
      PRIMARY KEY(pk, sk)) WITHOUT ROWID;
    CREATE TABLE cells(
      collection INTEGER NOT NULL, cell INTEGER NOT NULL, id BLOB NOT NULL,
      lat REAL NOT NULL, lon REAL NOT NULL, moved_at INTEGER NOT NULL, stamp INTEGER NOT NULL, x BLOB NOT NULL,
      PRIMARY KEY(collection, cell, id)) WITHOUT ROWID;
    CREATE TABLE collections(number INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE);
    CREATE TABLE tokens(token BLOB PRIMARY KEY, fingerprint BLOB NOT NULL, used_at INTEGER NOT NULL) WITHOUT ROWID;
    CREATE INDEX tokens_by_time ON tokens(used_at);
    CREATE TABLE state(one INTEGER PRIMARY KEY CHECK(one = 1), stamp INTEGER NOT NULL);
    INSERT INTO state VALUES(1, 0);
    \(countsCreation);
    PRAGMA application_id = \(applicationID);
    PRAGMA user_version = \(version);
    """

  private static let countsCreation = """
    CREATE TABLE counts(
      collection INTEGER NOT NULL, cell INTEGER NOT NULL, n INTEGER NOT NULL,
      PRIMARY KEY(collection, cell)) WITHOUT ROWID
    """

  /// What a file holds, by its header and its tables.
  enum Content {
    /// An SQLite file without tables: somebody was about to make a store of it.
    case nothing
    /// A store of this or an earlier version.
    case store(version: Int64)
    /// A store of a later version.
    case newer(version: Int64)
    /// Somebody else's tables.
    case foreign(applicationID: Int64)
  }

  /// Looks at the file behind `connection`.
  static func content(of connection: Connection) throws -> Content {
    let application = try connection.number("PRAGMA application_id") ?? 0
    let version = try connection.number("PRAGMA user_version") ?? 0
    guard application == applicationID else {
      let tables = try connection.number("SELECT count(*) FROM sqlite_schema") ?? 0
      return tables == 0 && application == 0 ? .nothing : .foreign(applicationID: application)
    }
    return version > Self.version ? .newer(version: version) : .store(version: version)
  }

  /// Makes the tables in an empty file, unless another process has just done so.
  static func create(on connection: Connection) throws {
    try transaction(on: connection) {
      guard case .nothing = try content(of: connection) else { return }
      try connection.execute(creation)
    }
  }

  /// Brings a file of an earlier version up to date, one version after another.
  static func migrate(on connection: Connection, from version: Int64) throws {
    guard version < Self.version else { return }
    try transaction(on: connection) {
      // The steps stand here, each under the number it starts from.
      switch try connection.number("PRAGMA user_version") ?? 0 {
      case 1: try addCounts(on: connection)
      case Self.version: return
      case let unknown:
        throw SQLiteFault(code: 11, message: "format version \(unknown) has never existed", systemError: 0)
      }
    }
  }

  /// Version 1 has no counts.
  private static func addCounts(on connection: Connection) throws {
    try connection.execute(countsCreation)
    let add = try connection.statement(.addToCount)
    try connection.countRows { cell, count in
      try add.bind(cell.collection, at: 1)
      try add.bind(cell.cell, at: 2)
      try add.bind(Int64(count), at: 3)
      try add.run()
    }
    try connection.execute("PRAGMA user_version = 2")
  }

  private static func transaction(on connection: Connection, _ body: () throws -> Void) throws {
    try connection.run(.begin)
    do {
      try body()
      try connection.run(.commit)
    } catch {
      if connection.isInTransaction { try? connection.run(.rollback) }
      throw error
    }
  }
}
