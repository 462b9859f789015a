// SPDX-License-Identifier: Apache-2.0

/// Writes SVG as text, with what must be escaped escaped.
struct SVGWriter {
  private(set) var text = ""
  private var depth = 0

  /// An element without content.
  mutating func element(_ name: String, _ attributes: KeyValuePairs<String, String>) {
    line("<\(name)\(Self.attributes(attributes))/>")
  }

  /// An element with a text.
  mutating func element(_ name: String, _ attributes: KeyValuePairs<String, String>, text: String) {
    line("<\(name)\(Self.attributes(attributes))>\(Self.escaped(text))</\(name)>")
  }

  /// An element about others.
  mutating func element(
    _ name: String, _ attributes: KeyValuePairs<String, String>, _ content: (inout SVGWriter) -> Void
  ) {
    line("<\(name)\(Self.attributes(attributes))>")
    depth += 1
    content(&self)
    depth -= 1
    line("</\(name)>")
  }

  private mutating func line(_ line: String) {
    text += String(repeating: " ", count: depth) + line + "\n"
  }

  private static func attributes(_ attributes: KeyValuePairs<String, String>) -> String {
    attributes.map { " \($0.key)=\"\(escaped($0.value))\"" }.joined()
  }

  /// A text that XML takes: what marks elements is escaped, what no XML may hold or would drive a terminal is shown as `\u{…}`.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in printable(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A number of pixels, to a twentieth; far out of the page it stands still, since renderers have their limits.
  static func number(_ value: Double) -> String {
    let limited = max(-1e5, min(1e5, value))
    return TextCells.rounded(limited, to: 2)
  }
}
