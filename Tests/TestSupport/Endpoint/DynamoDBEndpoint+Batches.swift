// SPDX-License-Identifier: Apache-2.0
internal import GeoDynamo
internal import GeoDynamoAWS

extension DynamoDBEndpoint {
  /// BatchGetItem: keys that are throttled, or that chance leaves, stay unprocessed; when all are throttled the request is.
  func batchGet(_ parts: [EndpointCall.BatchGetPart], _ request: EndpointRequest) async throws -> [UInt8] {
    var found: [(table: String, items: [Item])] = []
    var left: [EndpointCall.BatchGetPart] = []
    var units: [String: WriteUnits] = [:]
    var processed = 0
    for part in parts {
      var part = part
      let table = try table(part.request.table)
      var attributes = part.request.attributes
      let projection = try part.request.expressions["ProjectionExpression"].map {
        try ExpressionParser.projection($0, &attributes)
      }
      try attributes.checkAllUsed()
      var items: [Item] = []
      var unprocessed: [PrimaryKey] = []
      for key in part.keys {
        let item = try await table.get(key)
        let price = ReadUnits.getting(item?.size, part.request.consistency)
        guard isProcessed(after: processed), isCharged({ try table.chargeRead(key.partition, price) }) else {
          unprocessed.append(key)
          continue
        }
        processed += 1
        units[table.definition.name, default: .none].table += price
        if let item { items.append(item.projected(to: projection)) }
      }
      found.append((table.definition.name, items))
      part.keys = unprocessed
      if !unprocessed.isEmpty { left.append(part) }
    }
    guard processed > 0 else { throw Self.throttledBatch }
    return JSONWriter.object { writer in
      writer.key("Responses")
      writer.object { writer in
        for (table, items) in found {
          writer.key(table)
          writer.array(items) { $0.write($1) }
        }
      }
      writer.key("UnprocessedKeys")
      writer.object { writer in
        for part in left { writer.unprocessed(part) }
      }
      writer.capacities(units, asked: request)
    }
  }

  /// BatchWriteItem, likewise.
  func batchWrite(_ parts: [EndpointCall.BatchWritePart], _ request: EndpointRequest) async throws -> [UInt8]
  {
    var left: [EndpointCall.BatchWritePart] = []
    var units: [String: WriteUnits] = [:]
    var processed = 0
    for part in parts {
      let table = try table(part.table)
      var unprocessed: [EndpointWrite] = []
      for write in part.writes {
        guard isProcessed(after: processed) else {
          unprocessed.append(write)
          continue
        }
        do {
          let outcome = try await table.write(write)
          processed += 1
          units[part.table] = units[part.table].map { $0 + outcome.units } ?? outcome.units
        } catch let error as ServiceError where error.isThrottling {
          unprocessed.append(write)
        }
      }
      if !unprocessed.isEmpty {
        left.append(EndpointCall.BatchWritePart(table: part.table, writes: unprocessed))
      }
    }
    guard processed > 0 else { throw Self.throttledBatch }
    return JSONWriter.object { writer in
      writer.key("UnprocessedItems")
      writer.object { writer in
        for part in left { writer.unprocessed(part) }
      }
      writer.capacities(units, asked: request)
    }
  }

  /// TransactWriteItems.
  func transact(
    _ writes: [(table: String, write: EndpointWrite)], _ request: EndpointRequest
  ) async throws -> [UInt8] {
    let names = Set(writes.map(\.table))
    guard names.count == 1, let name = names.first else {
      throw ServiceError.validation("the endpoint has transactions of one table only")
    }
    let table = try table(name)
    let writes = writes.map(\.write)
    if dice.rolls(\.conflicts, .conflict) {
      let conflict = ServiceError.Reason(
        code: "TransactionConflict", message: "Transaction is ongoing for the item")
      throw ServiceError.canceled([conflict] + writes.dropFirst().map { _ in .none })
    }
    let token = request.words["ClientRequestToken"]
    // The writes and their token are one step for another request with the token.
    let units = try await transacting.withLock { () -> WriteUnits in
      if let token, try isCarriedOut(token, writes) { return .none }
      let outcomes = try await table.transact(writes)
      if let token { remember(token, writes) }
      return outcomes.map(\.units).reduce(.none, +)
    }
    return JSONWriter.object { $0.capacities([name: units], asked: request) }
  }

  /// Whether chance has a part of a batch processed; the first always is, as DynamoDB does not answer an empty success.
  private func isProcessed(after count: Int) -> Bool {
    count == 0 || !dice.rolls(\.leavesUnprocessed, .unprocessed)
  }

  private func isCharged(_ charge: () throws -> Void) -> Bool {
    do {
      try charge()
      return true
    } catch { return false }
  }

  private static let throttledBatch = ServiceError(
    type: "ProvisionedThroughputExceededException",
    message:
      "The level of configured provisioned throughput for one or more global secondary indexes of the table was exceeded."
  )
}

extension ServiceError {
  fileprivate var isThrottling: Bool {
    type == "ThrottlingException" || type == "ProvisionedThroughputExceededException"
  }
}

extension WriteUnits {
  /// Of nothing.
  fileprivate static var none: WriteUnits {
    var units = WriteUnits(checking: nil)
    units.table = 0
    return units
  }
}

extension JSONWriter {
  fileprivate mutating func unprocessed(_ part: EndpointCall.BatchGetPart) {
    key(part.request.table)
    object { writer in
      writer.key("Keys")
      writer.array(part.keys) { $0.write($1.attributes) }
      if let isConsistent = part.request.truths["ConsistentRead"] {
        writer.member("ConsistentRead", isConsistent)
      }
      if let projection = part.request.expressions["ProjectionExpression"] {
        writer.member("ProjectionExpression", projection)
      }
      if !part.request.attributes.names.isEmpty {
        writer.key("ExpressionAttributeNames")
        writer.object { writer in
          for (mark, name) in part.request.attributes.names { writer.member("#\(mark)", name.string) }
        }
      }
    }
  }

  fileprivate mutating func unprocessed(_ part: EndpointCall.BatchWritePart) {
    key(part.table)
    array(part.writes) { writer, write in
      writer.object { writer in
        if case .put(let item) = write.action {
          writer.key("PutRequest")
          writer.object {
            $0.key("Item")
            $0.write(item)
          }
        } else {
          writer.key("DeleteRequest")
          writer.object {
            $0.key("Key")
            $0.write(write.key.attributes)
          }
        }
      }
    }
  }
}
