// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoDynamoSQLite

extension Invocation {
  /// Opens the store and the collection to read, lends them to `body`, and closes the store.
  func reading(_ body: (GeoIndex) async throws -> Void) async throws {
    try await withStore(.readOnly) { try await body(GeoIndex(try collection(), in: $0)) }
  }

  /// Opens the store and the collection, which must be there, to write.
  func changing(_ body: (GeoIndex) async throws -> Void) async throws {
    try await withStore(.readWrite) { try await body(GeoIndex(try collection(), in: $0)) }
  }

  /// Opens the store and the collection to write and makes what is missing.
  func creating(indexed: IndexedAttributes? = nil, _ body: (GeoIndex) async throws -> Void) async throws {
    let collection = try collection()
    try await withStore(.create) {
      try await body(GeoIndex(creating: collection, in: $0, indexed: indexed))
    }
  }

  /// Opens the store's file, lends it to `body`, and closes it.
  func withStore(_ mode: SQLiteStore.Mode, _ body: (SQLiteStore) async throws -> Void) async throws {
    let store = try SQLiteStore.open(storePath, mode: mode)
    defer { store.close() }
    try await body(store)
  }

  /// An operand that is an object's id.
  func id(_ place: Int) throws -> ObjectID { try ObjectID(operand(place)) }

  /// Writes one record in the format asked for.
  func answer(_ record: OutputRecord) throws {
    var writer = try format().writer(of: .single, to: output)
    try writer.write(record)
    try writer.finish()
  }
}
