// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// A JSON value as it was read: numbers still as their text.
enum JSONValue: Equatable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// A member of an object; an object's members keep their order, and no name occurs twice.
  struct Member: Equatable {
    let name: String
    let value: JSONValue
  }

  /// The member of that name, byte for byte; nil for other values.
  subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  /// The value in DynamoDB's types.
  ///
  /// - Throws: `RowFault` for a number that DynamoDB cannot hold.
  func attributeValue() throws(RowFault) -> AttributeValue {
    switch self {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .string(let text): return .string(UTF8String(text))
    case .number(let text):
      do {
        return .number(try DecimalNumber(text))
      } catch {
        throw RowFault("\(error)", value: text)
      }
    case .array(let values):
      var list: [AttributeValue] = []
      for value in values { list.append(try value.attributeValue()) }
      return .list(list)
    case .object(let members): return .map(try Self.map(members))
    }
  }

  /// Members as attributes.
  ///
  /// - Throws: `RowFault` for an empty name, a number that cannot be stored, and nesting that the store would refuse.
  static func item(_ members: [Member]) throws(RowFault) -> Item {
    let item = try map(members)
    guard AttributeValue.map(item).depth <= AttributeValue.maximumDepth else {
      throw RowFault("the attributes are nested deeper than \(AttributeValue.maximumDepth - 1) levels")
    }
    return item
  }

  private static func map(_ members: [Member]) throws(RowFault) -> Item {
    var item = Item(minimumCapacity: members.count)
    for member in members {
      guard !member.name.isEmpty else { throw RowFault("an attribute has an empty name") }
      do {
        item[UTF8String(member.name)] = try member.value.attributeValue()
      } catch {
        var fault = error
        fault.column = fault.column.map { "\(member.name).\($0)" } ?? member.name
        throw fault
      }
    }
    return item
  }

  /// The value as a message shows it.
  var shown: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let text), .string(let text): text
    case .array: "[…]"
    case .object: "{…}"
    }
  }
}
