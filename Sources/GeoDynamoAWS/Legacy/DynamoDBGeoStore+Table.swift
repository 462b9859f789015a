// SPDX-License-Identifier: Apache-2.0
public import GeoDynamo

extension DynamoDBGeoStore: TableStore {
  /// The object under a key, as an item. Reads the whole table; nil when no object has the id.
  ///
  /// - Throws: `StoreError` with `notAStore` when two items have one id.
  public func get(_ key: PrimaryKey) async throws -> Item? {
    try await get([key]).first
  }

  /// The objects under up to 100 keys, as items. Reads the whole table once.
  public func get(_ keys: [PrimaryKey]) async throws -> [Item] {
    try PrimaryKey.validate(batchGet: keys)
    let ids = keys.compactMap { key in
      key.sort == KeySchema.objectSort ? KeySchema.objectID(in: key.partition, of: collection)?.text : nil
    }
    guard !ids.isEmpty, let form = try await knownForm() else { return [] }
    var found: [ObjectID: DynamoDBGeoItem] = [:]
    var items: [Item] = []
    var start: Item?
    repeat {
      let page = try await source.scan(ScanRequest(), after: start, onlyIDs: ids)
      for item in page.items {
        let read = try DynamoDBGeoItem(item, of: layout)
        if let other = found.updateValue(read, forKey: read.id) {
          throw read.fault("another one, of hash key \(other.hashKey), has the same \(layout.rangeKey)")
        }
        items.append(objects.item(of: try read.object(as: form), now: Timestamp(microseconds: 0)))
      }
      start = page.next
    } while start != nil
    return items
  }

  /// One page of the table's description, or of an object.
  public func query(_ request: QueryRequest) async throws -> ItemPage {
    try request.validate()
    let all: [Item]
    if request.partition == KeySchema.settings.partition {
      all = GeoIndex.catalog(
        of: [CollectionDescription(name: collection, indexed: .all)], settings: Self.settings,
        tableID: tableID)
    } else {
      all = try await get([PrimaryKey(partition: request.partition, sort: KeySchema.objectSort)])
    }
    let bounds = request.bounds
    let items = all.filter { $0[KeySchema.Name.sort]?.string.map(bounds.contains) ?? false }
    let passed = items.filter { request.filter?.holds(for: $0) ?? true }
    // A handful of items: no page of them ever ends before the last.
    return ItemPage(
      items: request.countOnly ? [] : passed.map { $0.projected(to: request.projection) },
      count: passed.count, scannedCount: items.count, next: nil)
  }

  /// One page of the objects, as items, or of a segment of them.
  ///
  /// Filter and projection are applied here; a prefix that no object's key has reads nothing.
  public func scan(_ request: ScanRequest) async throws -> ItemPage {
    try request.validate()
    let prefix = KeySchema.objectPrefix(of: collection)
    if let wanted = request.partitionPrefix, !wanted.hasPrefix(prefix), !prefix.hasPrefix(wanted) {
      return ItemPage(items: [], count: 0, scannedCount: 0, next: nil)
    }
    guard let form = try await knownForm() else {
      return ItemPage(items: [], count: 0, scannedCount: 0, next: nil)
    }
    let names = DynamoDBGeoNames(layout)
    let start = try request.start.map { start -> Item in
      guard let hashKey = try? DecimalNumber(start.partition.string) else {
        throw StoreError(.validation, "the start key is not that of a page of this table", operation: "scan")
      }
      return [names.hashKey: .number(hashKey), names.rangeKey: .string(start.sort)]
    }
    let page = try await source.scan(request, after: start, onlyIDs: nil)
    let items = try page.items.map { try item(of: $0, as: form) }.filter { item in
      let key = item[KeySchema.Name.partition]?.string
      return (request.partitionPrefix.map { key?.hasPrefix($0) ?? false } ?? true)
        && (request.filter?.holds(for: item) ?? true)
    }
    return ItemPage(
      items: request.countOnly ? [] : items.map { $0.projected(to: request.projection) },
      count: items.count, scannedCount: page.scannedCount,
      next: try page.next.map { next in
        guard let hashKey = next[names.hashKey]?.number, let id = next[names.rangeKey]?.string else {
          throw StoreError(.notAStore, "a page's end is no key of a dynamodb-geo table", operation: "scan")
        }
        return PrimaryKey(partition: UTF8String(hashKey.description), sort: id)
      })
  }
}

/// What writes.
extension DynamoDBGeoStore {
  /// - Throws: `StoreError` with `accessDenied`, always.
  public func put(_ item: Item, if condition: Condition?, returningOld: Bool) async throws -> Item? {
    throw readOnly("put")
  }

  /// - Throws: `StoreError` with `accessDenied`, always.
  public func update(
    _ key: PrimaryKey, _ update: Update, if condition: Condition?, returning: ReturnedItem
  ) async throws -> Item? {
    throw readOnly("update")
  }

  /// - Throws: `StoreError` with `accessDenied`, always.
  public func delete(_ key: PrimaryKey, if condition: Condition?, returningOld: Bool) async throws -> Item? {
    throw readOnly("delete")
  }

  /// - Throws: `StoreError` with `accessDenied`, always.
  public func write(_ batch: [BatchWrite]) async throws { throw readOnly("write") }

  /// - Throws: `StoreError` with `accessDenied`, always.
  public func transact(_ writes: [TransactWrite], token: String?) async throws { throw readOnly("transact") }

  private func readOnly(_ operation: String) -> StoreError {
    StoreError(
      .accessDenied,
      "a dynamodb-geo table is only read; copy collection \(collection) into another store to change it",
      operation: operation)
  }
}
