// SPDX-License-Identifier: Apache-2.0

/// The name of a collection: 1–64 of `a…z`, `0…9`, `_` and `-`.
public struct CollectionName: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The name.
  public let description: String

  /// Makes a name.
  ///
  /// - Throws: `InputError` when `name` has other characters or another length.
  public init(_ name: String) throws {
    guard Self.isName(name) else { throw InputError.collectionName(name) }
    description = name
  }

  /// Whether a text has the characters and the length of a name, which those of area sets share.
  static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }

  /// Sorts by bytes.
  public static func < (a: CollectionName, b: CollectionName) -> Bool {
    UTF8String(a.description) < UTF8String(b.description)
  }
}

extension CollectionName: ExpressibleByStringLiteral {
  /// Makes a name of a literal, which must be one.
  public init(stringLiteral value: String) {
    do {
      self = try CollectionName(value)
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
