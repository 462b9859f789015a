// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

extension WriteTransaction {
  /// Puts the items of a batch, each in place of the one under its key.
  ///
  /// New keys cost one statement for the item and one for its row. An old item is read first, as its index row
  /// must go or, if it stays in its cell, change in place. Rows leave before others come, so that none collide.
  func load(_ batch: LoadBatch) throws {
    let settled = try unsafe batch.bytes.withUnsafeBytes { bytes in
      try unsafe loadItems(of: batch, bytes)
    }
    try unsafe batch.bytes.withUnsafeBytes { bytes in
      try unsafe insertRows(of: batch, bytes, except: settled)
    }
  }

  /// - Returns: The places of the records whose index row is as it should be already.
  @unsafe
  private func loadItems(of batch: LoadBatch, _ bytes: UnsafeRawBufferPointer) throws -> Set<Int32> {
    var settled: Set<Int32> = []
    let insert = try connection.statement(.insertNewItem)
    defer { insert.reset() }
    for (place, record) in batch.records.enumerated() {
      try unsafe insert.bindLent(UnsafeRawBufferPointer(rebasing: bytes[record.partition]), at: 1)
      try unsafe insert.bindLent(UnsafeRawBufferPointer(rebasing: bytes[record.sort]), at: 2)
      try unsafe insert.bindLent(UnsafeRawBufferPointer(rebasing: bytes[record.item]), at: 3)
      try insert.run()
      if connection.changedRows == 0 {
        let (key, item) = unsafe (
          PrimaryKey(
            partition: UTF8String(String(decoding: bytes[record.partition], as: UTF8.self)),
            sort: UTF8String(String(decoding: bytes[record.sort], as: UTF8.self))), Array(bytes[record.item])
        )
        let old = try self.item(under: key)
        let new = try EncodedItem(
          try StoredItem.decode(unsafe item.span.bytes, key: key), operation: "load")
        try put(new, inPlaceOf: old)
        settled.insert(Int32(place))
      }
    }
    return settled
  }

  @unsafe
  private func insertRows(
    of batch: LoadBatch, _ bytes: UnsafeRawBufferPointer, except settled: Set<Int32>
  ) throws {
    let numbers = try batch.collections.map { try number(of: $0) }
    let insert = try connection.statement(.insertRow)
    defer { insert.reset() }
    for place in batch.rows where settled.isEmpty || !settled.contains(place) {
      let record = batch.records[Int(place)]
      try insert.bind(numbers[Int(record.collection)], at: 1)
      try insert.bind(record.cell, at: 2)
      try unsafe insert.bindLent(UnsafeRawBufferPointer(rebasing: bytes[batch.id(of: record)]), at: 3)
      try insert.bind(record.latitude, at: 4)
      try insert.bind(record.longitude, at: 5)
      try insert.bind(record.movedAt, at: 6)
      try insert.bind(stampForPlacing(), at: 7)
      try unsafe insert.bindLent(UnsafeRawBufferPointer(rebasing: bytes[record.attributes]), at: 8)
      try insert.run()
    }
  }
}
