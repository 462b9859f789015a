// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// An item that is ready to be written: made on the caller's thread, so that the writer's only inserts.
struct EncodedItem: Sendable {
  let key: PrimaryKey
  let bytes: [UInt8]
  let row: EncodedRow?

  /// - Throws: `StoreError` with `validation` when `item` cannot be stored or has index keys without a position.
  init(_ item: Item, operation: String) throws {
    key = try item.validate(operation: operation)
    row = try EncodedRow(of: item, operation: operation)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(160)
    StoredItem.encode(item, into: &bytes)
    self.bytes = bytes
  }
}

/// The index row of an item, with its attributes encoded.
struct EncodedRow: Sendable {
  let entry: IndexEntry
  let attributes: [UInt8]

  /// The row of `item`; nil when the index has none for it.
  init?(of item: Item, operation: String) throws {
    guard let entry = try IndexEntry(of: item) else { return nil }
    guard item[KeySchema.Name.sort]?.string == KeySchema.objectSort, entry.leaf <= UInt64(Int64.max) else {
      // The index knows an object by its partition key alone.
      throw StoreError(
        .validation, "an item with index keys must have the sort key \"\(KeySchema.objectSort)\"",
        operation: operation)
    }
    self.entry = entry
    attributes = ItemCodec.encode(entry.attributes)
  }

  var cell: Int64 { Int64(entry.leaf) }

  /// Whether both are at the same place, bit for bit.
  func hasPosition(of other: EncodedRow) -> Bool {
    entry.latitude.bitPattern == other.entry.latitude.bitPattern
      && entry.longitude.bitPattern == other.entry.longitude.bitPattern
  }
}
