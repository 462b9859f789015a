// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

extension ExpressionParser {
  /// The condition of a ConditionExpression or a FilterExpression.
  static func condition(_ text: String, _ attributes: inout ExpressionAttributes) throws -> Condition {
    var parser = try ExpressionParser(text, attributes)
    let condition = try parser.disjunction()
    try parser.requireEnd()
    attributes = parser.attributes
    return condition
  }

  /// The top-level attributes of a ProjectionExpression.
  static func projection(
    _ text: String, _ attributes: inout ExpressionAttributes
  ) throws -> Set<UTF8String> {
    var parser = try ExpressionParser(text, attributes)
    var names: Set<UTF8String> = []
    repeat {
      let path = try parser.path()
      guard path.names.count == 1 else { throw parser.syntaxError("a top-level attribute expected") }
      guard names.insert(path.names[0]).inserted else {
        throw ServiceError.validation(
          "Invalid ProjectionExpression: Two document paths overlap with each other")
      }
    } while parser.pass(",")
    try parser.requireEnd()
    attributes = parser.attributes
    return names
  }

  private mutating func disjunction() throws -> Condition {
    var parts = [try conjunction()]
    while pass(keyword: "OR") { parts.append(try conjunction()) }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func conjunction() throws -> Condition {
    var parts = [try negation()]
    while pass(keyword: "AND") { parts.append(try negation()) }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func negation() throws -> Condition {
    guard pass(keyword: "NOT") else { return try primary() }
    return .not(try nested { try $0.negation() })
  }

  private mutating func primary() throws -> Condition {
    if pass("(") {
      let condition = try nested { try $0.disjunction() }
      try require(")")
      return condition
    }
    if let function = passFunction() {
      let condition = try test(function)
      try require(")")
      return condition
    }
    return try comparison()
  }

  private mutating func test(_ function: String) throws -> Condition {
    let path = try path()
    switch function {
    case "attribute_exists": return .exists(path)
    case "attribute_not_exists": return .notExists(path)
    case "begins_with":
      try require(",")
      return .beginsWith(path, try value())
    case "contains":
      try require(",")
      return .contains(path, try value())
    default:
      throw ServiceError.validation("Invalid expression: Invalid function name; function: \(function)")
    }
  }

  private mutating func comparison() throws -> Condition {
    let path = try path()
    if pass(keyword: "BETWEEN") {
      let lower = try value()
      guard pass(keyword: "AND") else { throw syntaxError("AND expected") }
      return .between(path, lower, try value())
    }
    if pass(keyword: "IN") {
      try require("(")
      var values = [try value()]
      while pass(",") { values.append(try value()) }
      try require(")")
      return .any(values.map { .equals(path, $0) })
    }
    if pass("=") { return .equals(path, try value()) }
    if pass("<>") { return .notEquals(path, try value()) }
    if pass("<") { return .less(path, try value()) }
    if pass("<=") { return .lessOrEqual(path, try value()) }
    if pass(">") { return .greater(path, try value()) }
    if pass(">=") { return .greaterOrEqual(path, try value()) }
    throw syntaxError("a comparison expected")
  }
}
