// SPDX-License-Identifier: Apache-2.0

/// Bytes as text of 64 digits (RFC 4648). Exactly one text for each run of bytes.
package struct Base64: Sendable {
  /// With padding (section 4): what DynamoDB's JSON holds.
  package static let standard = Base64(last: "+/", isPadded: true)
  /// For addresses, without padding (section 5).
  package static let url = Base64(last: "-_", isPadded: false)

  private let digits: [UInt8]
  /// The value of each byte; -1 for none.
  private let values: [Int8]
  private let isPadded: Bool

  private init(last: String, isPadded: Bool) {
    digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789\(last)".utf8)
    var values = [Int8](repeating: -1, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = Int8(value) }
    self.values = values
    self.isPadded = isPadded
  }

  /// The text of bytes.
  package func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    append(bytes, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the text of bytes.
  package func append(_ bytes: [UInt8], to text: inout [UInt8]) {
    text.reserveCapacity(text.count + (bytes.count + 2) / 3 * 4)
    let start = text.count
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
    while isPadded, (text.count - start) % 4 != 0 { text.append(UInt8(ascii: "=")) }
  }

  /// The bytes of a text; nil for another character, a length or padding that cannot be, or bits left over that are not 0.
  package func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    var length = text.count
    if isPadded {
      guard length % 4 == 0 else { return nil }
      length -= text.suffix(2).reduce(0) { $0 + ($1 == UInt8(ascii: "=") ? 1 : 0) }
    }
    guard length % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(length * 3 / 4)
    var (bits, count): (UInt32, UInt32) = (0, 0)
    for digit in text.prefix(length) {
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
