// SPDX-License-Identifier: Apache-2.0

/// Whom an access list may name.
public enum Principal: Hashable, Sendable {
  /// Everybody, known or not.
  case everybody
  /// A user.
  case user(ObjectID)
  /// The users of a role, and of roles that inherit it.
  case role(RoleName)

  /// As it is stored: no id or name can be taken for another kind's.
  var text: UTF8String {
    switch self {
    case .everybody: "*"
    case .user(let id): UTF8String("u" + id.text.string)
    case .role(let name): UTF8String("r" + name.description)
    }
  }

  init?(_ text: UTF8String) {
    let rest = String(text.string.dropFirst())
    switch text.string.utf8.first {
    case UInt8(ascii: "*") where rest.isEmpty: self = .everybody
    case UInt8(ascii: "u"):
      guard let id = try? ObjectID(rest) else { return nil }
      self = .user(id)
    case UInt8(ascii: "r"):
      guard let name = try? RoleName(rest) else { return nil }
      self = .role(name)
    default: return nil
    }
  }
}

/// The name of a role: 1–64 of `a…z`, `0…9`, `_` and `-`.
public struct RoleName: Sendable, Hashable, Comparable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// The name.
  public let description: String

  /// Makes a name.
  ///
  /// - Throws: `InputError` when `name` has other characters or another length.
  public init(_ name: String) throws {
    guard CollectionName.isName(name) else { throw InputError.roleName(name) }
    description = name
  }

  /// Makes a name of a literal, which must be one.
  public init(stringLiteral value: String) {
    do { self = try RoleName(value) } catch { preconditionFailure("\(error)") }
  }

  /// Sorts by bytes.
  public static func < (a: RoleName, b: RoleName) -> Bool {
    UTF8String(a.description) < UTF8String(b.description)
  }
}
