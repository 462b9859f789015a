// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoDynamoAWS
import GeoDynamoSQLite

/// What a command does to a store.
enum StoreAccess: Sendable {
  /// Reads.
  case read
  /// Reads and writes a store that is there.
  case write
  /// Reads and writes, and makes a file that is missing. A table of Amazon DynamoDB costs money: `table create` makes it.
  case create

  fileprivate var mode: SQLiteStore.Mode {
    switch self {
    case .read: .readOnly
    case .write: .readWrite
    case .create: .create
    }
  }
}

extension StoreLocation {
  /// Opens the store, lends it to `body`, and closes it.
  ///
  /// - Parameters:
  ///   - access: What is done to it.
  ///   - collection: What the one collection of a dynamodb-geo table is called.
  ///   - configuration: How a table is reached; nil to find that out.
  ///   - body: Works with it.
  func withStore(
    _ access: StoreAccess, collection: CollectionName, by configuration: DynamoDBConfiguration? = nil,
    _ body: (any GeoStore) async throws -> Void
  ) async throws {
    switch self {
    case .file(let path):
      let store = try SQLiteStore.open(path, mode: access.mode)
      defer { store.close() }
      try await body(store)
    case .dynamoDB(let table):
      let store = try table.store(by: configuration ?? table.configuration())
      // A table of somebody else may have keys of the same names: only 'table create' makes one a store.
      if case .create = access, try await GeoIndex.settings(of: store) == nil { throw notAStore(table) }
      try await body(store)
    case .dynamoDBGeo(let table, let layout):
      guard case .read = access else {
        throw CommandFailure(
          .failure, "a dynamodb-geo table is only read; geoquery copy --to STORE moves its objects")
      }
      try await body(
        table.store(laidOut: layout, as: collection, by: configuration ?? table.configuration()))
    }
  }
}

extension StoreLocation {
  /// How its table is reached; nil for a file.
  func configuration() throws -> DynamoDBConfiguration? {
    switch self {
    case .file: nil
    case .dynamoDB(let table), .dynamoDBGeo(let table, _): try table.configuration()
    }
  }

  /// A table that is there and is no store.
  func notAStore(_ table: TableLocation) -> StoreError {
    StoreError(
      .notAStore,
      "table \(table.table) has no settings of geoquery: 'geoquery table create' makes one, or this is another program's table",
      operation: "open")
  }
}
