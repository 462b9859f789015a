// SPDX-License-Identifier: Apache-2.0

/// Base64 for addresses, without padding (RFC 4648, section 5). Exactly one text for each run of bytes.
enum Base64URL {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  private static let values: [Int8] = {
    var values = [Int8](repeating: -1, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = Int8(value) }
    return values
  }()

  static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 4 + 2) / 3)
    var (bits, count): (UInt32, UInt32) = (0, 0)
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        text.append(digits[Int(bits >> count & 63)])
      }
    }
    if count > 0 { text.append(digits[Int(bits << (6 - count) & 63)]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of a text; nil for another character, a length that cannot be, or bits left over that are not 0.
  static func decode(_ text: String) -> [UInt8]? {
    guard text.utf8.count % 4 != 1, text.utf8.count <= 4096 else { return nil }
    var bytes: [UInt8] = []
    var (bits, count): (UInt32, UInt32) = (0, 0)
    for digit in text.utf8 {
      let value = values[Int(digit)]
      guard value >= 0 else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    return bits & ((1 << count) - 1) == 0 ? bytes : nil
  }
}
