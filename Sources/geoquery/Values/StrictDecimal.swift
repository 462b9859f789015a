// SPDX-License-Identifier: Apache-2.0

/// Decimal numbers as people and files write them: a sign, digits, a fraction, an exponent, and nothing else.
///
/// No `NaN`, no `inf`, no hexadecimal, no digits of other scripts, no spaces: what `strtod` takes beyond
/// numbers is refused.
enum StrictDecimal {
  /// The nearest Double of a text; infinite when it is too large; nil when it is not a decimal number.
  static func parse(_ text: Span<UInt8>) -> Double? {
    var scanner = Scanner()
    guard scanner.scan(text) else { return nil }
    // A mantissa below 2^53 and a power of ten up to 10^22 are both exact, so that one division or
    // multiplication rounds once (Clinger, "How to read floating point numbers accurately", 1990).
    if scanner.mantissaDigits <= 15, scanner.exponent >= -22, scanner.exponent <= 22 {
      let magnitude =
        scanner.exponent < 0
        ? Double(scanner.mantissa) / powersOfTen[-scanner.exponent]
        : Double(scanner.mantissa) * powersOfTen[scanner.exponent]
      return scanner.isNegative ? -magnitude : magnitude
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    for index in text.indices { bytes.append(text[index]) }
    return Double(String(decoding: bytes, as: UTF8.self)) ?? (scanner.isLarge ? .infinity : 0)
  }

  /// The nearest Double of a text; infinite when it is too large; nil when it is not a decimal number.
  static func parse(_ text: some StringProtocol) -> Double? {
    let bytes = Array(text.utf8)
    return parse(bytes.span)
  }

  /// Whether the text is the only way to write its number: no plus sign, no exponent, no leading zero, no
  /// trailing zero of a fraction, not −0, at most 38 digits. So `007`, `1.50` and `1e3` stay texts.
  static func isCanonical(_ text: Span<UInt8>) -> Bool {
    var index = 0
    let isNegative = text.count > 0 && text[0] == UInt8(ascii: "-")
    if isNegative { index = 1 }
    let integerStart = index
    while index < text.count, isDigit(text[index]) { index += 1 }
    let integerDigits = index - integerStart
    guard integerDigits >= 1, integerDigits == 1 || text[integerStart] != UInt8(ascii: "0") else {
      return false
    }
    if index == text.count {
      return integerDigits <= 38 && !(isNegative && text[integerStart] == UInt8(ascii: "0"))
    }
    guard text[index] == UInt8(ascii: ".") else { return false }
    index += 1
    let fractionStart = index
    while index < text.count, isDigit(text[index]) { index += 1 }
    return index == text.count && index > fractionStart && text[index - 1] != UInt8(ascii: "0")
      && integerDigits + (index - fractionStart) <= 38
  }

  /// Whether the text is the only way to write its number.
  static func isCanonical(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return isCanonical(bytes.span)
  }

  @inline(__always)
  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
  ]
}

extension StrictDecimal {
  /// Reads the grammar and keeps up to 19 digits of the mantissa.
  private struct Scanner {
    private var index = 0
    private(set) var isNegative = false
    private(set) var mantissa: UInt64 = 0
    private(set) var mantissaDigits = 0
    private(set) var exponent = 0

    /// Whether a number out of Double's range is too large rather than too small.
    var isLarge: Bool { exponent + mantissaDigits > 0 }

    mutating func scan(_ text: Span<UInt8>) -> Bool {
      if index < text.count, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") {
        isNegative = text[index] == UInt8(ascii: "-")
        index += 1
      }
      let integerDigits = digits(of: text, inFraction: false)
      if index < text.count, text[index] == UInt8(ascii: ".") {
        index += 1
        guard digits(of: text, inFraction: true) > 0 else { return false }
      } else if integerDigits == 0 {
        return false
      }
      if index < text.count, text[index] | 0x20 == UInt8(ascii: "e") {
        index += 1
        guard scanExponent(text) else { return false }
      }
      return index == text.count
    }

    private mutating func digits(of text: Span<UInt8>, inFraction: Bool) -> Int {
      let start = index
      while index < text.count, StrictDecimal.isDigit(text[index]) {
        if mantissaDigits < 19 {
          mantissa = mantissa * 10 + UInt64(text[index] &- UInt8(ascii: "0"))
          if mantissa > 0 { mantissaDigits += 1 }
          if inFraction { exponent -= 1 }
        } else {
          mantissaDigits += 1
          if inFraction { exponent -= 1 }
        }
        index += 1
      }
      return index - start
    }

    private mutating func scanExponent(_ text: Span<UInt8>) -> Bool {
      var sign = 1
      if index < text.count, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") {
        sign = text[index] == UInt8(ascii: "-") ? -1 : 1
        index += 1
      }
      let start = index
      var value = 0
      while index < text.count, StrictDecimal.isDigit(text[index]) {
        value = min(1_000_000, value * 10 + Int(text[index] &- UInt8(ascii: "0")))
        index += 1
      }
      exponent += sign * value
      return index > start
    }
  }
}
