// SPDX-License-Identifier: Apache-2.0
import CSQLite
import GeoDynamo

/// Reading items, which lie in two tables. The readers and the writer share it.
extension Connection {
  /// The item under `key`.
  ///
  /// Both tables are read in one transaction: the statement on the item's row holds it until the end.
  func item(under key: PrimaryKey) throws -> Item? {
    let statement = try statement(.item)
    defer { statement.reset() }
    try statement.bind(key.partition, at: 1)
    try statement.bind(key.sort, at: 2)
    guard try statement.step() else { return nil }
    return try item(under: key, in: statement, column: 0)
  }

  /// The item under `key`, whose bytes are in a column of a statement's present row.
  func item(under key: PrimaryKey, in statement: Statement, column: Int32) throws -> Item {
    let bytes = unsafe statement.lentBytes(column)
    guard let stored = try StoredItem(head: unsafe bytes.bytes) else {
      return try StoredItem.decodeFull(unsafe bytes.bytes, key: key)
    }
    let row = try self.statement(at: RowKey(of: stored, under: key))
    defer { row.reset() }
    return try stored.decode(
      unsafe bytes.bytes, key: key,
      row: IndexRow(
        latitude: row.double(0), longitude: row.double(1), movedAt: row.int64(2), stamp: row.int64(3)),
      attributes: unsafe row.lentBytes(4).bytes)
  }

  /// Where the index row of the item under `key` is, found without reading the row.
  ///
  /// - Returns: nil when there is no item; an empty list when it has no index row.
  func rowKeys(under key: PrimaryKey) throws -> [RowKey]? {
    let statement = try statement(.item)
    defer { statement.reset() }
    try statement.bind(key.partition, at: 1)
    try statement.bind(key.sort, at: 2)
    guard try statement.step() else { return nil }
    let bytes = unsafe statement.lentBytes(0)
    if let stored = try StoredItem(head: unsafe bytes.bytes) { return [try RowKey(of: stored, under: key)] }
    let item = try StoredItem.decodeFull(unsafe bytes.bytes, key: key)
    return try EncodedRow(of: item, operation: "read").map { [$0.key] } ?? []
  }

  /// The index row at `key`, which an item says is there.
  func row(at key: RowKey) throws -> EncodedRow {
    let row = try statement(at: key)
    defer { row.reset() }
    return EncodedRow(
      collection: key.collection, cell: key.cell, id: key.id, latitude: row.double(0),
      longitude: row.double(1),
      movedAt: row.int64(2), attributes: row.bytes(4))
  }

  /// A statement that stands on the index row at `key`; the caller resets it.
  private func statement(at key: RowKey) throws -> Statement {
    guard let number = try number(of: key.collection) else { throw StoredItem.damaged }
    let row = try statement(.row)
    try row.bind(number, at: 1)
    try row.bind(key.cell, at: 2)
    try row.bind(key.id, at: 3)
    guard try row.step() else {
      row.reset()
      throw SQLiteFault(code: SQLITE_CORRUPT, message: "an item has no index row", systemError: 0)
    }
    return row
  }

  /// The number that stands for a collection in the index; nil when the index has none of its objects.
  func number(of collection: UTF8String) throws -> Int64? {
    if let known = collections[collection] { return known }
    let statement = try statement(.collectionNumber)
    defer { statement.reset() }
    try statement.bind(collection, at: 1)
    guard try statement.step() else { return nil }
    let number = statement.int64(0)
    collections[collection] = number
    return number
  }
}
