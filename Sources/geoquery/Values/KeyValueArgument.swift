// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// An attribute as it is typed: `key=value`. The first equals sign splits; the value may be empty.
struct KeyValueArgument {
  let key: UTF8String
  let value: AttributeValue
  /// The value's text as it was typed.
  let text: String

  /// - Throws: `CommandFailure` with status 64 when there is no equals sign or no key.
  init(_ argument: String) throws {
    let bytes = argument.utf8
    guard let split = bytes.firstIndex(of: UInt8(ascii: "=")) else {
      throw CommandFailure.usage("\(quoted(argument)) is not an attribute; write key=value")
    }
    guard split > bytes.startIndex else {
      throw CommandFailure.usage("\(quoted(argument)) has no key before its equals sign; write key=value")
    }
    key = UTF8String(String(Substring(bytes[..<split])))
    text = String(Substring(bytes[bytes.index(after: split)...]))
    value = try AttributeValue(plainText: text)
  }

  /// Attributes of several arguments; a key may stand only once.
  static func item(_ arguments: some Sequence<String>) throws -> Item {
    var item: Item = [:]
    for argument in arguments {
      let pair = try KeyValueArgument(argument)
      guard item.updateValue(pair.value, forKey: pair.key) == nil else {
        throw CommandFailure.usage("attribute \(quoted(pair.key.string)) is given twice")
      }
    }
    return item
  }
}
