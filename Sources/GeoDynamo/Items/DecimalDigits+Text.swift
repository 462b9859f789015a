// SPDX-License-Identifier: Apache-2.0

extension DecimalDigits {
  /// Reads `[+-] digits [. digits] [e [+-] digits]`, with at least one digit in front of the e. O(bytes).
  init(_ text: String) throws(Fault) {
    let bytes = text.utf8Span.span
    var offset = 0
    let isNegative = Self.sign(in: bytes, at: &offset)

    var coefficient: UInt128 = 0
    var count = 0  // digits of the coefficient
    var zeros = 0  // zeros read since its last digit
    var fraction: Int?  // digits after the point, once there is one
    var hasDigits = false
    scan: while offset < bytes.count {
      switch bytes[offset] {
      case let byte where Self.isDigit(byte):
        hasDigits = true
        if let digits = fraction { fraction = digits + 1 }
        let digit = byte - UInt8(ascii: "0")
        if digit == 0 {
          zeros += 1
        } else {
          count = coefficient == 0 ? 1 : count + zeros + 1
          guard count <= Self.maximumCount else { throw .tooManyDigits }
          coefficient = (coefficient == 0 ? 0 : coefficient * Self.power(of: zeros + 1)) + UInt128(digit)
          zeros = 0
        }
      case UInt8(ascii: ".") where fraction == nil: fraction = 0
      default: break scan
      }
      offset += 1
    }
    guard hasDigits else { throw .notANumber }

    var exponent = 0
    if offset < bytes.count {
      guard bytes[offset] | 0x20 == UInt8(ascii: "e") else { throw .notANumber }
      offset += 1
      let isExponentNegative = Self.sign(in: bytes, at: &offset)
      guard offset < bytes.count else { throw .notANumber }
      while offset < bytes.count, Self.isDigit(bytes[offset]) {
        // Far out of range is far enough; this never overflows.
        exponent = min(exponent * 10 + Int(bytes[offset] - UInt8(ascii: "0")), 1 << 40)
        offset += 1
      }
      guard offset == bytes.count else { throw .notANumber }
      if isExponentNegative { exponent.negate() }
    }
    try self.init(
      isNegative: isNegative, coefficient: coefficient, exponent: exponent + zeros - (fraction ?? 0))
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Reads a sign, if there is one; true for minus.
  private static func sign(in bytes: Span<UInt8>, at offset: inout Int) -> Bool {
    guard offset < bytes.count else { return false }
    let isNegative = bytes[offset] == UInt8(ascii: "-")
    if isNegative || bytes[offset] == UInt8(ascii: "+") { offset += 1 }
    return isNegative
  }
}

extension DecimalDigits: CustomStringConvertible {
  /// Plain digits from 1e-6 up to 1e21, `1.5e-7` beyond.
  var description: String {
    let digits = String(coefficient)
    let sign = isNegative ? "-" : ""
    let leading = exponent + digits.utf8.count - 1
    switch leading {
    case _ where coefficient == 0: return "0"
    case -6..<0: return sign + "0." + String(repeating: "0", count: -leading - 1) + digits
    case 0..<21 where exponent >= 0: return sign + digits + String(repeating: "0", count: exponent)
    case 0..<21: return sign + digits.prefix(leading + 1) + "." + digits.dropFirst(leading + 1)
    default:
      let fraction = digits.dropFirst()
      return sign + digits.prefix(1) + (fraction.isEmpty ? "" : ".") + fraction + "e\(leading)"
    }
  }
}
