// SPDX-License-Identifier: Apache-2.0

extension AttributeValue {
  /// How many levels of lists and maps an attribute may have.
  public static let maximumDepth = 32

  /// How many bytes DynamoDB counts for the value, without its name. O(bytes).
  ///
  /// UTF-8 bytes of text, bytes of binary, 1 for a truth value or NULL; about 1, and 1 for each two digits, for a
  /// number; the sum of its members for a set; 3, and 1 for each element beside its own size, for a list or map.
  /// Source: Amazon DynamoDB Developer Guide, "Item sizes and formats".
  public var size: Int {
    switch self {
    case .string(let text): text.string.utf8.count
    case .number(let number): number.size
    case .binary(let bytes): bytes.count
    case .bool, .null: 1
    case .list(let values): values.reduce(3) { $0 + 1 + $1.size }
    case .map(let map): 3 + map.count + map.size
    case .stringSet(let texts): texts.reduce(0) { $0 + $1.string.utf8.count }
    case .numberSet(let numbers): numbers.reduce(0) { $0 + $1.size }
    case .binarySet(let values): values.reduce(0) { $0 + $1.count }
    }
  }

  /// How many lists and maps lie within each other: 0 for a text, 1 for a list of texts. O(values).
  public var depth: Int {
    switch self {
    case .list(let values): 1 + (values.lazy.map(\.depth).max() ?? 0)
    case .map(let map): 1 + (map.values.lazy.map(\.depth).max() ?? 0)
    default: 0
    }
  }
}

extension Item {
  /// The most bytes an item may have: 400 KB.
  public static var maximumSize: Int { 409_600 }

  /// How many bytes DynamoDB counts for the item: the UTF-8 bytes of its names and the sizes of its values.
  public var size: Int { reduce(0) { $0 + $1.key.string.utf8.count + $1.value.size } }
}
