// SPDX-License-Identifier: Apache-2.0

/// What a message says: 1–16,384 bytes of UTF-8, any character, NUL among them, kept byte for byte.
public struct MessageText: Sendable, Hashable, CustomStringConvertible {
  /// The most bytes a message may have: 16 KB, so that a page of a thread and the messages of one transaction stay small.
  public static let maximumBytes = 16_384

  /// The text.
  public let text: UTF8String

  /// Makes a message of a text, byte for byte.
  ///
  /// - Throws: `InputError.message` when the text is empty or too long.
  public init(_ string: String) throws {
    let bytes = string.utf8.count
    guard (1...Self.maximumBytes).contains(bytes) else {
      throw InputError.message(reason: "it must have 1 to \(Self.maximumBytes) bytes of UTF-8, not \(bytes)")
    }
    text = UTF8String(string)
  }

  /// Makes a message of bytes from outside.
  ///
  /// - Throws: `InputError.message` when they are not valid UTF-8: nothing is repaired.
  public init(bytes: some Collection<UInt8>) throws {
    guard let string = String(validating: bytes, as: UTF8.self) else {
      throw InputError.message(reason: "it is not valid UTF-8")
    }
    try self.init(string)
  }

  init(unchecked text: UTF8String) {
    self.text = text
  }

  /// The text.
  public var description: String { text.string }
}
