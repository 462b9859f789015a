// SPDX-License-Identifier: Apache-2.0

extension GeoIndex {
  /// The settings of a table; nil for one that was never written to.
  ///
  /// - Throws: `StoreError` with `notAStore` or `newerFormat`.
  public static func settings(of store: any GeoStore) async throws -> TableSettings? {
    try await Catalog(of: store).settings
  }

  /// Settles what a new table is made with, before it holds a collection. A table that has these settings stays as it is.
  ///
  /// - Throws: `StoreError` with `settingsMismatch` when the table was made otherwise.
  public static func settle(_ settings: TableSettings, in store: any GeoStore) async throws {
    try await Catalog.settle(settings, in: store)
    try await Catalog(of: store).settings?.check(against: settings)
  }

  /// The items that say what a table holds, for a store that makes them up: settings first, then collections.
  ///
  /// - Parameter tableID: What tells the table from every other one.
  package static func catalog(
    of collections: [CollectionDescription], settings: TableSettings, tableID: Int64
  ) -> [Item] {
    [Catalog.item(of: settings, tableID: tableID)] + collections.map(Catalog.item)
  }
}
