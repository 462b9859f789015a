// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// Writes JSON into bytes, with the commas and colons where they belong.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  /// Whether a comma goes before the next value.
  private var needsComma = false

  /// Gives the bytes away and starts anew.
  mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  mutating func beginObject() { open("{") }
  mutating func endObject() { close("}") }
  mutating func beginArray() { open("[") }
  mutating func endArray() { close("]") }

  /// Starts a new value that is no member of anything, as on a new line.
  mutating func beginDocument() { needsComma = false }

  mutating func key(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  mutating func null() { raw("null") }
  mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }
  mutating func integer(_ value: Int) { raw(String(value)) }

  /// The shortest text that reads back equal; whole numbers without a fraction. The number must be finite.
  mutating func number(_ value: Double) { raw(shortest(value)) }

  /// A text that is JSON already.
  mutating func raw(_ json: String) {
    separate()
    bytes.append(contentsOf: json.utf8)
    needsComma = true
  }

  mutating func string(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): bytes.append(contentsOf: "\\n".utf8)
      case UInt8(ascii: "\t"): bytes.append(contentsOf: "\\t".utf8)
      case UInt8(ascii: "\r"): bytes.append(contentsOf: "\\r".utf8)
      case 0..<0x20, 0x7F:
        bytes.append(contentsOf: "\\u00".utf8)
        for digit in [byte >> 4, byte & 15] {
          bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  /// An attribute's value: numbers as their exact text, bytes in base64, sets as arrays in order, maps by
  /// the order of their names' bytes.
  mutating func attribute(_ value: AttributeValue) {
    switch value {
    case .string(let text): string(text.string)
    case .number(let number): raw(number.description)
    case .binary(let data): string(Base64.standard.encode(data))
    case .bool(let value): bool(value)
    case .null: null()
    case .list(let values): array(values) { $0.attribute($1) }
    case .map(let item): attributes(item)
    case .stringSet(let texts): array(texts.sorted()) { $0.string($1.string) }
    case .numberSet(let numbers):
      array(numbers.sorted()) { $0.raw($1.description) }
    case .binarySet(let datas):
      array(datas.sorted { $0.lexicographicallyPrecedes($1) }) { $0.string(Base64.standard.encode($1)) }
    }
  }

  /// Attributes as an object.
  mutating func attributes(_ item: Item) {
    beginObject()
    for (name, value) in item.sorted(by: { $0.key < $1.key }) {
      key(name.string)
      attribute(value)
    }
    endObject()
  }

  /// Values as an array.
  mutating func array<T>(_ values: some Sequence<T>, _ write: (inout JSONWriter, T) -> Void) {
    beginArray()
    for value in values { write(&self, value) }
    endArray()
  }

  private mutating func open(_ bracket: Unicode.Scalar) {
    separate()
    bytes.append(UInt8(ascii: bracket))
    needsComma = false
  }

  private mutating func close(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(ascii: bracket))
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = false
  }
}

/// The shortest text that reads back equal, whole numbers without their `.0`.
func shortest(_ value: Double) -> String {
  let text = "\(value)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
