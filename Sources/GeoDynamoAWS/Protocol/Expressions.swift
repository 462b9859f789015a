// SPDX-License-Identifier: Apache-2.0
internal import GeoDynamo

/// Builds the expressions of one request. Names and values go beside the text under placeholders, `#n0` and `:v0`, and are
/// never spliced into it; each name has one.
///
/// Source: Amazon DynamoDB Developer Guide, "Expressions in DynamoDB".
struct Expressions {
  private var placeholders: [UTF8String: String] = [:]
  private var names: [UTF8String] = []
  private var values: [AttributeValue] = []

  /// Stands for a name.
  mutating func name(_ name: UTF8String) -> String {
    if let placeholder = placeholders[name] { return placeholder }
    let placeholder = "#n\(names.count)"
    placeholders[name] = placeholder
    names.append(name)
    return placeholder
  }

  /// Stands for a value.
  mutating func value(_ value: AttributeValue) -> String {
    values.append(value)
    return ":v\(values.count - 1)"
  }

  /// Stands for a path: `#n0.#n1`.
  mutating func path(_ path: AttributePath) -> String {
    path.names.map { name($0) }.joined(separator: ".")
  }

  /// The text of a condition or a filter; nil where it holds for everything.
  mutating func condition(_ condition: Condition) -> String? {
    switch simplified(condition) {
    case .constant(true): nil
    // Nothing is and is not: DynamoDB has no word for it.
    case .constant(false):
      "(attribute_exists(\(name("pk"))) AND attribute_not_exists(\(name("pk"))))"
    case .condition(let condition): text(condition)
    }
  }

  /// The text of an update, of its four clauses those that it has.
  mutating func update(_ update: Update) -> String {
    var clauses: [String] = []
    func clause(_ word: String, _ actions: [String]) {
      if !actions.isEmpty { clauses.append("\(word) \(actions.joined(separator: ", "))") }
    }
    clause(
      "SET",
      update.set.map { path, assignment in
        let path = self.path(path)
        return switch assignment {
        case .value(let operand): "\(path) = \(value(operand))"
        case .ifNotExists(let operand): "\(path) = if_not_exists(\(path), \(value(operand)))"
        }
      })
    clause("REMOVE", update.remove.map { path($0) })
    clause("ADD", update.add.map { "\(path($0)) \(value($1))" })
    clause("DELETE", update.delete.map { "\(path($0)) \(value($1))" })
    return clauses.joined(separator: " ")
  }

  /// The text of a key condition: the partition, and the part of it.
  mutating func key(partition: UTF8String, sort: QueryRequest.SortCondition?) -> String {
    let text = "\(name("pk")) = \(value(.string(partition)))"
    guard let sort else { return text }
    let path = name("sk")
    func compare(_ sign: String, _ bound: UTF8String) -> String {
      "\(text) AND \(path) \(sign) \(value(.string(bound)))"
    }
    return switch sort {
    case .equals(let bound): compare("=", bound)
    case .less(let bound): compare("<", bound)
    case .lessOrEqual(let bound): compare("<=", bound)
    case .greater(let bound): compare(">", bound)
    case .greaterOrEqual(let bound): compare(">=", bound)
    case .between(let first, let last):
      "\(text) AND \(path) BETWEEN \(value(.string(first))) AND \(value(.string(last)))"
    case .beginsWith(let prefix): "\(text) AND begins_with(\(path), \(value(.string(prefix))))"
    }
  }

  /// Writes names and values, where there are any, as members of a request.
  func write(to writer: inout JSONWriter) {
    if !names.isEmpty {
      writer.name("ExpressionAttributeNames")
      writer.object { writer in
        for (number, name) in names.enumerated() {
          writer.name("#n\(number)")
          writer.text(name.string)
        }
      }
    }
    if !values.isEmpty {
      writer.name("ExpressionAttributeValues")
      writer.object { writer in
        for (number, value) in values.enumerated() {
          writer.name(":v\(number)")
          ItemJSON.write(value, to: &writer)
        }
      }
    }
  }

  private mutating func text(_ condition: Condition) -> String {
    func compare(_ path: AttributePath, _ sign: String, _ operand: AttributeValue) -> String {
      "\(self.path(path)) \(sign) \(value(operand))"
    }
    func call(_ function: String, _ path: AttributePath, _ operand: AttributeValue) -> String {
      "\(function)(\(self.path(path)), \(value(operand)))"
    }
    return switch condition {
    case .exists(let path): "attribute_exists(\(self.path(path)))"
    case .notExists(let path): "attribute_not_exists(\(self.path(path)))"
    case .equals(let path, let operand): compare(path, "=", operand)
    case .notEquals(let path, let operand): compare(path, "<>", operand)
    case .less(let path, let operand): compare(path, "<", operand)
    case .lessOrEqual(let path, let operand): compare(path, "<=", operand)
    case .greater(let path, let operand): compare(path, ">", operand)
    case .greaterOrEqual(let path, let operand): compare(path, ">=", operand)
    case .between(let path, let first, let last):
      "(\(self.path(path)) BETWEEN \(value(first)) AND \(value(last)))"
    case .beginsWith(let path, let prefix): call("begins_with", path, prefix)
    case .contains(let path, let part): call("contains", path, part)
    case .all(let conditions): "(\(conditions.map { text($0) }.joined(separator: " AND ")))"
    case .any(let conditions): "(\(conditions.map { text($0) }.joined(separator: " OR ")))"
    case .not(let condition): "(NOT \(text(condition)))"
    }
  }

  private enum Simplified {
    case constant(Bool)
    case condition(Condition)
  }

  /// Takes away what is decided without looking at an item: `all` and `any` of nothing.
  private func simplified(_ condition: Condition) -> Simplified {
    func joined(_ parts: [Condition], neutral: Bool, _ join: ([Condition]) -> Condition) -> Simplified {
      var left: [Condition] = []
      for part in parts {
        switch simplified(part) {
        case .constant(neutral): continue
        case .constant(let value): return .constant(value)
        case .condition(let condition): left.append(condition)
        }
      }
      return left.isEmpty ? .constant(neutral) : .condition(left.count == 1 ? left[0] : join(left))
    }
    return switch condition {
    case .all(let parts): joined(parts, neutral: true) { .all($0) }
    case .any(let parts): joined(parts, neutral: false) { .any($0) }
    case .not(let part):
      switch simplified(part) {
      case .constant(let value): .constant(!value)
      case .condition(let condition): .condition(.not(condition))
      }
    default: .condition(condition)
    }
  }
}
