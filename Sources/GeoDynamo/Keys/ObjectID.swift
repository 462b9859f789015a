// SPDX-License-Identifier: Apache-2.0

/// The id of an object in a collection: 1–512 bytes of UTF-8, any character, compared and sorted by bytes.
public struct ObjectID: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The most bytes an id may have.
  public static let maximumBytes = 512

  /// The id's text.
  public let text: UTF8String

  /// Makes an id of a text, byte for byte.
  ///
  /// - Throws: `InputError` when the text is empty or longer than 512 bytes.
  public init(_ string: String) throws {
    let bytes = string.utf8.count
    guard (1...Self.maximumBytes).contains(bytes) else {
      throw InputError.objectID(string, bytes: bytes)
    }
    text = UTF8String(string)
  }

  init(unchecked text: UTF8String) {
    self.text = text
  }

  /// The id's text.
  public var description: String { text.string }

  /// Sorts by UTF-8 bytes.
  public static func < (a: ObjectID, b: ObjectID) -> Bool { a.text < b.text }
}

extension ObjectID: ExpressibleByStringLiteral {
  /// Makes an id of a literal of 1–512 bytes.
  public init(stringLiteral value: String) {
    precondition((1...Self.maximumBytes).contains(value.utf8.count), "an id is 1 to 512 bytes of UTF-8")
    self.init(unchecked: UTF8String(value))
  }
}
