// SPDX-License-Identifier: Apache-2.0

extension DecimalNumber {
  /// The number that ASCII text spells, for readers of many numbers: O(digits) and without memory for an integer of up
  /// to 18 digits or a fraction of up to 15.
  ///
  /// - Throws: As `init(_: String)` does.
  package init(ascii text: RawSpan) throws(InputError) {
    if let plain = PlainDecimal(text), let representation = plain.representation {
      self.init(representation)
    } else {
      try self.init(unsafe text.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) })
    }
  }

  private init(_ representation: Representation) {
    self.representation = representation
  }
}

/// A decimal text of up to 18 digits with a sign or none and without an exponent.
private struct PlainDecimal {
  private var magnitude: UInt64 = 0
  private let isNegative: Bool
  /// Digits after the point.
  private var scale = 0
  private var digits = 0

  /// nil for other text, right or wrong.
  init?(_ text: RawSpan) {
    let count = text.byteCount
    var offset = 0
    isNegative = count > 0 && Self.byte(text, 0) == UInt8(ascii: "-")
    if isNegative { offset = 1 }
    var point = -1
    while offset < count {
      let byte = Self.byte(text, offset)
      let digit = byte &- 48
      if digit < 10 {
        magnitude = magnitude &* 10 &+ UInt64(digit)
        digits &+= 1
      } else {
        guard byte == UInt8(ascii: "."), point < 0 else { return nil }
        point = digits
      }
      offset &+= 1
    }
    guard 1...18 ~= digits else { return nil }
    if point >= 0 { scale = digits - point }
  }

  /// The value of a text without digits after the point; nil for another.
  var integer: Int64? {
    scale == 0 ? (isNegative ? -Int64(magnitude) : Int64(magnitude)) : nil
  }

  /// nil where more than this is needed to find it.
  var representation: DecimalNumber.Representation? {
    if let integer { return .integer(integer) }
    // Two decimals of up to 15 digits never share a nearest double, so the shortest text of it is this one.
    guard digits <= 15, let value = double else { return nil }
    let truncated = value.rounded(.towardZero)
    return truncated == value ? .integer(Int64(truncated)) : .double(value)
  }

  /// The nearest double; nil where more than this is needed to find it.
  var double: Double? {
    let power = Self.powers[scale]
    // A coefficient and a power of ten that are exact: one division rounds.
    if digits <= 15 { return (isNegative ? -1 : 1) * (Double(magnitude) / Double(power)) }
    // The quotient with 64 bits after the point; what remains only tells whether it is exact.
    let (whole, rest) = magnitude.quotientAndRemainder(dividingBy: power)
    let (fraction, remainder) = power.dividingFullWidth((rest, 0))
    var bits = fraction
    var exponent = -64
    var isExact = remainder == 0
    if whole > 0 {
      let shift = whole.leadingZeroBitCount
      bits = shift == 0 ? whole : whole << UInt64(shift) | fraction >> UInt64(64 - shift)
      isExact = isExact && fraction << UInt64(shift) == 0
      exponent = -shift
    }
    // The lowest of the 64 bits stands for all below: with 55 that count, rounding to 53 sees what it must.
    guard bits.leadingZeroBitCount <= 8 else { return nil }
    if !isExact { bits |= 1 }
    return Double(sign: isNegative ? .minus : .plus, exponent: exponent, significand: Double(bits))
  }

  private static let powers: [UInt64] = (0...18).map { (0..<$0).reduce(1) { power, _ in power * 10 } }

  @inline(__always)
  private static func byte(_ text: RawSpan, _ offset: Int) -> UInt8 {
    unsafe text.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }
}

extension Int64 {
  /// The integer that ASCII text spells as a decimal number; nil for other text and other numbers. O(digits).
  package init?(decimal text: RawSpan) {
    if let plain = PlainDecimal(text), let value = plain.integer {
      self = value
    } else if let number = try? DecimalNumber(ascii: text), let value = Int64(exactly: number) {
      self = value
    } else {
      return nil
    }
  }
}

extension Double {
  /// The double nearest to the decimal number that ASCII text spells; nil for other text. O(digits).
  package init?(decimal text: RawSpan) {
    if let plain = PlainDecimal(text), let value = plain.double {
      self = value
      return
    }
    // What else Swift takes for a double, such as "nan" and "0x1p3", has letters.
    let isDecimal = unsafe text.withUnsafeBytes { bytes in
      unsafe bytes.allSatisfy { (48...57).contains($0) || "+-.eE".utf8.contains($0) }
    }
    guard isDecimal,
      let value = Double(unsafe text.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }),
      value.isFinite
    else { return nil }
    self = value
  }
}
