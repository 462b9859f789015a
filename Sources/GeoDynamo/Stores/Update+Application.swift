// SPDX-License-Identifier: Apache-2.0

extension Update {
  /// The item that the update makes of the one under `key`, or of none. O(actions + item).
  ///
  /// All actions see `old`: their paths do not overlap, so that none can see what another wrote.
  ///
  /// - Throws: `StoreError` with `validation` when `validate()` throws, a path leads through something that is
  ///   no map, an operand and the value it meets are of different types, a sum has more than 38 digits, or the
  ///   item becomes too large.
  public func apply(to old: Item?, key: PrimaryKey) throws(StoreError) -> Item {
    try validate()
    try key.validate(operation: "update")
    var item = old ?? key.attributes
    for (path, assignment) in set {
      switch assignment {
      case .value(let value): try Self.change(path, in: &item) { $0 = value }
      case .ifNotExists(let value): try Self.change(path, in: &item) { $0 = $0 ?? value }
      }
    }
    // DynamoDB lets an update remove anything from an item that does not exist.
    for path in remove where old != nil { try Self.change(path, in: &item) { $0 = nil } }
    for (path, operand) in add {
      try Self.change(path, in: &item) { (value) throws(StoreError) in
        value = try Self.add(operand, to: value, at: path)
      }
    }
    for (path, operand) in delete {
      try Self.change(path, in: &item) { (value) throws(StoreError) in
        value = try Self.delete(operand, from: value, at: path)
      }
    }
    try item.validate(operation: "update")
    return item
  }

  /// Refuses what no item can make right: overlapping paths, paths that begin with `pk` or `sk`, operands of
  /// `add` that are no number and no set, of `delete` that are no set, values that cannot be stored.
  ///
  /// - Throws: `StoreError` with `validation`.
  package func validate() throws(StoreError) {
    try validatePaths()
    for assignment in set.values {
      switch assignment {
      case .value(let value), .ifNotExists(let value): try value.validate(operation: "update")
      }
    }
    for (path, operand) in add {
      switch operand {
      case .number, .stringSet, .numberSet, .binarySet: try operand.validate(operation: "update")
      default: throw .invalid("ADD to \(path) takes a number or a set", "update")
      }
    }
    for (path, operand) in delete {
      switch operand {
      case .stringSet, .numberSet, .binarySet: try operand.validate(operation: "update")
      default: throw .invalid("DELETE from \(path) takes a set", "update")
      }
    }
  }

  private func validatePaths() throws(StoreError) {
    let paths = [Array(set.keys), Array(remove), Array(add.keys), Array(delete.keys)].joined()
      .sorted { $0.names.lexicographicallyPrecedes($1.names) }
    for path in paths where [KeySchema.Name.partition, KeySchema.Name.sort].contains(path.names[0]) {
      throw .invalid("an update cannot change \(path): it is part of the key", "update")
    }
    // Sorted, a path stands right before the first of those that lie below it.
    for (path, next) in zip(paths, paths.dropFirst()) where next.names.starts(with: path.names) {
      throw .invalid("the paths \(path) and \(next) of one update overlap", "update")
    }
  }

  /// Changes the value at a path, which is nil where there is none; all names before the last must lead to maps.
  private static func change(
    _ path: AttributePath, in item: inout Item,
    by body: (inout AttributeValue?) throws(StoreError) -> Void
  ) throws(StoreError) {
    try change(path.names[...], of: path, in: &item, by: body)
  }

  private static func change(
    _ names: ArraySlice<UTF8String>, of path: AttributePath, in map: inout Item,
    by body: (inout AttributeValue?) throws(StoreError) -> Void
  ) throws(StoreError) {
    let name = names.first!
    guard names.count > 1 else { return try body(&map[name]) }
    guard case .map(var below)? = map[name] else {
      throw .invalid("the path \(path) leads through \(name), which is not a map of the item", "update")
    }
    // The map is held once only while it changes, so that it is not copied.
    map[name] = nil
    try change(names.dropFirst(), of: path, in: &below, by: body)
    map[name] = .map(below)
  }

  private static func add(
    _ operand: AttributeValue, to value: AttributeValue?, at path: AttributePath
  ) throws(StoreError) -> AttributeValue {
    switch (value, operand) {
    case (nil, _): return operand
    case (.number(let a)?, .number(let b)):
      do {
        return .number(try a.adding(b))
      } catch {
        // Without the numbers: they are content.
        throw .invalid("ADD to \(path): the sum is not a number of 38 digits within the range", "update")
      }
    case (.stringSet(let a)?, .stringSet(let b)): return .stringSet(a.union(b))
    case (.numberSet(let a)?, .numberSet(let b)): return .numberSet(a.union(b))
    case (.binarySet(let a)?, .binarySet(let b)): return .binarySet(a.union(b))
    default: throw .invalid("ADD to \(path): the attribute has another type than the operand", "update")
    }
  }

  private static func delete(
    _ operand: AttributeValue, from value: AttributeValue?, at path: AttributePath
  ) throws(StoreError) -> AttributeValue? {
    switch (value, operand) {
    case (nil, _): return nil
    case (.stringSet(let a)?, .stringSet(let b)):
      let rest = a.subtracting(b)
      return rest.isEmpty ? nil : .stringSet(rest)
    case (.numberSet(let a)?, .numberSet(let b)):
      let rest = a.subtracting(b)
      return rest.isEmpty ? nil : .numberSet(rest)
    case (.binarySet(let a)?, .binarySet(let b)):
      let rest = a.subtracting(b)
      return rest.isEmpty ? nil : .binarySet(rest)
    default: throw .invalid("DELETE from \(path): the attribute has another type than the operand", "update")
    }
  }
}
