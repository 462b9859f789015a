// SPDX-License-Identifier: Apache-2.0
internal import GeoDynamo

/// A table of items and its indexes of cells on Amazon DynamoDB.
///
/// ```swift
/// let store = DynamoDBStore(table: "places", configuration: configuration)
/// let users = try await GeoIndex("users", in: store)
/// ```
///
/// Any number of values, processes and machines may speak of one table. Reads of items see every write acknowledged
/// before they began; reads of the indexes follow a little later (`IndexReader.readsAreSnapshots`). Every call repeats what
/// fails in passing, within the configuration's budget; a write that may have been carried out and cannot be proven to
/// have been ends with the error `outcomeUnknown`.
///
/// Two attributes of an item are the store's own and seen by nobody: `#p`, when it came to its place by the writer's
/// clock, and `#w`, the id of the last write with a condition.
public struct DynamoDBStore: Sendable {
  /// The table's name.
  public let table: String

  let client: DynamoDBClient
  let shards = Shards()

  /// Makes a store of a table that exists. Nothing is sent.
  ///
  /// - Parameters:
  ///   - table: Its name.
  ///   - configuration: Where it is, who asks, and how patiently.
  public init(table: String, configuration: DynamoDBConfiguration) {
    self.table = table
    client = DynamoDBClient(configuration: configuration, table: table)
  }

  /// What this value and its copies have used of DynamoDB so far.
  public var consumption: Consumption { client.meter.consumption }

  var requests: RequestBody { RequestBody(table: table) }

  func now() -> Timestamp { client.configuration.surroundings.now() }
}

/// The attributes that are the store's own.
enum OwnAttribute {
  /// When the item came to its place: microseconds since 1970 by the writer's clock.
  static let placedAt: UTF8String = "#p"
  /// The id of the last write with a condition: 16 random bytes.
  static let writeID: UTF8String = "#w"
}

extension Item {
  /// The item as callers know it: without the store's own attributes and the shards in its index keys.
  func withoutOwn() -> Item {
    var item = self
    item[OwnAttribute.placedAt] = nil
    item[OwnAttribute.writeID] = nil
    var index = 0
    while case .string(let key)? = item[KeySchema.Name.cellPartition(index)] {
      let parts = key.string.split(separator: "#", omittingEmptySubsequences: false)
      if parts.count == 3 {
        item[KeySchema.Name.cellPartition(index)] = .string(UTF8String(parts[0] + "#" + parts[1]))
      }
      index += 1
    }
    return item
  }
}
