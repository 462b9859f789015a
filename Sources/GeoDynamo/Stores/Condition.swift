// SPDX-License-Identifier: Apache-2.0

/// The place of a value in an item: an attribute's name and, below it, names within maps.
public struct AttributePath: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The names from the item down; never empty.
  public let names: [UTF8String]

  /// A path of one or more names, from the item down.
  public init(_ first: UTF8String, _ rest: UTF8String...) {
    names = [first] + rest
  }

  /// A path of one or more names, from the item down.
  package init(names: [UTF8String]) {
    precondition(!names.isEmpty, "a path has a name")
    self.names = names
  }

  /// The top-level attribute of that name; dots have no meaning.
  public init(stringLiteral value: String) {
    names = [UTF8String(value)]
  }

  /// The names joined by dots.
  public var description: String { names.map(\.string).joined(separator: ".") }
}

/// A condition of a write, or a filter of a query, over one item: DynamoDB's condition expression as a value.
///
/// Comparisons of values of different types, and of a missing attribute, are false, as in DynamoDB
/// (`notEquals` is true for both). Source: Amazon DynamoDB Developer Guide, "Condition and filter expressions".
public indirect enum Condition: Hashable, Sendable {
  /// The attribute is there (also when it is NULL).
  case exists(AttributePath)
  /// The attribute is not there.
  case notExists(AttributePath)
  /// `=`
  case equals(AttributePath, AttributeValue)
  /// `<>`
  case notEquals(AttributePath, AttributeValue)
  /// `<`, for texts, numbers and bytes.
  case less(AttributePath, AttributeValue)
  /// `<=`
  case lessOrEqual(AttributePath, AttributeValue)
  /// `>`
  case greater(AttributePath, AttributeValue)
  /// `>=`
  case greaterOrEqual(AttributePath, AttributeValue)
  /// `BETWEEN`, both ends included.
  case between(AttributePath, AttributeValue, AttributeValue)
  /// `begins_with`, for texts and bytes.
  case beginsWith(AttributePath, AttributeValue)
  /// `contains`: a part of a text, a member of a set or of a list.
  case contains(AttributePath, AttributeValue)
  /// All hold.
  case all([Condition])
  /// At least one holds.
  case any([Condition])
  /// It does not hold.
  case not(Condition)
}
