// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// An item that is ready to be written: made on the caller's thread, so that the writer's only inserts.
struct EncodedItem: Sendable {
  let key: PrimaryKey
  let bytes: [UInt8]
  let row: EncodedRow?

  init(key: PrimaryKey, bytes: [UInt8], row: EncodedRow?) {
    self.key = key
    self.bytes = bytes
    self.row = row
  }

  /// - Throws: `StoreError` with `validation` when `item` cannot be stored or has index keys without a position.
  init(_ item: Item, operation: String) throws {
    key = try item.validate(operation: operation)
    row = try EncodedRow(of: item, operation: operation)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(160)
    StoredItem.encode(item, row: row, into: &bytes)
    self.bytes = bytes
  }
}

/// Where an index row is.
struct RowKey: Equatable, Sendable {
  var collection: UTF8String
  var cell: Int64
  var id: UTF8String
}

extension RowKey {
  /// - Throws: `StoreError` with `notAStore` when `key` is not that of an object.
  init(of stored: StoredItem, under key: PrimaryKey) throws(StoreError) {
    let (collection, id) = try StoredItem.parts(of: key.partition)
    self.init(collection: collection, cell: Int64(bitPattern: stored.leaf), id: id)
  }
}

/// The index row of an item, with its attributes encoded.
struct EncodedRow: Equatable, Sendable {
  var collection: UTF8String
  var cell: Int64
  var id: UTF8String
  var latitude: Double
  var longitude: Double
  var movedAt: Int64
  var attributes: [UInt8]

  var key: RowKey { RowKey(collection: collection, cell: cell, id: id) }

  /// Whether both are at the same place, bit for bit.
  func hasPosition(of other: EncodedRow) -> Bool {
    latitude.bitPattern == other.latitude.bitPattern && longitude.bitPattern == other.longitude.bitPattern
  }
}

extension EncodedRow {
  /// The row of `item`; nil when the index has none for it.
  ///
  /// - Throws: `StoreError` with `validation` when `item` has index keys and is no located object.
  init?(of item: Item, operation: String) throws {
    guard let entry = try IndexEntry(of: item) else { return nil }
    guard item[KeySchema.Name.sort]?.string == KeySchema.objectSort, let cell = Int64(exactly: entry.leaf)
    else {
      // The index knows an object by its partition key alone.
      throw StoreError(
        .validation, "an item with index keys must have the sort key \"\(KeySchema.objectSort)\"",
        operation: operation)
    }
    self.init(
      collection: entry.collection, cell: cell, id: entry.id, latitude: entry.latitude,
      longitude: entry.longitude,
      movedAt: entry.movedAt, attributes: ItemCodec.encode(entry.attributes))
  }
}
