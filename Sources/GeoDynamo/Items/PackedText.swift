// SPDX-License-Identifier: Apache-2.0

/// Texts of a fixed number of digits that fit eight bytes, such as the sort keys of the cell indexes.
struct PackedText {
  static let hexadecimal = PackedText(digits: "0123456789abcdef", bits: 4, count: 16)
  static let geohash = PackedText(digits: "0123456789bcdefghjkmnpqrstuvwxyz", bits: 5, count: 12)

  private let digits: [UInt8]
  /// The digit of each byte; 0xFF for none.
  private let values: [UInt8]
  private let bits: Int
  private let count: Int

  private init(digits: StaticString, bits: Int, count: Int) {
    self.digits = Array(digits.description.utf8)
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (value, digit) in self.digits.enumerated() { values[Int(digit)] = UInt8(value) }
    self.values = values
    self.bits = bits
    self.count = count
  }

  /// The number that `text`, of the right length, spells; nil when a character is no digit.
  func value(of text: RawSpan) -> UInt64? {
    var number: UInt64 = 0
    for offset in 0..<text.byteCount {
      let value = values[Int(unsafe text.unsafeLoad(fromByteOffset: offset, as: UInt8.self))]
      if value == 0xFF { return nil }
      number = number << UInt64(bits) | UInt64(value)
    }
    return number
  }

  /// The text of a number; nil when it has more bits than the text.
  func text(of number: UInt64) -> UTF8String? {
    guard bits * count == 64 || number >> UInt64(bits * count) == 0 else { return nil }
    let text = unsafe String(unsafeUninitializedCapacity: count) { buffer in
      for position in 0..<count {
        let digit = number >> UInt64(bits * (count - 1 - position)) & UInt64(digits.count - 1)
        unsafe buffer[position] = digits[Int(digit)]
      }
      return count
    }
    return UTF8String(text)
  }
}
