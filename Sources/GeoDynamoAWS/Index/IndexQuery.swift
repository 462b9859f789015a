// SPDX-License-Identifier: Apache-2.0
internal import GeoDynamo

/// One query of an index: a range of leaf cells in one shard of one partition.
struct IndexQuery: Sendable {
  /// The index.
  let index: CellIndex
  /// The shard's key.
  let partition: UTF8String
  /// The first and the last sort key, both included.
  let sorts: ClosedRange<UTF8String>

  /// The queries of a range, one for each shard of its partition.
  static func queries(
    for leaves: ClosedRange<UInt64>, of collection: CollectionName, index: CellIndex, by shards: ShardMap
  ) -> [IndexQuery] {
    let partition = index.partitionKey(overLeaf: leaves.lowerBound, of: collection)
    let sorts = index.sortKey(ofLeaf: leaves.lowerBound)...index.sortKey(ofLeaf: leaves.upperBound)
    return (0..<shards.forReading(partition)).map {
      IndexQuery(index: index, partition: ShardMap.key(partition, shard: $0), sorts: sorts)
    }
  }

  /// The body of the request for the page after `start`.
  ///
  /// - Parameters:
  ///   - table: The table's name.
  ///   - start: The `LastEvaluatedKey` of the page before; nil for the first.
  ///   - attributes: What to return of each row.
  ///   - limit: The most rows; nil for a whole page.
  ///   - descending: Whether to read from the last sort key down.
  func body(
    table: String, after start: Item? = nil, attributes: [String] = IndexQuery.rowAttributes,
    limit: Int? = nil, descending: Bool = false
  ) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("TableName", table)
      writer.member("IndexName", index.name)
      writer.member("KeyConditionExpression", "#p = :p AND #s BETWEEN :a AND :z")
      writer.member(
        "ProjectionExpression", attributes.indices.map { "#a\($0)" }.joined(separator: ","))
      writer.member("ReturnConsumedCapacity", "TOTAL")
      writer.name("ExpressionAttributeNames")
      writer.object { writer in
        writer.member("#p", KeySchema.Name.cellPartition(index.number).string)
        writer.member("#s", KeySchema.Name.cellSort(index.number).string)
        for (number, name) in attributes.enumerated() { writer.member("#a\(number)", name) }
      }
      writer.item(
        "ExpressionAttributeValues",
        [":p": .string(partition), ":a": .string(sorts.lowerBound), ":z": .string(sorts.upperBound)])
      if let start { writer.item("ExclusiveStartKey", start) }
      if let limit { writer.member("Limit", limit) }
      if descending { writer.member("ScanIndexForward", false) }
    }
    return writer.bytes
  }

  /// What `IndexRows` takes of a row.
  static let rowAttributes = ["pk", "lat", "lon", "movedAt", "x", "#p"]
}
