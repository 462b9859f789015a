// SPDX-License-Identifier: Apache-2.0
internal import GeoDynamo

/// The rows of a collection in a whole index, whatever their partitions.
struct IndexScan {
  /// So many ranges cost at least as much as a page of 1 MB: half a read unit for each, and for each 4 KB.
  static let rangesWorthAPage = 256

  /// The index.
  let index: CellIndex
  /// Whose rows.
  let collection: CollectionName

  /// The body of the request for the page after `start`.
  func body(table: String, after start: Item?) -> [UInt8] {
    var expressions = Expressions()
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("TableName", table)
      writer.member("IndexName", index.name)
      let ofCollection = Condition.beginsWith(
        "pk", .string(KeySchema.objectPrefix(of: collection)))
      writer.member("FilterExpression", expressions.condition(ofCollection)!)
      writer.member(
        "ProjectionExpression",
        IndexQuery.rowAttributes.map { expressions.name(UTF8String($0)) }.joined(separator: ","))
      writer.member("ReturnConsumedCapacity", "TOTAL")
      expressions.write(to: &writer)
      if let start { writer.item("ExclusiveStartKey", start) }
    }
    return writer.bytes
  }
}
