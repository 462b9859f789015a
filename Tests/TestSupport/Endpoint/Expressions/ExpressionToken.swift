// SPDX-License-Identifier: Apache-2.0

/// A word of DynamoDB's expression language.
enum ExpressionToken: Hashable {
  /// An attribute's name, a keyword or a function.
  case word(String)
  /// `#name`, without the mark.
  case name(String)
  /// `:value`, without the mark.
  case value(String)
  /// `=`, `<>`, `<`, `<=`, `>`, `>=`, `(`, `)`, `,`, `.`, `+`, `-`
  case sign(String)

  /// The words of a text.
  ///
  /// - Throws: `ServiceError.validation` for a character that is no part of the language, or a text over 4 KB.
  static func all(of text: String) throws -> [ExpressionToken] {
    guard text.utf8.count <= 4_096 else {
      throw ServiceError.validation("Expression size has exceeded the maximum allowed size")
    }
    var tokens: [ExpressionToken] = []
    var rest = text.utf8[...]
    while let first = rest.first {
      switch first {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        rest.removeFirst()
      case UInt8(ascii: "#"), UInt8(ascii: ":"):
        rest.removeFirst()
        let word = takeWord(from: &rest)
        guard !word.isEmpty else { throw ServiceError.validation("Invalid expression: Syntax error") }
        tokens.append(first == UInt8(ascii: "#") ? .name(word) : .value(word))
      case _ where isWordByte(first):
        tokens.append(.word(takeWord(from: &rest)))
      default:
        let double = String(Substring(rest.prefix(2)))
        let sign = ["<>", "<=", ">="].contains(double) ? double : String(Substring(rest.prefix(1)))
        guard ["=", "<>", "<", "<=", ">", ">=", "(", ")", ",", ".", "+", "-"].contains(sign) else {
          throw ServiceError.validation("Invalid expression: Syntax error at an unexpected character")
        }
        tokens.append(.sign(sign))
        rest.removeFirst(sign.utf8.count)
      }
    }
    return tokens
  }

  private static func takeWord(from rest: inout Substring.UTF8View) -> String {
    let word = rest.prefix(while: isWordByte)
    rest = rest.dropFirst(word.count)
    return String(Substring(word))
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
