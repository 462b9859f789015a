// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import Glibc

extension Invocation {
  /// Where the store is: `--store`, else the environment variable GEOQUERY_STORE, else `geoquery.sqlite`.
  func location() throws -> StoreLocation {
    if let location = try arguments.value(of: Options.store, { try StoreLocation(argument: $0) }) {
      return location
    }
    guard let text = unsafe getenv("GEOQUERY_STORE"), unsafe text[0] != 0 else {
      return .file("geoquery.sqlite")
    }
    guard let text = unsafe String(validatingCString: text) else {
      throw CommandFailure.usage("GEOQUERY_STORE is not valid UTF-8")
    }
    do {
      return try StoreLocation(argument: text)
    } catch let failure as CommandFailure {
      throw CommandFailure(failure.status, "GEOQUERY_STORE: \(failure.description)")
    }
  }

  /// Opens the store and the collection to read, lends them to `body`, and closes the store.
  func reading(_ body: (GeoIndex) async throws -> Void) async throws {
    try await withStore(.read) { try await body(viewed(GeoIndex(try collection(), in: $0), $0)) }
  }

  /// Opens the store and the collection, which must be there, to write.
  func changing(_ body: (GeoIndex) async throws -> Void) async throws {
    try await withStore(.write) { try await body(viewed(GeoIndex(try collection(), in: $0), $0)) }
  }

  /// Opens the store and the collection to write and makes what is missing.
  func creating(indexed: IndexedAttributes? = nil, _ body: (GeoIndex) async throws -> Void) async throws {
    let collection = try collection()
    try await withStore(.create) {
      try await body(viewed(GeoIndex(creating: collection, in: $0, indexed: indexed), $0))
    }
  }

  /// The collection as the user of --as sees it.
  private func viewed(_ index: GeoIndex, _ store: any GeoStore) async throws -> GeoIndex {
    guard let user = try arguments.value(of: Options.viewer, { try ObjectID($0) }) else { return index }
    return index.viewed(by: try await Roles(in: store).viewer(for: user))
  }

  /// Opens the store, lends it to `body`, and closes it.
  func withStore(_ access: StoreAccess, _ body: (any GeoStore) async throws -> Void) async throws {
    try await location().withStore(access, collection: collection(), body)
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
