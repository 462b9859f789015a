// SPDX-License-Identifier: Apache-2.0

import GeoHash

/// A collection of objects that can be asked who is near.
///
/// ```swift
/// let store = try SQLiteStore.open("users.sqlite", mode: .create)
/// let users = try await GeoIndex(creating: "users", in: store)
/// try await users.put("ada", at: Coordinate(latitude: 51.5074, longitude: -0.1278))
/// for try await match in users.near(home, within: .kilometers(2), limit: 20) { print(match.id, match.distance) }
/// ```
///
/// Any number of values may speak of one collection, in one process or in many.
public struct GeoIndex: Sendable {
  /// The collection's name.
  public let collection: CollectionName
  /// The attributes that its index carries.
  public var indexed: IndexedAttributes { items.indexed }
  /// The table's settings.
  public var settings: TableSettings { items.settings }

  let store: any GeoStore
  /// Tells the table from every other one: a cursor of one means nothing in another.
  let tableID: Int64
  let items: ObjectItems
  /// What the queries of this value and its copies have learned.
  let densities = DensityMap()
  /// On whose behalf it reads and writes; nil for the operator, who may do all.
  public private(set) var viewer: Viewer?

  /// Opens a collection that exists.
  ///
  /// - Parameters:
  ///   - collection: Its name.
  ///   - store: The table that holds it.
  ///   - settings: What the table's settings must be; nil for whatever they are.
  /// - Throws: `StoreError` with `collectionNotFound`, which lists those there are, or `settingsMismatch`.
  public init(_ collection: CollectionName, in store: any GeoStore, settings: TableSettings? = nil)
    async throws
  {
    let catalog = try await Catalog(of: store)
    try catalog.settings?.check(against: settings)
    guard let found = catalog.collections.first(where: { $0.name == collection }) else {
      let names = catalog.collections.map(\.name.description).joined(separator: ", ")
      throw StoreError(
        .collectionNotFound,
        "collection \"\(collection)\" does not exist; "
          + (names.isEmpty ? "there is none yet" : "there are: \(names)"),
        operation: "open")
    }
    guard let settings = catalog.settings else {
      throw StoreError(.notAStore, "the table has collections but no settings item", operation: "open")
    }
    self.init(found, settings, catalog.tableID, store)
  }

  /// Opens a collection and makes it, and the table's settings, where they do not exist yet.
  ///
  /// - Parameters:
  ///   - collection: Its name.
  ///   - store: The table that holds it or is to hold it.
  ///   - indexed: The attributes that the index is to carry; nil for all in a new collection, whatever it carries in one
  ///     that exists. It cannot be changed later.
  ///   - settings: The settings of a new table, which those of an existing one must equal; nil for `standard`, or whatever they are.
  /// - Throws: `StoreError` with `settingsMismatch` when the collection or the table was made otherwise.
  public init(
    creating collection: CollectionName, in store: any GeoStore, indexed: IndexedAttributes? = nil,
    settings: TableSettings? = nil
  ) async throws {
    var catalog = try await Catalog(of: store)
    try catalog.settings?.check(against: settings)
    if catalog.settings == nil || !catalog.collections.contains(where: { $0.name == collection }) {
      try await Catalog.declare(
        CollectionDescription(name: collection, indexed: indexed ?? .all),
        catalog.settings ?? settings ?? .standard, in: store)
      catalog = try await Catalog(of: store)
      try catalog.settings?.check(against: settings)
    }
    guard let found = catalog.collections.first(where: { $0.name == collection }), let made = catalog.settings
    else {
      throw StoreError(.notAStore, "collection \(collection) vanished while it was made", operation: "open")
    }
    if let indexed, indexed != found.indexed {
      throw StoreError(
        .settingsMismatch,
        "the index of collection \(collection) carries \(found.indexed), not \(indexed); that is settled when a collection is made",
        operation: "open")
    }
    self.init(found, made, catalog.tableID, store)
  }

  /// The same collection on behalf of somebody: what access lists do not let him read is left out before limits, cursors and counts, and what they
  /// do not let him write is not found.
  public func viewed(by viewer: Viewer?) -> GeoIndex {
    var index = self
    index.viewer = viewer
    return index
  }

  private init(
    _ collection: CollectionDescription, _ settings: TableSettings, _ tableID: Int64, _ store: any GeoStore
  ) {
    self.collection = collection.name
    self.tableID = tableID
    self.store = store
    items = ObjectItems(collection: collection.name, settings: settings, indexed: collection.indexed)
  }

  /// The collections of a store, by name; none for a store never written to.
  public static func collections(in store: any GeoStore) async throws -> [CollectionDescription] {
    try await Catalog(of: store).collections
  }
}
