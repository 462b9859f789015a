// SPDX-License-Identifier: Apache-2.0

/// A text in quotation marks for a message: control characters escaped, cut at 60 characters.
func quoted(_ text: some StringProtocol) -> String {
  let end = text.index(text.startIndex, offsetBy: 60, limitedBy: text.endIndex)
  let cut = end.map { $0 < text.endIndex } ?? false
  return "\"" + printable(String(cut ? text[..<end!] : text[...])) + (cut ? "…\"" : "\"")
}

/// A text without characters that drive a terminal: control characters, and those that turn or hide text
/// (bidirectional controls, line and paragraph separators), become `\u{…}`.
func printable(_ text: String) -> String {
  func drives(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: scalar.value != 0x200D && scalar.value != 0x200C
    default: false
    }
  }
  if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\n": result += "\\n"
    case "\t": result += "\\t"
    case "\r": result += "\\r"
    case _ where drives(scalar): result += "\\u{\(String(scalar.value, radix: 16))}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// A text without the spaces and tabs at its ends.
func trimmed(_ text: Substring) -> Substring {
  func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
  var bytes = text.utf8
  while let first = bytes.first, isBlank(first) { bytes.removeFirst() }
  while let last = bytes.last, isBlank(last) { bytes.removeLast() }
  return Substring(bytes)
}
