// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

extension TableLocation {
  /// The table as a store. Nothing is sent yet.
  func store() throws -> any GeoStore {
    throw CommandFailure(.failure, "this build has no DynamoDB client")
  }

  /// A table of the dynamodb-geo family as a store to read. Nothing is sent yet.
  func store(laidOut layout: DynamoDBGeoArguments, as collection: CollectionName) throws -> any GeoStore {
    throw CommandFailure(.failure, "this build has no DynamoDB client")
  }
}

extension TableLocation {
  /// Makes the table and waits until it can be used. One that is there stays as it is.
  func create(_ settings: TableSettings, _ billing: TableBilling, messages: OutputStream) async throws {
    _ = try store()
  }

  /// Deletes the table and waits until it is gone.
  func delete(messages: OutputStream) async throws {
    _ = try store()
  }

  /// What DynamoDB says of the table.
  func description() async throws -> [OutputRecord.Field] {
    _ = try store()
    return []
  }
}
