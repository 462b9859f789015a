// SPDX-License-Identifier: Apache-2.0
public import GeoDynamo

/// Reads pages of a dynamodb-geo table from DynamoDB.
struct DynamoDBGeoClient: DynamoDBGeoSource {
  private let client: DynamoDBClient
  private let layout: DynamoDBGeoLayout
  private let names: DynamoDBGeoNames

  init(_ client: DynamoDBClient, layout: DynamoDBGeoLayout) {
    self.client = client
    self.layout = layout
    names = DynamoDBGeoNames(layout)
  }

  /// Query of the local index, eventually consistent as every index read.
  func query(_ piece: DecimalPrefixes.Piece, after start: Item?) async throws -> DynamoDBGeoPage {
    var expressions = Expressions()
    let hashKey = "\(expressions.name(names.hashKey)) = \(expressions.value(Self.number(piece.key)))"
    let bounds = [piece.ids.lowerBound, piece.ids.upperBound].map { expressions.value(Self.number($0)) }
    let geohash = "\(expressions.name(names.geohash)) BETWEEN \(bounds[0]) AND \(bounds[1])"
    return try await send("Query", after: start) { writer in
      writer.member("IndexName", layout.index)
      writer.member("KeyConditionExpression", "\(hashKey) AND \(geohash)")
      expressions.write(to: &writer)
    }
  }

  /// Scan of the table, consistent: what is copied is all there is.
  func scan(
    _ request: ScanRequest, after start: Item?, onlyIDs ids: [UTF8String]?
  ) async throws -> DynamoDBGeoPage {
    var expressions = Expressions()
    let filter = ids.map { ids in
      Condition.any(ids.map { .equals(AttributePath(names.rangeKey), .string($0)) })
    }
    let text = filter.flatMap { expressions.condition($0) }
    return try await send("Scan", after: start) { writer in
      writer.member("ConsistentRead", true)
      if let text { writer.member("FilterExpression", text) }
      expressions.write(to: &writer)
      if let limit = request.limit { writer.member("Limit", limit) }
      if request.segments > 1 {
        writer.member("Segment", request.segment)
        writer.member("TotalSegments", request.segments)
      }
    }
  }

  private func send(
    _ operation: String, after start: Item?, _ members: (inout JSONWriter) -> Void
  ) async throws -> DynamoDBGeoPage {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("TableName", client.table)
      writer.member("ReturnConsumedCapacity", "TOTAL")
      members(&writer)
      if let start { writer.item("ExclusiveStartKey", start) }
    }
    var history = DynamoDBClient.History()
    var page = try await client.send(operation, writer.bytes, history: &history) { root in
      guard let items = root["Items"], items.kind == .array, let scanned = root["ScannedCount"]?.integer
      else { throw JSONFault("it has no Items") }
      let last = root["LastEvaluatedKey"].flatMap { $0.kind == .null ? nil : $0 }
      return DynamoDBGeoPage(
        items: try items.elements.map(ItemJSON.item(in:)), scannedCount: Int(scanned),
        next: try last.map(ItemJSON.item(in:)))
    }
    page.charged = history.units
    return page
  }

  /// A key or an id: at most 20 digits, which every number has room for.
  private static func number(_ value: Int128) -> AttributeValue { .number(try! DecimalNumber("\(value)")) }
}

extension DynamoDBGeoStore {
  /// Makes a store of a table that exists. Nothing is sent.
  ///
  /// - Parameters:
  ///   - table: Its name.
  ///   - configuration: Where it is, who asks, and how patiently.
  ///   - collection: What its one collection is to be called.
  ///   - layout: How it is laid out, as far as that is known.
  public convenience init(
    table: String, configuration: DynamoDBConfiguration, collection: CollectionName,
    layout: DynamoDBGeoLayout = DynamoDBGeoLayout()
  ) {
    self.init(
      DynamoDBGeoClient(DynamoDBClient(configuration: configuration, table: table), layout: layout),
      identity: "\(configuration.endpoint) \(configuration.region) \(table)", collection: collection,
      layout: layout)
  }
}
