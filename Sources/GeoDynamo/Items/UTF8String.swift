// SPDX-License-Identifier: Apache-2.0

/// Text that is compared, hashed and sorted by its UTF-8 bytes, as DynamoDB and SQLite do.
///
/// Swift's `String` finds "é" (one scalar) and "é" (two scalars) equal, and sorts by scalars in canonical
/// form; a store keeps them apart and sorts their bytes. Keys, ids, attribute names and string values are
/// therefore of this type, so that a dictionary never merges what a store keeps apart.
public struct UTF8String: Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The text itself; its scalars are exactly those it was made of.
  public let string: String

  /// Makes a text of `string`, scalar for scalar. O(1) for native strings.
  public init(_ string: String) {
    self.string = string
  }

  /// Makes a text of a literal.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// The text itself.
  public var description: String { string }
}

extension UTF8String: Hashable, Comparable {
  public static func == (a: UTF8String, b: UTF8String) -> Bool { a.string.utf8.elementsEqual(b.string.utf8) }
  public static func < (a: UTF8String, b: UTF8String) -> Bool {
    a.string.utf8.lexicographicallyPrecedes(b.string.utf8)
  }
  public func hash(into hasher: inout Hasher) { for byte in string.utf8 { hasher.combine(byte) } }
}
