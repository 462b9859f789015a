// SPDX-License-Identifier: Apache-2.0
internal import GeoDynamo
internal import GeoDynamoAWS
internal import Synchronization

extension DynamoDBEndpoint {
  /// Carries out a call.
  ///
  /// - Returns: The body of the answer.
  func carryOut(_ call: EndpointCall) async throws -> [UInt8] {
    switch call {
    case .createTable(let definition):
      let table = try create(definition)
      return description("TableDescription", of: table, status: table.status(advancing: false))
    case .describeTable(let name):
      let table = try table(name)
      return description("Table", of: table, status: table.status(advancing: true))
    case .deleteTable(let name):
      let table = try delete(name)
      return description("TableDescription", of: table, status: "DELETING")
    case .updateTimeToLive(let name, let attribute):
      try table(name).setTimeToLive(attribute.isEmpty ? nil : attribute)
      return JSONWriter.object { writer in
        writer.key("TimeToLiveSpecification")
        writer.object {
          $0.member("AttributeName", attribute)
          $0.member("Enabled", !attribute.isEmpty)
        }
      }
    case .get(let key, let request): return try await get(key, request)
    case .write(let write, let request): return try await self.write(write, request)
    case .query(let request): return try await query(request)
    case .scan(let request): return try await scan(request)
    case .batchGet(let parts, let request): return try await batchGet(parts, request)
    case .batchWrite(let parts, let request): return try await batchWrite(parts, request)
    case .transact(let writes, let request): return try await transact(writes, request)
    }
  }

  private func description(_ name: String, of table: EndpointTable, status: String) -> [UInt8] {
    JSONWriter.object { writer in
      writer.key(name)
      writer.description(of: table.definition, status: status)
    }
  }

  private func get(_ key: PrimaryKey, _ request: EndpointRequest) async throws -> [UInt8] {
    var request = request
    let table = try table(request.table)
    let projection = try request.projection()
    try request.attributes.checkAllUsed()
    let item = try await table.get(key)
    let units = ReadUnits.getting(item?.size, request.consistency)
    try table.chargeRead(key.partition, units)
    return JSONWriter.object { writer in
      if let item {
        writer.key("Item")
        writer.write(item.projected(to: projection))
      }
      writer.capacity(of: table, table: units, asked: request)
    }
  }

  private func write(_ write: EndpointWrite, _ request: EndpointRequest) async throws -> [UInt8] {
    let table = try table(request.table)
    if dice.rolls(\.conflicts, .conflict) {
      throw ServiceError(
        type: "TransactionConflictException", message: "Transaction is ongoing for the item")
    }
    let outcome = try await table.write(write)
    let attributes: Item?
    switch request.words["ReturnValues"] ?? "NONE" {
    case "NONE": attributes = nil
    case "ALL_OLD": attributes = outcome.old
    case "ALL_NEW": attributes = outcome.new
    case let word: throw ServiceError.validation("the endpoint knows no ReturnValues \(word)")
    }
    return JSONWriter.object { writer in
      if let attributes {
        writer.key("Attributes")
        writer.write(attributes)
      }
      writer.capacity(of: table, outcome.units, asked: request)
    }
  }

  private func query(_ request: EndpointRequest) async throws -> [UInt8] {
    var request = request
    let table = try table(request.table)
    var page = try pageRequest(&request, table)
    guard let text = request.expressions["KeyConditionExpression"] else {
      throw ServiceError.validation("KeyConditionExpression is missing")
    }
    let index = page.index?.definition
    let names = (index?.partition ?? KeySchema.Name.partition, index?.sort ?? KeySchema.Name.sort)
    page.keys = try KeyCondition(text, partition: names.0, sort: names.1, &request.attributes)
    try request.attributes.checkAllUsed()
    if let filter = page.filter, !filter.attributeNames.isDisjoint(with: [names.0, names.1]) {
      throw ServiceError.validation("Filter Expression can only contain non-primary key attributes")
    }
    page.isDescending = request.truths["ScanIndexForward"] == false
    return answer(try await table.page(page), of: table, page, request)
  }

  private func scan(_ request: EndpointRequest) async throws -> [UInt8] {
    var request = request
    let table = try table(request.table)
    var page = try pageRequest(&request, table)
    try request.attributes.checkAllUsed()
    page.segment = request.numbers["Segment"] ?? 0
    page.segments = request.numbers["TotalSegments"] ?? 1
    return answer(try await table.page(page), of: table, page, request)
  }

  private func pageRequest(
    _ request: inout EndpointRequest, _ table: EndpointTable
  ) throws -> EndpointTable.PageRequest {
    var page = EndpointTable.PageRequest()
    page.index = try request.index.map { try table.index($0) }
    guard page.index == nil || request.consistency == .eventual else {
      throw ServiceError.validation("Consistent reads are not supported on global secondary indexes")
    }
    page.filter = try request.condition("FilterExpression")
    page.projection = try request.projection()
    page.start = request.start
    page.limit = request.numbers["Limit"]
    page.countsOnly = request.words["Select"] == "COUNT"
    page.consistency = request.consistency
    return page
  }

  private func answer(
    _ page: EndpointPage, of table: EndpointTable, _ asked: EndpointTable.PageRequest,
    _ request: EndpointRequest
  ) -> [UInt8] {
    JSONWriter.object { writer in
      writer.member("Count", page.count)
      writer.member("ScannedCount", page.scanned)
      if !asked.countsOnly {
        writer.key("Items")
        writer.array(page.items) { $0.write($1) }
      }
      if let last = page.last {
        writer.key("LastEvaluatedKey")
        writer.write(last)
      }
      if let index = asked.index {
        writer.capacity(of: table, table: 0, indexes: [index.definition.name: page.units], asked: request)
      } else {
        writer.capacity(of: table, table: page.units, asked: request)
      }
    }
  }
}

extension EndpointRequest {
  /// How fresh its reads are.
  var consistency: ReadConsistency { truths["ConsistentRead"] == true ? .strong : .eventual }
}

extension EndpointTable {
  /// Sets the attribute of TimeToLive, which must be another state than the present one.
  fileprivate func setTimeToLive(_ attribute: String?) throws {
    try timeToLive.withLock { present in
      guard (present == nil) != (attribute == nil) else {
        throw ServiceError.validation("TimeToLive is already \(attribute == nil ? "disabled" : "enabled")")
      }
      present = attribute
    }
  }

  /// CREATING or ACTIVE.
  fileprivate func status(advancing: Bool) -> String {
    creatingDescribes.withLock { left in
      guard left > 0 else { return "ACTIVE" }
      if advancing { left -= 1 }
      return "CREATING"
    }
  }
}
