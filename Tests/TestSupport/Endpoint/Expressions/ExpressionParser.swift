// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// The names and values that the expressions of one request refer to, and which of them they did refer to.
struct ExpressionAttributes {
  /// Names by placeholder, without the mark.
  var names: [String: UTF8String] = [:]
  /// Values by placeholder, without the mark.
  var values: [String: AttributeValue] = [:]
  private var usedNames: Set<String> = []
  private var usedValues: Set<String> = []

  /// The expressions' attributes of a request.
  init(names: [String: UTF8String] = [:], values: [String: AttributeValue] = [:]) {
    self.names = names
    self.values = values
  }

  fileprivate mutating func name(_ placeholder: String) throws -> UTF8String {
    guard let name = names[placeholder] else {
      throw ServiceError.validation(
        "An expression attribute name used in the document path is not defined; attribute name: #\(placeholder)"
      )
    }
    usedNames.insert(placeholder)
    return name
  }

  fileprivate mutating func value(_ placeholder: String) throws -> AttributeValue {
    guard let value = values[placeholder] else {
      throw ServiceError.validation(
        "An expression attribute value used in expression is not defined; attribute value: :\(placeholder)")
    }
    usedValues.insert(placeholder)
    return value
  }

  /// - Throws: `ServiceError.validation` when a name or a value was used by no expression, as DynamoDB does.
  func checkAllUsed() throws {
    if let name = names.keys.first(where: { !usedNames.contains($0) }) {
      throw ServiceError.validation(
        "Value provided in ExpressionAttributeNames unused in expressions: keys: {#\(name)}")
    }
    if let value = values.keys.first(where: { !usedValues.contains($0) }) {
      throw ServiceError.validation(
        "Value provided in ExpressionAttributeValues unused in expressions: keys: {:\(value)}")
    }
  }
}

/// Reads DynamoDB's expressions, by recursive descent, into this package's values.
///
/// It reads what those values can say: a path stands on the left of a comparison and a `:value` on the right; there are
/// no list indexes, no `size()` and no `attribute_type()`. What else DynamoDB reads is refused.
/// Source: Amazon DynamoDB Developer Guide, "Using expressions in DynamoDB".
struct ExpressionParser {
  private let tokens: [ExpressionToken]
  private var position = 0
  private var depth = 0
  /// What placeholders stand for.
  private(set) var attributes: ExpressionAttributes

  /// How deep parentheses and NOT may be nested.
  private static let maximumDepth = 100

  /// Makes a parser of a text.
  init(_ text: String, _ attributes: ExpressionAttributes) throws {
    tokens = try ExpressionToken.all(of: text)
    self.attributes = attributes
    guard !tokens.isEmpty else {
      throw ServiceError.validation("Invalid expression: The expression can not be empty;")
    }
  }

  // MARK: - Words

  var next: ExpressionToken? { position < tokens.count ? tokens[position] : nil }

  /// Passes a sign, if it comes next.
  mutating func pass(_ sign: String) -> Bool {
    guard next == .sign(sign) else { return false }
    position += 1
    return true
  }

  /// Passes a keyword in any case, if it comes next.
  mutating func pass(keyword: String) -> Bool {
    guard case .word(let word)? = next, word.uppercased() == keyword else { return false }
    position += 1
    return true
  }

  /// Passes the name of a function before its parenthesis, if it comes next.
  mutating func passFunction() -> String? {
    guard case .word(let word)? = next, position + 1 < tokens.count, tokens[position + 1] == .sign("(") else {
      return nil
    }
    position += 2
    return word
  }

  mutating func require(_ sign: String) throws {
    guard pass(sign) else { throw syntaxError("'\(sign)' expected") }
  }

  mutating func requireEnd() throws {
    guard next == nil else { throw syntaxError("the end expected") }
  }

  func syntaxError(_ what: String) -> ServiceError {
    .validation("Invalid expression: Syntax error at token \(position + 1): \(what)")
  }

  mutating func nested<Value>(_ body: (inout ExpressionParser) throws -> Value) throws -> Value {
    guard depth < Self.maximumDepth else { throw syntaxError("the expression is nested too deep") }
    depth += 1
    defer { depth -= 1 }
    return try body(&self)
  }

  // MARK: - Operands

  /// Names joined by dots.
  mutating func path() throws -> AttributePath {
    var names = [try name()]
    while pass(".") { names.append(try name()) }
    return AttributePath(names: names)
  }

  private mutating func name() throws -> UTF8String {
    switch next {
    case .name(let placeholder)?:
      position += 1
      return try attributes.name(placeholder)
    case .word(let word)? where !Self.keywords.contains(word.uppercased()):
      position += 1
      return UTF8String(word)
    default: throw syntaxError("an attribute's name expected")
    }
  }

  /// A `:value`.
  mutating func value() throws -> AttributeValue {
    guard case .value(let placeholder)? = next else { throw syntaxError("a :value expected") }
    position += 1
    return try attributes.value(placeholder)
  }

  /// Those of DynamoDB's reserved words that are words of the language.
  private static let keywords: Set<String> = [
    "AND", "OR", "NOT", "BETWEEN", "IN", "SET", "REMOVE", "ADD", "DELETE",
  ]
}
