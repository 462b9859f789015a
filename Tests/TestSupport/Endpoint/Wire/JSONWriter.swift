// SPDX-License-Identifier: Apache-2.0

/// Writes a JSON document, one value after another.
struct JSONWriter {
  /// What was written.
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// The bytes of one object.
  static func object(_ body: (inout JSONWriter) throws -> Void) rethrows -> [UInt8] {
    var writer = JSONWriter()
    try writer.object(body)
    return writer.bytes
  }

  mutating func object(_ body: (inout JSONWriter) throws -> Void) rethrows {
    begin()
    bytes.append(UInt8(ascii: "{"))
    needsComma = false
    try body(&self)
    bytes.append(UInt8(ascii: "}"))
    needsComma = true
  }

  mutating func array<Values: Sequence>(
    _ values: Values, _ body: (inout JSONWriter, Values.Element) throws -> Void
  ) rethrows {
    begin()
    bytes.append(UInt8(ascii: "["))
    needsComma = false
    for value in values { try body(&self, value) }
    bytes.append(UInt8(ascii: "]"))
    needsComma = true
  }

  /// Writes the name of a member; its value must follow.
  mutating func key(_ name: String) {
    text(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  mutating func member(_ name: String, _ value: String) {
    key(name)
    text(value)
  }

  mutating func member(_ name: String, _ value: Bool) {
    key(name)
    plain(value ? "true" : "false")
  }

  mutating func member(_ name: String, _ value: Int) {
    key(name)
    plain("\(value)")
  }

  mutating func member(_ name: String, _ value: Double) {
    key(name)
    plain("\(value)")
  }

  /// Writes a text, escaped where JSON asks for it.
  mutating func text(_ text: String) {
    begin()
    bytes.append(UInt8(ascii: "\""))
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    if isPlain { bytes += text.utf8 } else { escape(text) }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case ..<0x20:
        let hexadecimal = String(byte, radix: 16)
        bytes += "\\u\(String(repeating: "0", count: 4 - hexadecimal.count))\(hexadecimal)".utf8
      default: bytes.append(byte)
      }
    }
  }

  private mutating func plain(_ text: String) {
    begin()
    bytes += text.utf8
  }

  private mutating func begin() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }
}
