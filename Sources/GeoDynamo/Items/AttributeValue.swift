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
