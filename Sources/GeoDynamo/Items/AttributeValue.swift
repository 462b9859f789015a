// SPDX-License-Identifier: Apache-2.0

/// A map of attribute names to values: what DynamoDB calls an item.
public typealias Item = [UTF8String: AttributeValue]

/// A value of an attribute, in DynamoDB's types.
///
/// Source: Amazon DynamoDB API Reference, `AttributeValue`.
public enum AttributeValue: Sendable, Hashable {
  /// S: text.
  case string(UTF8String)
  /// N: a decimal number of up to 38 significant digits.
  case number(DecimalNumber)
  /// B: bytes.
  case binary([UInt8])
  /// BOOL.
  case bool(Bool)
  /// NULL.
  case null
  /// L: values in order.
  case list([AttributeValue])
  /// M: values under names.
  case map(Item)
  /// SS: a set of texts; a store refuses an empty one.
  case stringSet(Set<UTF8String>)
  /// NS: a set of numbers; a store refuses an empty one.
  case numberSet(Set<DecimalNumber>)
  /// BS: a set of byte strings; a store refuses an empty one.
  case binarySet(Set<[UInt8]>)
}

extension AttributeValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A text.
  public init(stringLiteral value: String) { self = .string(UTF8String(value)) }

  /// A number.
  public init(integerLiteral value: Int64) { self = .number(DecimalNumber(value)) }

  /// A number: the one the shortest text of `value` spells.
  ///
  /// - Precondition: It is in `DecimalNumber`'s range.
  public init(floatLiteral value: Double) {
    do {
      self = .number(try DecimalNumber(value))
    } catch {
      preconditionFailure(error.description)
    }
  }

  /// A truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// A list.
  public init(arrayLiteral elements: AttributeValue...) { self = .list(elements) }

  /// A map.
  ///
  /// - Precondition: No name occurs twice.
  public init(dictionaryLiteral elements: (UTF8String, AttributeValue)...) {
    self = .map(Item(uniqueKeysWithValues: elements))
  }
}

extension AttributeValue {
  /// The text of a `string`; nil for other types.
  public var string: UTF8String? { if case .string(let value) = self { value } else { nil } }

  /// The number of a `number`; nil for other types.
  public var number: DecimalNumber? { if case .number(let value) = self { value } else { nil } }

  /// The truth value of a `bool`; nil for other types.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The elements of a `list`; nil for other types.
  public var list: [AttributeValue]? { if case .list(let value) = self { value } else { nil } }

  /// The entries of a `map`; nil for other types.
  public var map: Item? { if case .map(let value) = self { value } else { nil } }
}
