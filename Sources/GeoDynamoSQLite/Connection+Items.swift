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
    let row = try row(of: stored, under: key)
    defer { row.reset() }
    return try stored.decode(
      unsafe bytes.bytes, key: key,
      row: IndexRow(
        latitude: row.double(0), longitude: row.double(1), movedAt: row.int64(2), stamp: row.int64(3)),
      attributes: unsafe row.lentBytes(4).bytes)
  }

  /// What the index has of the item under `key`, without the rest of the item.
  ///
  /// - Returns: nil when there is no item; an empty list when it has no index row.
  func rows(under key: PrimaryKey) throws -> [EncodedRow]? {
    let statement = try statement(.item)
    defer { statement.reset() }
    try statement.bind(key.partition, at: 1)
    try statement.bind(key.sort, at: 2)
    guard try statement.step() else { return nil }
    let bytes = unsafe statement.lentBytes(0)
    guard let stored = try StoredItem(head: unsafe bytes.bytes) else {
      let item = try StoredItem.decodeFull(unsafe bytes.bytes, key: key)
      return try EncodedRow(of: item, operation: "read").map { [$0] } ?? []
    }
    let row = try row(of: stored, under: key)
    defer { row.reset() }
    let (collection, id) = try StoredItem.parts(of: key.partition)
    return [
      EncodedRow(
        collection: collection, cell: Int64(bitPattern: stored.leaf), id: id, latitude: row.double(0),
        longitude: row.double(1), movedAt: row.int64(2), attributes: row.bytes(4))
    ]
  }

  /// A statement on the index row of an item.
  private func row(of stored: StoredItem, under key: PrimaryKey) throws -> Statement {
    let (collection, id) = try StoredItem.parts(of: key.partition)
    guard let number = try number(of: collection) else { throw StoredItem.damaged }
    let row = try statement(.row)
    try row.bind(number, at: 1)
    try row.bind(Int64(bitPattern: stored.leaf), at: 2)
    try row.bind(id, at: 3)
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
