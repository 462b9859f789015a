// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoDynamoAWS

/// The parameters of a request about one table, of all operations together: what an operation does not know is refused
/// by name, so that a client's typing error is found.
struct EndpointRequest {
  var table = ""
  var index: String?
  var item: Item?
  var key: Item?
  var start: Item?
  var attributes = ExpressionAttributes()
  /// Expressions by the parameter's name: `ConditionExpression`.
  var expressions: [String: String] = [:]
  /// Words by the parameter's name: `ReturnValues`, `Select`.
  var words: [String: String] = [:]
  /// Whole numbers by the parameter's name: `Limit`, `Segment`.
  var numbers: [String: Int] = [:]
  /// Truth values by the parameter's name: `ConsistentRead`.
  var truths: [String: Bool] = [:]

  /// No parameters.
  init() {}

  /// Reads a request's parameters, or those of a part of one.
  init(_ element: JSONElement) throws {
    guard element.kind == .object else { throw ServiceError.serialization("an object expected") }
    for (name, value) in element.members {
      let name = name.string!
      switch name {
      case "TableName": table = try Self.text(value, name)
      case "IndexName": index = try Self.text(value, name)
      case "Item": item = try WireItem.item(in: value)
      case "Key": key = try WireItem.item(in: value)
      case "ExclusiveStartKey": start = try WireItem.item(in: value)
      case "ExpressionAttributeNames":
        for (mark, text) in value.members {
          attributes.names[try Self.placeholder(mark.string!, "#")] = UTF8String(try Self.text(text, name))
        }
        guard !attributes.names.isEmpty else { throw ServiceError.validation("\(name) must not be empty") }
      case "ExpressionAttributeValues":
        for (mark, element) in value.members {
          attributes.values[try Self.placeholder(mark.string!, ":")] = try WireItem.value(in: element)
        }
        guard !attributes.values.isEmpty else { throw ServiceError.validation("\(name) must not be empty") }
      case "ConditionExpression", "FilterExpression", "KeyConditionExpression", "UpdateExpression",
        "ProjectionExpression":
        expressions[name] = try Self.text(value, name)
      case "ReturnValues", "ReturnValuesOnConditionCheckFailure", "ReturnConsumedCapacity",
        "ReturnItemCollectionMetrics", "Select", "ClientRequestToken":
        words[name] = try Self.text(value, name)
      case "Limit", "Segment", "TotalSegments":
        guard let number = value.integer else { throw ServiceError.serialization("\(name) must be a number") }
        numbers[name] = Int(number)
      case "ConsistentRead", "ScanIndexForward":
        guard let truth = value.bool else {
          throw ServiceError.serialization("\(name) must be a truth value")
        }
        truths[name] = truth
      default: throw ServiceError.validation("the endpoint knows no parameter \(name)")
      }
    }
  }

  /// The key that the request names.
  ///
  /// - Throws: `ServiceError.validation` unless it is exactly a possible pk and sk.
  func primaryKey() throws -> PrimaryKey { try Self.primaryKey(key) }

  static func primaryKey(_ key: Item?) throws -> PrimaryKey {
    guard let key, key.count == 2, let primaryKey = key.key else {
      throw ServiceError.validation("The provided key element does not match the schema")
    }
    try primaryKey.validate(operation: "get")
    return primaryKey
  }

  /// The condition of a parameter; nil for none.
  mutating func condition(_ parameter: String = "ConditionExpression") throws -> Condition? {
    guard let text = expressions[parameter] else { return nil }
    let condition = try ExpressionParser.condition(text, &attributes)
    try condition.validate(operation: parameter)
    return condition
  }

  mutating func projection() throws -> Set<UTF8String>? {
    try expressions["ProjectionExpression"].map { try ExpressionParser.projection($0, &attributes) }
  }

  mutating func update() throws -> Update {
    guard let text = expressions["UpdateExpression"] else { return Update() }
    let update = try ExpressionParser.update(text, &attributes)
    try update.validate()
    return update
  }

  static func text(_ element: JSONElement, _ name: String) throws -> String {
    guard let text = element.string else { throw ServiceError.serialization("\(name) must be a text") }
    return text
  }

  private static func placeholder(_ text: String, _ mark: Character) throws -> String {
    guard text.first == mark, text.utf8.count > 1 else {
      throw ServiceError.validation("an expression's placeholder must begin with \(mark): \(text)")
    }
    return String(text.dropFirst())
  }
}
