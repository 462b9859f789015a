// SPDX-License-Identifier: Apache-2.0
internal import GeoDynamo

/// Writes JSON into bytes: objects and arrays are begun and ended, and commas come of themselves.
package struct JSONWriter {
  /// What has been written.
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// Makes a writer that has written nothing.
  package init() { bytes.reserveCapacity(512) }

  /// Writes an object, its members written by `body`.
  package mutating func object(_ body: (inout JSONWriter) throws -> Void) rethrows {
    try nest("{", "}", body)
  }

  /// Writes an array, its elements written by `body`.
  package mutating func array(_ body: (inout JSONWriter) throws -> Void) rethrows {
    try nest("[", "]", body)
  }

  /// Writes the name of a member, whose value must follow.
  package mutating func name(_ name: String) {
    text(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a text.
  package mutating func text(_ text: String) {
    quoted { writer in
      for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
          writer.append(UInt8(ascii: "\\"))
          writer.append(byte)
        case 0..<0x20:
          writer.append(contentsOf: "\\u00".utf8)
          writer.append("0123456789abcdef".utf8Digit(byte >> 4))
          writer.append("0123456789abcdef".utf8Digit(byte & 15))
        default: writer.append(byte)
        }
      }
    }
  }

  /// Writes bytes as a text in base64.
  package mutating func base64(_ data: [UInt8]) {
    quoted { Base64.standard.append(data, to: &$0) }
  }

  /// Writes an integer.
  package mutating func integer(_ value: Int) { raw("\(value)") }

  /// Writes a number; NaN and the infinities have no JSON.
  package mutating func number(_ value: Double) {
    precondition(value.isFinite, "JSON has no \(value)")
    raw("\(value)")
  }

  /// Writes a truth value.
  package mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }

  private mutating func raw(_ text: String) {
    comma()
    bytes.append(contentsOf: text.utf8)
    needsComma = true
  }

  private mutating func quoted(_ body: (inout [UInt8]) -> Void) {
    comma()
    bytes.append(UInt8(ascii: "\""))
    body(&bytes)
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  private mutating func nest(
    _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ body: (inout JSONWriter) throws -> Void
  ) rethrows {
    comma()
    bytes.append(UInt8(ascii: open))
    needsComma = false
    try body(&self)
    bytes.append(UInt8(ascii: close))
    needsComma = true
  }

  private mutating func comma() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }
}

extension String {
  /// The byte at a place of an ASCII text.
  fileprivate func utf8Digit(_ place: UInt8) -> UInt8 {
    utf8[utf8.index(utf8.startIndex, offsetBy: Int(place))]
  }
}
