// SPDX-License-Identifier: Apache-2.0

/// A table with an index of cells.
public typealias GeoStore = TableStore & IndexReader

/// A collection and what its index carries.
public struct CollectionDescription: Hashable, Sendable {
  /// The name.
  public var name: CollectionName
  /// The attributes that its index carries.
  public var indexed: IndexedAttributes

  /// Makes a description.
  public init(name: CollectionName, indexed: IndexedAttributes) {
    self.name = name
    self.indexed = indexed
  }
}

/// The partition that holds a table's settings and the declarations of its collections: one query reads all.
struct Catalog: Sendable {
  /// The table's settings; nil for a table that was never written to.
  let settings: TableSettings?
  /// What tells the table from every other one; 0 where its maker gave it none.
  let tableID: Int64
  /// The collections, by name.
  let collections: [CollectionDescription]

  private static let indexedAttributes: UTF8String = "indexed"
  private static let identity: UTF8String = "tableID"

  init(of store: some TableStore) async throws {
    var settings: TableSettings?
    var tableID: Int64 = 0
    var collections: [CollectionDescription] = []
    var start: PrimaryKey?
    repeat {
      let page = try await store.query(
        QueryRequest(partition: KeySchema.settings.partition, start: start))
      for item in page.items {
        guard let sort = item[KeySchema.Name.sort]?.string else { continue }
        if sort == KeySchema.settings.sort {
          settings = try TableSettings(item)
          tableID = item[Self.identity]?.number.flatMap { Int64(exactly: $0) } ?? 0
        } else if let name = KeySchema.collection(inSortKey: sort) {
          guard let indexed = IndexedAttributes(item[Self.indexedAttributes]) else {
            throw StoreError(
              .notAStore, "the declaration of collection \(name) is damaged", operation: "open")
          }
          collections.append(CollectionDescription(name: name, indexed: indexed))
        }
      }
      start = page.next
    } while start != nil
    self.settings = settings
    self.tableID = tableID
    self.collections = collections.sorted { $0.name < $1.name }
  }

  /// Writes settings and a declaration where they are missing; what another writer was first with stays.
  static func declare(
    _ collection: CollectionDescription, _ settings: TableSettings, in store: some TableStore
  ) async throws {
    try await settle(settings, in: store)
    try await putIfAbsent(item(of: collection), in: store)
  }

  /// Writes settings where they are missing.
  static func settle(_ settings: TableSettings, in store: some TableStore) async throws {
    try await putIfAbsent(item(of: settings, tableID: Int64.random(in: 1...Int64.max)), in: store)
  }

  static func item(of settings: TableSettings, tableID: Int64) -> Item {
    var item = settings.item
    item[identity] = .number(DecimalNumber(tableID))
    return item
  }

  static func item(of collection: CollectionDescription) -> Item {
    let key = KeySchema.declaration(of: collection.name)
    return [
      KeySchema.Name.partition: .string(key.partition), KeySchema.Name.sort: .string(key.sort),
      indexedAttributes: collection.indexed.value,
    ]
  }

  private static func putIfAbsent(_ item: Item, in store: some TableStore) async throws {
    do {
      try await store.put(item, if: .notExists("pk"), returningOld: false)
    } catch let error as StoreError where error.code == .conditionalCheckFailed {
      return
    }
  }
}
