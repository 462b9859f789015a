// SPDX-License-Identifier: Apache-2.0

/// A text without its blanks, in capitals, each character with where it stood.
struct PostcodeText {
  /// A letter A–Z, a digit or a hyphen each.
  private(set) var characters: [UInt8] = []
  /// Where each of them stood in the text, the first being 1.
  private(set) var positions: [Int] = []
  /// Before which of the characters there were blanks.
  private(set) var gaps: Set<Int> = []
  let source: String

  private static let most = 12

  /// - Throws: `PostcodeError` for a text that is empty or too long or has other characters.
  init(_ source: String) throws(PostcodeError) {
    self.source = source
    var position = 0
    for character in source {
      position += 1
      guard let byte = Self.byte(of: character) else {
        throw PostcodeError(
          text: source, reason: "\"\(character)\" is no letter A–Z, digit or space", position: position)
      }
      if byte == 0x20 {
        if !characters.isEmpty { gaps.insert(characters.count) }
        continue
      }
      guard characters.count < Self.most else {
        throw PostcodeError(
          text: source, reason: "it is longer than any postcode, of \(Self.most) characters",
          position: position)
      }
      characters.append(byte)
      positions.append(position)
    }
    gaps.remove(characters.count)
    if characters.isEmpty {
      throw PostcodeError(text: source, reason: "it is empty; give a code such as SW1A 1AA", position: nil)
    }
  }

  /// The capital letter, digit, hyphen or space that a character stands for; nil for another.
  private static func byte(of character: Character) -> UInt8? {
    if let ascii = character.asciiValue {
      switch ascii {
      case 0x30...0x39, 0x41...0x5a, 0x2d, 0x20: return ascii
      case 0x61...0x7a: return ascii - 0x20
      case 0x09, 0x0a, 0x0d: return 0x20
      default: return nil
      }
    }
    // Blanks of all widths, those of no width, hyphens and dashes, and the wide forms of East Asian keyboards.
    guard character.unicodeScalars.count == 1, let scalar = character.unicodeScalars.first else {
      return character == "\r\n" ? 0x20 : nil
    }
    switch scalar.value {
    case 0x200b, 0x2060, 0xfeff: return 0x20
    case 0x2010...0x2015, 0x2212: return 0x2d
    case 0xff10...0xff19, 0xff21...0xff3a: return UInt8(scalar.value - 0xfee0)
    case 0xff41...0xff5a: return UInt8(scalar.value - 0xfee0 - 0x20)
    default: return scalar.properties.isWhitespace ? 0x20 : nil
    }
  }

  func error(_ reason: String, at index: Int? = nil) -> PostcodeError {
    let position = index.map { $0 < positions.count ? positions[$0] : source.count }
    return PostcodeError(text: source, reason: reason, position: position)
  }

  /// The characters of a range as text.
  static func string(_ characters: some Sequence<UInt8>) -> String {
    String(decoding: Array(characters), as: UTF8.self)
  }
}

extension UInt8 {
  var isDigit: Bool { self >= 0x30 && self <= 0x39 }
  var isLetter: Bool { self >= 0x41 && self <= 0x5a }
}
