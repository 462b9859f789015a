// SPDX-License-Identifier: Apache-2.0

extension AttributePath {
  /// The value at the path; nil where a name is missing or a value on the way is no map.
  public func value(in item: Item?) -> AttributeValue? {
    var value = item?[names[0]]
    for name in names.dropFirst() {
      guard case .map(let map)? = value else { return nil }
      value = map[name]
    }
    return value
  }
}

extension Condition {
  /// Whether the condition holds for an item, or for the lack of one. O(paths and operands).
  ///
  /// Comparisons with a missing attribute, and of values of different types, are false, but `notEquals` is
  /// true. Texts and bytes compare bytewise, numbers by value. `not` turns a false comparison true, whatever
  /// made it false.
  public func holds(for item: Item?) -> Bool {
    switch self {
    case .exists(let path): path.value(in: item) != nil
    case .notExists(let path): path.value(in: item) == nil
    case .equals(let path, let operand): path.value(in: item) == operand
    case .notEquals(let path, let operand): path.value(in: item) != operand
    case .less(let path, let operand): Self.compare(path, item, operand) { $0 < 0 }
    case .lessOrEqual(let path, let operand): Self.compare(path, item, operand) { $0 <= 0 }
    case .greater(let path, let operand): Self.compare(path, item, operand) { $0 > 0 }
    case .greaterOrEqual(let path, let operand): Self.compare(path, item, operand) { $0 >= 0 }
    case .between(let path, let lower, let upper):
      Self.compare(path, item, lower) { $0 >= 0 } && Self.compare(path, item, upper) { $0 <= 0 }
    case .beginsWith(let path, let prefix):
      switch (path.value(in: item), prefix) {
      case (.string(let text)?, .string(let prefix)): text.hasPrefix(prefix)
      case (.binary(let bytes)?, .binary(let prefix)): bytes.starts(with: prefix)
      default: false
      }
    case .contains(let path, let part): path.value(in: item)?.contains(part) ?? false
    case .all(let conditions): conditions.allSatisfy { $0.holds(for: item) }
    case .any(let conditions): conditions.contains { $0.holds(for: item) }
    case .not(let condition): !condition.holds(for: item)
    }
  }

  /// The top-level attributes that the condition looks at: all it needs to be given of an item.
  public var attributeNames: Set<UTF8String> {
    switch self {
    case .exists(let path), .notExists(let path), .equals(let path, _), .notEquals(let path, _),
      .less(let path, _), .lessOrEqual(let path, _), .greater(let path, _), .greaterOrEqual(let path, _),
      .between(let path, _, _), .beginsWith(let path, _), .contains(let path, _):
      [path.names[0]]
    case .all(let conditions), .any(let conditions):
      conditions.reduce(into: []) { $0.formUnion($1.attributeNames) }
    case .not(let condition): condition.attributeNames
    }
  }

  private static func compare(
    _ path: AttributePath, _ item: Item?, _ operand: AttributeValue, _ test: (Int) -> Bool
  ) -> Bool {
    path.value(in: item).flatMap { $0.order(against: operand) }.map(test) ?? false
  }

  /// Refuses what DynamoDB refuses whatever the item: an ordering of values that have none, a `between` with its
  /// bounds reversed or of two types, `beginsWith` of another type than text or binary, an empty `all` or `any`.
  ///
  /// - Throws: `StoreError` with `validation`.
  package func validate(operation: String) throws(StoreError) {
    switch self {
    case .exists, .notExists: break
    case .equals(_, let operand), .notEquals(_, let operand), .contains(_, let operand):
      try operand.validate(operation: operation)
    case .less(_, let operand), .lessOrEqual(_, let operand), .greater(_, let operand),
      .greaterOrEqual(_, let operand):
      guard operand.order(against: operand) != nil else {
        throw .invalid("an ordering takes a text, a number or a binary", operation)
      }
    case .between(let path, let lower, let upper):
      guard let order = lower.order(against: upper) else {
        throw .invalid("BETWEEN takes two texts, two numbers or two binaries", operation)
      }
      guard order <= 0 else {
        throw .invalid("the lower bound of BETWEEN on \(path) is above the upper one", operation)
      }
    case .beginsWith(_, let prefix):
      switch prefix {
      case .string, .binary: break
      default: throw .invalid("begins_with takes a text or a binary", operation)
      }
    case .all(let conditions), .any(let conditions):
      guard !conditions.isEmpty else { throw .invalid("a condition of no parts; leave it out", operation) }
      for condition in conditions { try condition.validate(operation: operation) }
    case .not(let condition): try condition.validate(operation: operation)
    }
  }
}

extension AttributeValue {
  /// Below, at or above 0 as the value stands before, with or after another of its type; nil where there is no order.
  fileprivate func order(against other: AttributeValue) -> Int? {
    func order<Value: Comparable>(_ a: Value, _ b: Value) -> Int { a < b ? -1 : a == b ? 0 : 1 }
    switch (self, other) {
    case (.string(let a), .string(let b)): return order(a, b)
    case (.number(let a), .number(let b)): return order(a, b)
    case (.binary(let a), .binary(let b)): return a.lexicographicallyPrecedes(b) ? -1 : a == b ? 0 : 1
    default: return nil
    }
  }

  /// DynamoDB's `contains`: a part of a text or binary, a member of a set or list.
  fileprivate func contains(_ part: AttributeValue) -> Bool {
    switch (self, part) {
    case (.string(let text), .string(let part)):
      Self.contains(Array(text.string.utf8), Array(part.string.utf8))
    case (.binary(let bytes), .binary(let part)): Self.contains(bytes, part)
    case (.list(let values), _): values.contains(part)
    case (.stringSet(let texts), .string(let text)): texts.contains(text)
    case (.numberSet(let numbers), .number(let number)): numbers.contains(number)
    case (.binarySet(let values), .binary(let bytes)): values.contains(bytes)
    default: false
    }
  }

  /// Whether `part` occurs in `bytes`. O(bytes · part) at worst; the usual case is near O(bytes).
  private static func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    guard let first = part.first else { return true }
    guard bytes.count >= part.count else { return false }
    return (0...bytes.count - part.count).contains { start in
      bytes[start] == first && bytes[start..<start + part.count].elementsEqual(part)
    }
  }
}
