// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

extension WriteTransaction {
  /// Puts the items of a batch, each in place of the one under its key.
  ///
  /// Three walks, each in the order of the table it goes through, so that a page is visited once: items by key,
  /// rows that must go or change by their cells, new rows by theirs. New keys need no second walk.
  func load(_ batch: LoadBatch) throws {
    try unsafe batch.bytes.withUnsafeBytes { bytes in
      var load = unsafe BatchLoad(batch, bytes)
      try load.putItems(in: self)
      try load.settleOldRows(in: self)
      try load.insertRows(in: self)
    }
  }
}

/// A load under way. The bytes are the batch's, and lent to statements without a copy: it lives only while they do.
@safe
private struct BatchLoad {
  private let batch: LoadBatch
  private let bytes: UnsafeRawBufferPointer
  /// Rows of items that were there before, with the place of the record that replaces each.
  private var oldRows: [(row: RowKey, place: Int)] = []
  /// By place: whether the index row is as it should be already.
  private var isSettled: [Bool]
  /// By place: the stamp of a row that goes to another cell while its object stays where it is.
  private var keptStamps: [Int: Int64] = [:]

  init(_ batch: LoadBatch, _ bytes: UnsafeRawBufferPointer) {
    self.batch = batch
    unsafe self.bytes = unsafe bytes
    isSettled = Array(repeating: false, count: batch.records.count)
  }

  mutating func putItems(in transaction: WriteTransaction) throws {
    let insert = try transaction.connection.statement(.insertNewItem)
    let update = try transaction.connection.statement(.updateItem)
    for (place, record) in batch.records.enumerated() {
      try run(insert, with: record)
      if transaction.connection.changedRows == 1 { continue }
      let old = try transaction.connection.rowKeys(under: unsafe batch.key(of: record, in: bytes))
      if let row = old?.first { oldRows.append((row, place)) }
      try run(update, with: record)
    }
  }

  mutating func settleOldRows(in transaction: WriteTransaction) throws {
    oldRows.sort { a, b in
      if a.row.collection != b.row.collection { return a.row.collection < b.row.collection }
      // Places are in the order of the keys, and within a collection that is the order of the ids.
      return a.row.cell != b.row.cell ? a.row.cell < b.row.cell : a.place < b.place
    }
    for (key, place) in oldRows {
      let old = try transaction.connection.row(at: key)
      let new = unsafe batch.row(of: batch.records[place], in: bytes)
      if let new, new.key != key {
        if old.hasPosition(of: new) { keptStamps[place] = try transaction.stamp(of: old) }
        try transaction.remove(old)
      } else {
        try transaction.replaceRow(old, by: new)
        isSettled[place] = true
      }
    }
  }

  func insertRows(in transaction: WriteTransaction) throws {
    let numbers = try batch.collections.map { try transaction.number(of: $0) }
    let insert = try transaction.connection.statement(.insertRow)
    for place in batch.rows.lazy.map(Int.init) where !isSettled[place] {
      let record = batch.records[place]
      try insert.bind(numbers[Int(record.collection)], at: 1)
      try insert.bind(record.cell, at: 2)
      try unsafe insert.bindLent(UnsafeRawBufferPointer(rebasing: bytes[batch.id(of: record)]), at: 3)
      try insert.bind(record.latitude, at: 4)
      try insert.bind(record.longitude, at: 5)
      try insert.bind(record.movedAt, at: 6)
      try insert.bind(keptStamps[place] ?? transaction.stampForPlacing(), at: 7)
      try unsafe insert.bindLent(UnsafeRawBufferPointer(rebasing: bytes[record.attributes]), at: 8)
      try insert.run()
      transaction.counts.add(
        1, to: CoarseCell(collection: numbers[Int(record.collection)], leaf: record.cell))
    }
  }

  private func run(_ statement: Statement, with record: LoadBatch.Record) throws {
    try unsafe statement.bindLent(UnsafeRawBufferPointer(rebasing: bytes[record.partition]), at: 1)
    try unsafe statement.bindLent(UnsafeRawBufferPointer(rebasing: bytes[record.sort]), at: 2)
    try unsafe statement.bindLent(UnsafeRawBufferPointer(rebasing: bytes[record.item]), at: 3)
    try statement.run()
  }
}
