// SPDX-License-Identifier: Apache-2.0
package import GeoDynamo

/// Items and attribute values in DynamoDB's JSON: `{"name":{"S":"Ada"},"age":{"N":"36"}}`.
///
/// Source: Amazon DynamoDB API Reference, `AttributeValue`; Developer Guide, "DynamoDB low-level API".
package enum ItemJSON {
  /// The item in an object.
  ///
  /// - Throws: `JSONFault` for another value, an unknown type, a text that is no number or no base64, a name or a
  ///   member of a set that occurs twice, and values nested too deep. Its text holds names of types only.
  package static func item(in element: JSONElement) throws -> Item {
    try item(in: element, depth: 0)
  }

  /// The attribute value in an object with one member, its type.
  ///
  /// - Throws: `JSONFault`, as `item(in:)` does.
  package static func value(in element: JSONElement) throws -> AttributeValue {
    try value(in: element, depth: 0)
  }

  /// Writes an item.
  package static func write(_ item: Item, to writer: inout JSONWriter) {
    writer.object { writer in
      for (name, value) in item {
        writer.name(name.string)
        write(value, to: &writer)
      }
    }
  }

  /// Writes an attribute value.
  package static func write(_ value: AttributeValue, to writer: inout JSONWriter) {
    writer.object { writer in
      switch value {
      case .string(let text):
        writer.name("S")
        writer.text(text.string)
      case .number(let number):
        writer.name("N")
        writer.text(number.description)
      case .binary(let bytes):
        writer.name("B")
        writer.base64(bytes)
      case .bool(let value):
        writer.name("BOOL")
        writer.bool(value)
      case .null:
        writer.name("NULL")
        writer.bool(true)
      case .list(let values):
        writer.name("L")
        writer.array { writer in for value in values { write(value, to: &writer) } }
      case .map(let map):
        writer.name("M")
        write(map, to: &writer)
      case .stringSet(let texts):
        writer.name("SS")
        writer.array { writer in for text in texts { writer.text(text.string) } }
      case .numberSet(let numbers):
        writer.name("NS")
        writer.array { writer in for number in numbers { writer.text(number.description) } }
      case .binarySet(let values):
        writer.name("BS")
        writer.array { writer in for bytes in values { writer.base64(bytes) } }
      }
    }
  }

  private static func item(in element: JSONElement, depth: Int) throws -> Item {
    guard element.kind == .object else { throw JSONFault("an item or map is not an object") }
    var item: Item = [:]
    for (name, value) in element.members {
      let isOld = item.updateValue(try self.value(in: value, depth: depth), forKey: UTF8String(name.string!))
      guard isOld == nil else { throw JSONFault("a name occurs twice in an item or map") }
    }
    return item
  }

  private static func value(in element: JSONElement, depth: Int) throws -> AttributeValue {
    var members = element.members
    guard element.kind == .object, let (type, content) = members.next(), members.next() == nil else {
      throw JSONFault("an attribute value is not an object with one member")
    }
    if type.isText("S") { return .string(try text(content, "S")) }
    if type.isText("N") { return .number(try number(content)) }
    if type.isText("B") { return .binary(try binary(content)) }
    if type.isText("BOOL"), let value = content.bool { return .bool(value) }
    if type.isText("NULL"), content.bool == true { return .null }
    if type.isText("SS") { return .stringSet(try set(content) { try text($0, "SS") }) }
    if type.isText("NS") { return .numberSet(try set(content, of: number)) }
    if type.isText("BS") { return .binarySet(try set(content, of: binary)) }
    guard depth < AttributeValue.maximumDepth else { throw JSONFault("values are nested too deep") }
    if type.isText("M") { return .map(try item(in: content, depth: depth + 1)) }
    if type.isText("L"), content.kind == .array {
      return .list(try content.elements.map { try value(in: $0, depth: depth + 1) })
    }
    throw JSONFault("an attribute value is of no known type")
  }

  private static func text(_ element: JSONElement, _ type: String) throws -> UTF8String {
    guard let text = element.string else { throw JSONFault("a value of type \(type) is no text") }
    return UTF8String(text)
  }

  private static func number(_ element: JSONElement) throws -> DecimalNumber {
    guard let digits = unsafe element.bytes, let number = try? unsafe DecimalNumber(ascii: digits.bytes)
    else {
      throw JSONFault("a value of type N or NS is no number")
    }
    return number
  }

  private static func binary(_ element: JSONElement) throws -> [UInt8] {
    guard let digits = unsafe element.bytes, let bytes = unsafe Base64.standard.decode(digits) else {
      throw JSONFault("a value of type B or BS is no base64")
    }
    return bytes
  }

  private static func set<Member: Hashable>(
    _ element: JSONElement, of member: (JSONElement) throws -> Member
  ) throws -> Set<Member> {
    guard element.kind == .array else { throw JSONFault("a set is no array") }
    var set: Set<Member> = []
    for element in element.elements {
      guard set.insert(try member(element)).inserted else {
        throw JSONFault("a member occurs twice in a set")
      }
    }
    return set
  }
}
