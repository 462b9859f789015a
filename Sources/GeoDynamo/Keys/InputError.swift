// SPDX-License-Identifier: Apache-2.0

/// A value from outside that cannot be what it should be. The description names the value and what would be right.
public enum InputError: Error, Hashable, Sendable, CustomStringConvertible {
  /// An object's id is empty or too long.
  case objectID(String, bytes: Int)
  /// A collection's name has a character or a length it must not have.
  case collectionName(String)
  /// A role's name has a character or a length it must not have.
  case roleName(String)
  /// A number that DynamoDB cannot hold.
  case number(String, reason: String)
  /// A cursor that is not one, or belongs to another query.
  case cursor(String, reason: String)
  /// A filter on an attribute that the collection's index does not carry.
  case filter(attribute: String, declared: [String])
  /// A limit below 1.
  case limit(Int)
  /// Attributes that cannot be stored.
  case attribute(String, reason: String)
  /// An area that cannot be one, or is not told from others.
  case area(String, reason: String)
  /// A message's text that cannot be one. The text itself is not repeated.
  case message(reason: String)

  /// One sentence for people.
  public var description: String {
    switch self {
    case .objectID(_, bytes: 0): "an id is 1 to \(ObjectID.maximumBytes) bytes of UTF-8; this one is empty"
    case .objectID(let id, let bytes):
      "an id is 1 to \(ObjectID.maximumBytes) bytes of UTF-8; this one has \(bytes): \(id.prefix(40))…"
    case .collectionName(let name):
      "collection name \"\(name.prefix(80))\" must be 1 to 64 of the characters a-z, 0-9, _ and -"
    case .roleName(let name):
      "role name \"\(name.prefix(80))\" must be 1 to 64 of the characters a-z, 0-9, _ and -"
    case .number(let text, let reason): "\"\(text.prefix(60))\" is not a number DynamoDB can hold: \(reason)"
    case .cursor(let text, let reason): "\"\(text.prefix(60))\" is not a cursor for this query: \(reason)"
    case .filter(let attribute, let declared):
      "attribute \"\(attribute)\" is not in the collection's index, which carries "
        + (declared.isEmpty ? "none" : declared.joined(separator: ", "))
    case .limit(let limit): "limit \(limit) must be at least 1"
    case .attribute(let name, let reason): "attribute \"\(name.prefix(60))\" cannot be stored: \(reason)"
    case .area(let text, let reason): "area \"\(text.prefix(80))\": \(reason)"
    case .message(let reason): "the message cannot be stored: \(reason)"
    }
  }
}
