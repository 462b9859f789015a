// SPDX-License-Identifier: Apache-2.0
import Foundation
import GeoDynamo
import GeoDynamoAWS

/// Items in DynamoDB's JSON, read and written by the endpoint's own hand: what the client under test writes is not judged
/// by the client's own code.
///
/// Source: Amazon DynamoDB API Reference, `AttributeValue`.
enum WireItem {
  /// Reads a map of names to typed values.
  static func item(in element: JSONElement) throws -> Item {
    guard element.kind == .object else {
      throw ServiceError.serialization("Start of structure or map found where not expected")
    }
    var item: Item = [:]
    for (name, value) in element.members {
      guard item.updateValue(try self.value(in: value), forKey: UTF8String(name.string!)) == nil else {
        throw ServiceError.serialization("an attribute occurs twice")
      }
    }
    return item
  }

  /// Reads one typed value: `{"S": "text"}`.
  static func value(in element: JSONElement) throws -> AttributeValue {
    var members = element.members
    guard let (type, value) = members.next(), members.next() == nil else {
      throw ServiceError.validation(
        "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes"
      )
    }
    switch type.string! {
    case "S": return .string(UTF8String(try text(value)))
    case "N": return .number(try number(value))
    case "B": return .binary(try bytes(value))
    case "BOOL":
      guard let truth = value.bool else { throw ServiceError.serialization("BOOL must be a truth value") }
      return .bool(truth)
    case "NULL":
      guard value.bool == true else {
        throw ServiceError.validation(
          "One or more parameter values were invalid: Null attribute value types must have the value of true")
      }
      return .null
    case "L":
      guard value.kind == .array else { throw ServiceError.serialization("L must be an array") }
      return .list(try value.elements.map { try self.value(in: $0) })
    case "M": return .map(try item(in: value))
    case "SS": return .stringSet(try set(value) { UTF8String(try text($0)) })
    case "NS": return .numberSet(try set(value, number))
    case "BS": return .binarySet(try set(value, bytes))
    case let type: throw ServiceError.serialization("there is no type \(type)")
    }
  }

  private static func text(_ element: JSONElement) throws -> String {
    guard let text = element.string else {
      throw ServiceError.serialization("NUMBER_VALUE cannot be converted to String")
    }
    return text
  }

  private static func number(_ element: JSONElement) throws -> DecimalNumber {
    let text = try text(element)
    do { return try DecimalNumber(text) } catch {
      throw ServiceError.validation(
        "The parameter cannot be converted to a numeric value: \(error.description)")
    }
  }

  private static func bytes(_ element: JSONElement) throws -> [UInt8] {
    guard let data = Data(base64Encoded: try text(element)) else {
      throw ServiceError.serialization("the Base64 encoding is invalid")
    }
    return Array(data)
  }

  private static func set<Member: Hashable>(
    _ element: JSONElement, _ member: (JSONElement) throws -> Member
  ) throws -> Set<Member> {
    guard element.kind == .array else { throw ServiceError.serialization("a set must be an array") }
    let members = try element.elements.map(member)
    let set = Set(members)
    guard set.count == members.count else {
      throw ServiceError.validation(
        "One or more parameter values were invalid: Input collection contains duplicates.")
    }
    return set
  }
}

extension JSONElement? {
  /// The elements of an array; none of anything else.
  var elements: [JSONElement] { map { Array($0.elements) } ?? [] }

  /// The members of an object; none of anything else.
  var members: [(key: JSONElement, value: JSONElement)] { map { Array($0.members) } ?? [] }
}

extension JSONWriter {
  /// Writes an item.
  mutating func write(_ item: Item) {
    object { writer in
      for (name, value) in item {
        writer.key(name.string)
        writer.write(value)
      }
    }
  }

  /// Writes a typed value.
  mutating func write(_ value: AttributeValue) {
    object { writer in
      switch value {
      case .string(let text): writer.member("S", text.string)
      case .number(let number): writer.member("N", number.description)
      case .binary(let bytes): writer.member("B", Self.base64(bytes))
      case .bool(let truth): writer.member("BOOL", truth)
      case .null: writer.member("NULL", true)
      case .list(let values):
        writer.key("L")
        writer.array(values) { $0.write($1) }
      case .map(let map):
        writer.key("M")
        writer.write(map)
      case .stringSet(let texts):
        writer.key("SS")
        writer.array(texts) { $0.text($1.string) }
      case .numberSet(let numbers):
        writer.key("NS")
        writer.array(numbers) { $0.text($1.description) }
      case .binarySet(let values):
        writer.key("BS")
        writer.array(values) { $0.text(Self.base64($1)) }
      }
    }
  }

  private static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
}
