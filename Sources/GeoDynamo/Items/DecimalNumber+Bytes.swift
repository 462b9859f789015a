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
  private var coefficient: Int64 = 0
  /// Digits after the point.
  private var scale = 0
  private var digits = 0

  /// nil for other text, right or wrong.
  init?(_ text: RawSpan) {
    var offset = 0
    let isNegative = text.byteCount > 0 && Self.byte(text, 0) == UInt8(ascii: "-")
    if isNegative { offset = 1 }
    var point: Int?
    while offset < text.byteCount {
      let byte = Self.byte(text, offset)
      if byte == UInt8(ascii: "."), point == nil {
        point = digits
      } else {
        let digit = Int64(byte) - 48
        guard 0...9 ~= digit, digits < 18 else { return nil }
        coefficient = coefficient * 10 + digit
        digits += 1
      }
      offset += 1
    }
    guard digits > 0 else { return nil }
    if let point { scale = digits - point }
    if isNegative { coefficient = -coefficient }
  }

  /// nil where more than this is needed to find it.
  var representation: DecimalNumber.Representation? {
    if scale == 0 { return .integer(coefficient) }
    // Two decimals of up to 15 digits never share a nearest double, so the shortest text of it is this one.
    guard let value = double else { return nil }
    let truncated = value.rounded(.towardZero)
    return truncated == value ? .integer(Int64(truncated)) : .double(value)
  }

  /// The nearest double; nil where more than this is needed to find it.
  var double: Double? {
    // A coefficient and a power of ten that are exact: one division rounds.
    digits <= 15 ? Double(coefficient) / Self.powers[scale] : nil
  }

  private static let powers: [Double] = (0..<18).map { (0..<$0).reduce(1) { power, _ in power * 10 } }

  private static func byte(_ text: RawSpan, _ offset: Int) -> UInt8 {
    unsafe text.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
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
    guard isDecimal, let value = Double(unsafe text.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }),
      value.isFinite
    else { return nil }
    self = value
  }
}
