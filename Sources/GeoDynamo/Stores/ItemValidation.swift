// SPDX-License-Identifier: Apache-2.0

extension StoreError {
  /// A request that no store accepts.
  package static func invalid(_ message: String, _ operation: String) -> StoreError {
    StoreError(.validation, message, operation: operation)
  }
}

extension PrimaryKey {
  /// The most bytes of a partition key.
  public static let maximumPartitionBytes = 2048
  /// The most bytes of a sort key.
  public static let maximumSortBytes = 1024

  /// The key as the two attributes that hold it.
  package var attributes: Item {
    [KeySchema.Name.partition: .string(partition), KeySchema.Name.sort: .string(sort)]
  }

  /// - Throws: `StoreError` with `validation` when a part is empty or too long.
  package func validate(operation: String) throws(StoreError) {
    let parts = [
      (KeySchema.Name.partition, partition, Self.maximumPartitionBytes),
      (KeySchema.Name.sort, sort, Self.maximumSortBytes),
    ]
    for (name, part, maximum) in parts {
      let count = part.string.utf8.count
      guard (1...maximum).contains(count) else {
        throw .invalid(
          "the key attribute \(name) must have 1 to \(maximum) bytes; it has \(count)", operation)
      }
    }
  }
}

extension AttributeValue {
  /// - Throws: `StoreError` with `validation` for an empty set at any depth, or more than 32 levels.
  package func validate(operation: String) throws(StoreError) {
    try validate(depth: 0, operation: operation)
  }

  fileprivate func validate(depth: Int, operation: String) throws(StoreError) {
    let hasEmptySet =
      switch self {
      case .stringSet(let members): members.isEmpty
      case .numberSet(let members): members.isEmpty
      case .binarySet(let members): members.isEmpty
      default: false
      }
    guard !hasEmptySet else { throw .invalid("a set must not be empty", operation) }
    switch self {
    case .list(let values):
      try Self.refuse(depth: depth + 1, operation)
      for value in values { try value.validate(depth: depth + 1, operation: operation) }
    case .map(let map):
      try Self.refuse(depth: depth + 1, operation)
      for value in map.values { try value.validate(depth: depth + 1, operation: operation) }
    default: break
    }
  }

  private static func refuse(depth: Int, _ operation: String) throws(StoreError) {
    guard depth <= maximumDepth else {
      throw .invalid("lists and maps are nested more than \(maximumDepth) levels deep", operation)
    }
  }
}

extension Item {
  /// Checks an item that is to be stored. O(values).
  ///
  /// - Returns: Its key.
  /// - Throws: `StoreError` with `validation` when `pk` or `sk` is missing, no text, empty or too long, `c0p` or `c0s` is
  ///   there and no text, empty or too long, a name is empty, a set is empty, values are nested too deep, or the item is larger than 400 KB.
  @discardableResult
  package func validate(operation: String) throws(StoreError) -> PrimaryKey {
    guard case .string(let partition)? = self[KeySchema.Name.partition],
      case .string(let sort)? = self[KeySchema.Name.sort]
    else { throw .invalid("an item must have the texts pk and sk", operation) }
    let key = PrimaryKey(partition: partition, sort: sort)
    try key.validate(operation: operation)
    for (name, value) in self {
      guard !name.string.isEmpty else { throw .invalid("an attribute's name must not be empty", operation) }
      try value.validate(operation: operation)
    }
    try validateIndexKeys(operation: operation)
    let size = sizeAtMost <= Self.maximumSize ? 0 : size
    guard size <= Self.maximumSize else {
      throw .invalid("an item has at most \(Self.maximumSize) bytes; this one has \(size)", operation)
    }
    return key
  }

  /// The keys of the index that every table has are texts, as the table's own are, where an item has them.
  private func validateIndexKeys(operation: String) throws(StoreError) {
    let keys = [
      (KeySchema.Name.cellPartition(0), PrimaryKey.maximumPartitionBytes),
      (KeySchema.Name.cellSort(0), PrimaryKey.maximumSortBytes),
    ]
    for (name, maximum) in keys {
      guard let value = self[name] else { continue }
      guard case .string(let text) = value, (1...maximum).contains(text.string.utf8.count) else {
        throw .invalid("the index key \(name) must be a text of 1 to \(maximum) bytes", operation)
      }
    }
  }

  /// The key of a stored item, which always has one.
  package var key: PrimaryKey? {
    guard let partition = self[KeySchema.Name.partition]?.string, let sort = self[KeySchema.Name.sort]?.string
    else { return nil }
    return PrimaryKey(partition: partition, sort: sort)
  }

  /// The item without the attributes that a projection does not name; nil names all.
  package func projected(to names: Set<UTF8String>?) -> Item {
    guard let names else { return self }
    return filter { names.contains($0.key) }
  }
}
