// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoDynamoAWS

/// A request that was read: what is to be done, with everything that can be refused without looking at a table refused.
enum EndpointCall {
  case createTable(TableDefinition)
  case describeTable(String)
  case deleteTable(String)
  case updateTimeToLive(String, attribute: String)
  case write(EndpointWrite, EndpointRequest)
  case get(PrimaryKey, EndpointRequest)
  case query(EndpointRequest)
  case scan(EndpointRequest)
  case batchGet([BatchGetPart], EndpointRequest)
  case batchWrite([BatchWritePart], EndpointRequest)
  case transact([(table: String, write: EndpointWrite)], EndpointRequest)

  /// The keys of a table in a BatchGetItem.
  struct BatchGetPart {
    var keys: [PrimaryKey]
    var request: EndpointRequest
  }

  /// The writes of a table in a BatchWriteItem.
  struct BatchWritePart {
    var table: String
    var writes: [EndpointWrite]
  }

  /// Reads the body of an operation.
  init(_ operation: String, _ root: JSONElement) throws {
    switch operation {
    case "CreateTable": self = .createTable(try TableDefinition(root))
    case "DescribeTable": self = .describeTable(try EndpointRequest(root).table)
    case "DeleteTable": self = .deleteTable(try EndpointRequest(root).table)
    case "UpdateTimeToLive": self = try Self.timeToLive(root)
    case "GetItem":
      let request = try EndpointRequest(root)
      self = .get(try request.primaryKey(), request)
    case "PutItem", "UpdateItem", "DeleteItem":
      var request = try EndpointRequest(root)
      self = .write(try Self.write(operation, &request), request)
    case "Query": self = .query(try EndpointRequest(root))
    case "Scan": self = .scan(try EndpointRequest(root))
    case "BatchGetItem": self = try Self.batchGet(root)
    case "BatchWriteItem": self = try Self.batchWrite(root)
    case "TransactWriteItems": self = try Self.transact(root)
    default: throw ServiceError(type: "UnknownOperationException", message: "no operation \(operation)")
    }
  }

  private static func write(_ operation: String, _ request: inout EndpointRequest) throws -> EndpointWrite {
    let key: PrimaryKey
    let action: EndpointWrite.Action
    switch operation {
    case "PutItem", "Put":
      guard let item = request.item else { throw ServiceError.validation("Item is missing") }
      key = try item.validate(operation: operation)
      action = .put(item)
    case "UpdateItem", "Update":
      key = try request.primaryKey()
      action = .update(try request.update())
    case "DeleteItem", "Delete":
      key = try request.primaryKey()
      action = .delete
    default:
      key = try request.primaryKey()
      action = .check
    }
    let condition = try request.condition()
    if action == .check, condition == nil { throw ServiceError.validation("ConditionExpression is missing") }
    try request.attributes.checkAllUsed()
    return EndpointWrite(
      key: key, action: action, condition: condition,
      returnsOld: request.words["ReturnValuesOnConditionCheckFailure"] == "ALL_OLD")
  }

  private static func timeToLive(_ root: JSONElement) throws -> EndpointCall {
    guard let table = root["TableName"]?.string, let specification = root["TimeToLiveSpecification"],
      let attribute = specification["AttributeName"]?.string, let isOn = specification["Enabled"]?.bool
    else { throw ServiceError.validation("TableName and TimeToLiveSpecification are needed") }
    return .updateTimeToLive(table, attribute: isOn ? attribute : "")
  }

  // MARK: - Batches

  /// The parameters beside the tables of a batch or a transaction.
  private static func rest(_ root: JSONElement, without name: StaticString) throws -> EndpointRequest {
    var request = EndpointRequest()
    for (key, value) in root.members where !key.isText(name) {
      guard
        ["ReturnConsumedCapacity", "ReturnItemCollectionMetrics", "ClientRequestToken"].contains(key.string!)
      else { throw ServiceError.validation("the endpoint knows no parameter \(key.string!)") }
      request.words[key.string!] = try EndpointRequest.text(value, key.string!)
    }
    return request
  }

  private static func batchGet(_ root: JSONElement) throws -> EndpointCall {
    var parts: [BatchGetPart] = []
    for (table, value) in root["RequestItems"].members {
      var part = BatchGetPart(keys: [], request: EndpointRequest())
      part.request.table = table.string!
      for (name, value) in value.members {
        switch name.string! {
        case "Keys":
          part.keys = try value.elements.map { try EndpointRequest.primaryKey(WireItem.item(in: $0)) }
        case "ConsistentRead": part.request.truths["ConsistentRead"] = value.bool
        case "ProjectionExpression":
          part.request.expressions["ProjectionExpression"] = try EndpointRequest.text(value, name.string!)
        case "ExpressionAttributeNames":
          for (mark, text) in value.members {
            part.request.attributes.names[String(mark.string!.dropFirst())] =
              UTF8String(try EndpointRequest.text(text, name.string!))
          }
        default: throw ServiceError.validation("the endpoint knows no parameter \(name.string!)")
        }
      }
      parts.append(part)
    }
    try check(
      parts.flatMap { part in part.keys.map { (part.request.table, $0) } }, atMost: RequestLimits.batchGets)
    return .batchGet(parts, try rest(root, without: "RequestItems"))
  }

  private static func batchWrite(_ root: JSONElement) throws -> EndpointCall {
    var parts: [BatchWritePart] = []
    for (table, value) in root["RequestItems"].members {
      let writes = try value.elements.map { element -> EndpointWrite in
        var request = EndpointRequest()
        if let put = element["PutRequest"] {
          request.item = try put["Item"].map(WireItem.item)
          return try write("Put", &request)
        }
        request.key = try element["DeleteRequest"]?["Key"].map(WireItem.item)
        return try write("Delete", &request)
      }
      parts.append(BatchWritePart(table: table.string!, writes: writes))
    }
    try check(
      parts.flatMap { part in part.writes.map { (part.table, $0.key) } }, atMost: RequestLimits.batchWrites)
    return .batchWrite(parts, try rest(root, without: "RequestItems"))
  }

  private static func transact(_ root: JSONElement) throws -> EndpointCall {
    var writes: [(table: String, write: EndpointWrite)] = []
    for element in root["TransactItems"].elements {
      var members = element.members
      guard let (name, value) = members.next(), members.next() == nil,
        ["Put", "Update", "Delete", "ConditionCheck"].contains(name.string!)
      else {
        throw ServiceError.validation("TransactItems can only contain one of Check, Put, Update or Delete")
      }
      var request = try EndpointRequest(value)
      let write = try write(name.string!, &request)
      writes.append((request.table, write))
    }
    try check(writes.map { ($0.table, $0.write.key) }, atMost: RequestLimits.transactWrites)
    let request = try rest(root, without: "TransactItems")
    if let token = request.words["ClientRequestToken"], !(1...36).contains(token.utf8.count) {
      throw ServiceError.validation("ClientRequestToken must have length between 1 and 36")
    }
    return .transact(writes, request)
  }

  private static func check(_ keys: [(String, PrimaryKey)], atMost maximum: Int) throws {
    guard (1...maximum).contains(keys.count) else {
      throw ServiceError.validation("a request takes 1 to \(maximum) keys, this one has \(keys.count)")
    }
    var seen: [String: Set<PrimaryKey>] = [:]
    for (table, key) in keys {
      try key.validate(operation: "batch")
      guard seen[table, default: []].insert(key).inserted else {
        throw ServiceError.validation("Provided list of item keys contains duplicates")
      }
    }
  }
}
