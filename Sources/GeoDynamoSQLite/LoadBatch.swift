// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoHash
import Glibc

/// Items to be loaded in one transaction, encoded side by side in one buffer and sorted for the tables' order.
///
/// ```
/// bytes    of each item in turn: partition key, sort key, item, x
/// records  where they lie, in the order of the keys; of items with the same key only the last one given
/// rows     places in `records` of the items with an index row, in the order of collection, cell and id
/// ```
struct LoadBatch: Sendable {
  /// The most items of one transaction.
  static let maximumItems = 100_000

  /// Where the parts of an item lie, and what its index row holds in fixed size.
  struct Record: Sendable {
    var start: Int
    var partitionCount: Int32
    var sortCount: Int32
    var itemCount: Int32
    var attributesCount: Int32
    /// The place in `collections`; -1 for an item without index row.
    var collection: Int32 = -1
    /// The place in the list that was given.
    var order: Int32
    var cell: Int64 = 0
    var latitude: Double = 0
    var longitude: Double = 0
    var movedAt: Int64 = 0

    var partition: Range<Int> { start..<start + Int(partitionCount) }
    var sort: Range<Int> { partition.upperBound..<partition.upperBound + Int(sortCount) }
    var item: Range<Int> { sort.upperBound..<sort.upperBound + Int(itemCount) }
    var attributes: Range<Int> { item.upperBound..<item.upperBound + Int(attributesCount) }
  }

  private(set) var bytes: [UInt8] = []
  private(set) var records: [Record] = []
  private(set) var rows: [Int32] = []
  private(set) var collections: [UTF8String] = []

  /// - Throws: `StoreError` with `validation` for an item that cannot be stored; nothing is loaded then.
  static func batches(of items: ArraySlice<Item>) async throws -> [LoadBatch] {
    guard items.count > encodedAtOnce else { return [try LoadBatch(items)] }
    return try await withThrowingTaskGroup(of: (Int, LoadBatch).self) { group in
      for start in stride(from: items.startIndex, to: items.endIndex, by: encodedAtOnce) {
        group.addTask { (start, try LoadBatch(items[start..<min(start + encodedAtOnce, items.endIndex)])) }
      }
      // Of items with the same key the last one counts, so the order must be that of the list.
      return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  /// Enough items to be worth a task.
  private static let encodedAtOnce = 12_500

  /// - Throws: `StoreError` with `validation` for an item that cannot be stored.
  init(_ items: ArraySlice<Item>) throws {
    bytes.reserveCapacity(items.count * 192)
    records.reserveCapacity(items.count)
    for item in items { try append(item) }
    sortRecords()
    sortRows()
  }

  /// - Throws: `StoreError` with `validation` for an object that cannot be stored; nothing is loaded then.
  init(_ batch: ObjectBatch) throws {
    bytes.reserveCapacity(batch.count * 160)
    records.reserveCapacity(batch.count)
    let prefix = Array("o#\(batch.collection)#".utf8)
    collections = [UTF8String(batch.collection.description)]
    for object in batch.objects { try append(object, of: batch, prefix) }
    sortRecords()
    sortRows()
  }

  /// Where the id lies: at the end of the partition key, behind `o#<collection>#`.
  func id(of record: Record) -> Range<Int> {
    let prefix = 3 + collections[Int(record.collection)].string.utf8.count
    return record.partition.lowerBound + prefix..<record.partition.upperBound
  }

  /// The key of a record.
  @unsafe
  func key(of record: Record, in bytes: UnsafeRawBufferPointer) -> PrimaryKey {
    unsafe PrimaryKey(partition: text(record.partition, bytes), sort: text(record.sort, bytes))
  }

  /// The index row of a record; nil when it has none.
  @unsafe
  func row(of record: Record, in bytes: UnsafeRawBufferPointer) -> EncodedRow? {
    guard record.collection >= 0 else { return nil }
    return EncodedRow(
      collection: collections[Int(record.collection)], cell: record.cell,
      id: unsafe text(id(of: record), bytes),
      latitude: record.latitude, longitude: record.longitude, movedAt: record.movedAt,
      attributes: unsafe Array(bytes[record.attributes]))
  }

  @unsafe
  private func text(_ range: Range<Int>, _ bytes: UnsafeRawBufferPointer) -> UTF8String {
    UTF8String(unsafe String(decoding: bytes[range], as: UTF8.self))
  }

  /// Appends an object in the form that `StoredItem` gives its item, without making the item.
  private mutating func append(_ object: GeoObject, of batch: ObjectBatch, _ prefix: [UInt8]) throws {
    let levels = batch.settings.partitionLevels
    guard let coordinate = object.coordinate, levels.count <= StoredItem.maximumLevels else {
      return try append(batch.item(of: object))
    }
    for value in object.attributes.values { try value.validate(operation: "load") }
    let start = bytes.count
    bytes.append(contentsOf: prefix)
    bytes.append(contentsOf: object.id.text.string.utf8)
    let sort = bytes.count
    bytes.append(contentsOf: KeySchema.objectSort.string.utf8)
    let content = bytes.count
    let leaf = batch.settings.leaf(of: coordinate)
    StoredItem.appendHead(leaf: leaf, levels: levels, of: batch.settings, to: &bytes)
    let (indexed, others) = batch.parts(of: object.attributes)
    ItemCodec.encode(others.map { [KeySchema.Name.others: .map($0)] } ?? [:], into: &bytes)
    let end = bytes.count
    ItemCodec.encode(indexed, into: &bytes)
    if bytes.count - start > Self.certainlySmall { try batch.item(of: object).validate(operation: "load") }
    records.append(
      Record(
        start: start, partitionCount: Int32(sort - start), sortCount: Int32(content - sort),
        itemCount: Int32(end - content), attributesCount: Int32(bytes.count - end), collection: 0,
        order: Int32(records.count), cell: Int64(leaf), latitude: coordinate.latitude,
        longitude: coordinate.longitude, movedAt: (object.movedAt ?? batch.now).microseconds))
  }

  /// No item of so few bytes here is over the limit of 400 KB, as DynamoDB counts.
  private static let certainlySmall = 50_000

  private mutating func append(_ item: Item) throws {
    let key = try item.validate(operation: "load")
    let start = bytes.count
    bytes.append(contentsOf: key.partition.string.utf8)
    let sort = bytes.count
    bytes.append(contentsOf: key.sort.string.utf8)
    let content = bytes.count
    let row = try EncodedRow(of: item, operation: "load")
    StoredItem.encode(item, row: row, into: &bytes)
    let end = bytes.count
    var record = Record(
      start: start, partitionCount: Int32(sort - start), sortCount: Int32(content - sort),
      itemCount: Int32(end - content), attributesCount: 0, order: Int32(records.count))
    if let row {
      bytes.append(contentsOf: row.attributes)
      record.attributesCount = Int32(bytes.count - end)
      record.collection = place(of: row.collection)
      record.cell = row.cell
      record.latitude = row.latitude
      record.longitude = row.longitude
      record.movedAt = row.movedAt
    }
    records.append(record)
  }

  private mutating func place(of collection: UTF8String) -> Int32 {
    if let place = collections.lastIndex(of: collection) { return Int32(place) }
    collections.append(collection)
    return Int32(collections.count - 1)
  }

  private mutating func sortRecords() {
    let sorted = unsafe bytes.withUnsafeBytes { bytes in
      // Keys are compared as the table does: partition, then sort, as bytes.
      func order(_ a: Record, _ b: Record) -> Int {
        let partition = unsafe Self.order(
          UnsafeRawBufferPointer(rebasing: bytes[a.partition]),
          UnsafeRawBufferPointer(rebasing: bytes[b.partition]))
        if partition != 0 { return partition }
        return unsafe Self.order(
          UnsafeRawBufferPointer(rebasing: bytes[a.sort]), UnsafeRawBufferPointer(rebasing: bytes[b.sort]))
      }
      var sorted = records
      sorted.sort {
        let order = order($0, $1)
        return order != 0 ? order < 0 : $0.order < $1.order
      }
      var kept: [Record] = []
      kept.reserveCapacity(sorted.count)
      for record in sorted {
        if let last = kept.last, order(last, record) == 0 {
          kept[kept.count - 1] = record
        } else {
          kept.append(record)
        }
      }
      return kept
    }
    records = sorted
  }

  private mutating func sortRows() {
    let places = records.indices.filter { records[$0].collection >= 0 }.map { Int32($0) }
    // Objects of one collection and cell keep the order of their keys, which is that of their ids.
    rows = places.sorted { a, b in
      let (first, second) = (records[Int(a)], records[Int(b)])
      if first.collection != second.collection { return first.collection < second.collection }
      return first.cell != second.cell ? first.cell < second.cell : a < b
    }
  }

  @unsafe
  private static func order(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Int {
    if let first = a.baseAddress, let second = b.baseAddress {
      let order = unsafe memcmp(first, second, min(a.count, b.count))
      if order != 0 { return Int(order) }
    }
    return a.count - b.count
  }
}
