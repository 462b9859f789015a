// SPDX-License-Identifier: Apache-2.0

/// The digits of geohashes: 0–9 and b–z without i, l and o. They sort like their values.
package enum Base32 {
  private static let digits: [UInt8] = Array("0123456789bcdefghjkmnpqrstuvwxyz".utf8)

  private static let values: [Int8] = {
    var values = [Int8](repeating: -1, count: 256)
    for (value, digit) in digits.enumerated() {
      values[Int(digit)] = Int8(value)
      if digit >= UInt8(ascii: "b") { values[Int(digit) - 32] = Int8(value) }
    }
    return values
  }()

  /// The value of a digit, capital or small; nil for another byte.
  package static func value(of digit: UInt8) -> UInt8? {
    let value = values[Int(digit)]
    return value < 0 ? nil : UInt8(value)
  }

  /// The lowest `5 * digits` bits as a text of that many digits.
  package static func text(of bits: UInt64, digits count: Int) -> String {
    unsafe String(unsafeUninitializedCapacity: count) { buffer in
      for index in 0..<count {
        unsafe buffer[index] = digits[Int(bits >> UInt64(5 * (count - 1 - index)) & 31)]
      }
      return count
    }
  }
}
