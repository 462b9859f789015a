// SPDX-License-Identifier: Apache-2.0
import CSQLite
import GeoDynamo

/// The writer's transaction, and all that may be changed in it: an item and its index row always together.
///
/// One object serves one transaction after another. It lives on the writer's thread and never leaves it.
final class WriteTransaction {
  let connection: Connection
  let path: String
  /// Microseconds since 1970.
  let clock: @Sendable () -> Int64

  /// What rows placed by this transaction are stamped with.
  private(set) var stamp: Int64 = 0
  private var hasPlaced = false
  /// What `commit` writes to the table of counts.
  var counts = CountChanges()

  init(on connection: Connection, path: String, clock: @escaping @Sendable () -> Int64) {
    self.connection = connection
    self.path = path
    self.clock = clock
  }

  /// False before `begin`, after the end, and after a fault for which SQLite has ended the transaction itself.
  var isOpen: Bool { connection.isInTransaction }

  func begin() throws {
    try connection.run(.begin)
    let statement = try connection.statement(.stamp)
    defer { statement.reset() }
    guard try statement.step() else { throw damage("it has no stamp") }
    stamp = statement.int64(0) + 1
    hasPlaced = false
    counts.removeAll()
  }

  func commit() throws {
    try writeCounts()
    if hasPlaced {
      let statement = try connection.statement(.setStamp)
      try statement.bind(stamp, at: 1)
      try statement.run()
    }
    try connection.run(.commit)
  }

  /// Ends the transaction without a trace. Harmless when there is none.
  func rollBack() {
    // Rolling back fails only when there is nothing to roll back.
    if isOpen { try? connection.run(.rollback) }
    connection.collections = [:]
  }

  /// Undoes what `body` did, and nothing else, when it throws.
  func withSavepoint(_ body: () throws -> Void) throws {
    try connection.run(.savepoint)
    counts.beginOperation()
    do {
      try body()
    } catch {
      if isOpen {
        try connection.run(.rollbackToSavepoint)
        try connection.run(.release)
        connection.collections = [:]
        counts.undoOperation()
      }
      throw error
    }
    try connection.run(.release)
  }

  /// After the callers have been told: keeps the log short. A fault shows again at the next write.
  func checkpoint(afterLoad: Bool) {
    let frames = connection.logFrames
    guard frames >= (afterLoad ? Self.loadFrames : Self.frames) else { return }
    try? connection.checkpoint(restart: frames >= 4 * Self.loadFrames)
  }

  /// Begins the log anew where that is possible: on a full disk it may be what fills it.
  func makeRoom() {
    try? connection.checkpoint(restart: true)
  }

  /// Pages of 4 KB in the log from which it is copied into the file.
  private static let frames = 4000
  private static let loadFrames = 32000

  func damage(_ what: String) -> SQLiteFault {
    SQLiteFault(code: SQLITE_CORRUPT, message: what, systemError: 0)
  }
}

// MARK: - Items

extension WriteTransaction {
  /// The item under `key`, as this transaction sees it.
  func item(under key: PrimaryKey) throws -> Item? {
    try connection.item(under: key)
  }

  /// Puts `new` in place of the item under its key, if any.
  func put(_ new: EncodedItem) throws {
    let old = try connection.rowKeys(under: new.key)?.map { try connection.row(at: $0) }
    try change(old == nil ? .insertItem : .updateItem, new.key, to: new.bytes)
    try replaceRow(old?.first, by: new.row)
  }

  /// Puts `new` in place of `old`, which is the item under its key.
  func put(_ new: EncodedItem, inPlaceOf old: Item?) throws {
    try change(old == nil ? .insertItem : .updateItem, new.key, to: new.bytes)
    try replaceRow(try old.flatMap { try EncodedRow(of: $0, operation: "put") }, by: new.row)
  }

  /// Deletes `old`, which is the item under `key`.
  func delete(_ key: PrimaryKey, _ old: Item) throws {
    let statement = try connection.statement(.deleteItem)
    try statement.bind(key.partition, at: 1)
    try statement.bind(key.sort, at: 2)
    try statement.run()
    try replaceRow(try EncodedRow(of: old, operation: "delete"), by: nil)
  }

  private func change(_ sql: SQL, _ key: PrimaryKey, to bytes: [UInt8]) throws {
    let statement = try connection.statement(sql)
    try statement.bind(key.partition, at: 1)
    try statement.bind(key.sort, at: 2)
    try statement.bind(bytes, at: 3)
    try statement.run()
  }
}

// MARK: - Index rows

extension WriteTransaction {
  /// The number that stands for a collection in the index; a new one for a new collection.
  func number(of collection: UTF8String) throws -> Int64 {
    if let known = try connection.number(of: collection) { return known }
    let insert = try connection.statement(.insertCollection)
    try insert.bind(collection, at: 1)
    try insert.run()
    connection.collections[collection] = connection.lastInsertedRow
    return connection.lastInsertedRow
  }

  /// The stamp for a row that comes to its place now.
  func stampForPlacing() -> Int64 {
    hasPlaced = true
    return stamp
  }

  func replaceRow(_ old: EncodedRow?, by new: EncodedRow?) throws {
    switch (old, new) {
    case (nil, nil): break
    case (nil, let new?): try insert(new, stamp: stampForPlacing())
    case (let old?, nil): try remove(old)
    case (let old?, let new?):
      let stays = old.hasPosition(of: new)
      if old.cell == new.cell, old.collection == new.collection {
        if stays, old == new { return }
        try write(new, by: .updateRow, stamp: stays ? nil : stampForPlacing())
        try expectOneRow()
      } else {
        // Another grid names the same place differently: the row moves in the table, the object has not moved.
        let kept = stays ? try stamp(of: old) : nil
        try remove(old)
        try insert(new, stamp: kept ?? stampForPlacing())
      }
    }
  }

  private func insert(_ row: EncodedRow, stamp: Int64) throws {
    let collection = try write(row, by: .insertRow, stamp: stamp)
    counts.add(1, to: CoarseCell(collection: collection, leaf: row.cell))
  }

  func remove(_ row: EncodedRow) throws {
    let statement = try connection.statement(.deleteRow)
    let collection = try bind(row, to: statement)
    try statement.run()
    try expectOneRow()
    counts.add(-1, to: CoarseCell(collection: collection, leaf: row.cell))
  }

  /// The stamp that a row has.
  func stamp(of row: EncodedRow) throws -> Int64 {
    let statement = try connection.statement(.row)
    defer { statement.reset() }
    try bind(row, to: statement)
    guard try statement.step() else { throw damage("an item has no index row") }
    return statement.int64(3)
  }

  /// - Parameter stamp: nil leaves the row's own.
  /// - Returns: The number of the row's collection.
  @discardableResult
  private func write(_ row: EncodedRow, by sql: SQL, stamp: Int64?) throws -> Int64 {
    let statement = try connection.statement(sql)
    let collection = try bind(row, to: statement)
    try statement.bind(row.latitude, at: 4)
    try statement.bind(row.longitude, at: 5)
    try statement.bind(row.movedAt, at: 6)
    if let stamp { try statement.bind(stamp, at: 7) } else { try statement.bindNull(at: 7) }
    try statement.bind(row.attributes, at: 8)
    try statement.run()
    return collection
  }

  /// - Returns: The number of the row's collection.
  @discardableResult
  private func bind(_ row: EncodedRow, to statement: Statement) throws -> Int64 {
    let collection = try number(of: row.collection)
    try statement.bind(collection, at: 1)
    try statement.bind(row.cell, at: 2)
    try statement.bind(row.id, at: 3)
    return collection
  }

  private func expectOneRow() throws {
    if connection.changedRows != 1 { throw damage("an item has no index row") }
  }
}
