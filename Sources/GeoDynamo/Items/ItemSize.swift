// SPDX-License-Identifier: Apache-2.0

extension AttributeValue {
  /// How many levels of lists and maps an attribute may have.
  public static let maximumDepth = 32

  /// How many bytes DynamoDB counts for the value, without its name. O(bytes).
  ///
  /// UTF-8 bytes of text, bytes of binary, 1 for a truth value or NULL; about 1, and 1 for each two digits, for a
  /// number; the sum of its members for a set; 3, and 1 for each element beside its own size, for a list or map.
  /// Source: Amazon DynamoDB Developer Guide, "Item sizes and formats".
  public var size: Int { size { $0.size } }

  fileprivate func size(ofNumber numberSize: (DecimalNumber) -> Int) -> Int {
    switch self {
    case .string(let text): text.string.utf8.count
    case .number(let number): numberSize(number)
    case .binary(let bytes): bytes.count
    case .bool, .null: 1
    case .list(let values): values.reduce(3) { $0 + 1 + $1.size(ofNumber: numberSize) }
    case .map(let map): 3 + map.count + map.size(ofNumber: numberSize)
    case .stringSet(let texts): texts.reduce(0) { $0 + $1.string.utf8.count }
    case .numberSet(let numbers): numbers.reduce(0) { $0 + numberSize($1) }
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
  public var size: Int { size { $0.size } }

  /// The size, but 21 for each number: not below the true one and found without counting digits.
  var sizeAtMost: Int { size { _ in 21 } }

  fileprivate func size(ofNumber numberSize: (DecimalNumber) -> Int) -> Int {
    reduce(0) { $0 + $1.key.string.utf8.count + $1.value.size(ofNumber: numberSize) }
  }
}
