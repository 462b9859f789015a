// SPDX-License-Identifier: Apache-2.0

/// The digits of geohashes: 0–9 and b–z without a, i, l and o. They sort like their values.
package enum Base32 {
  /// Tables in memory of their own, made once for the process, never changed nor freed: an array would be counted as a
  /// reference and checked for its bounds at every digit.
  @safe private struct Tables: @unchecked Sendable {
    private let values: UnsafePointer<Int8>
    private let pairs: UnsafePointer<UInt16>

    init() {
      let digits = Array("0123456789bcdefghjkmnpqrstuvwxyz".utf8)
      let values = UnsafeMutablePointer<Int8>.allocate(capacity: 256)
      let pairs = UnsafeMutablePointer<UInt16>.allocate(capacity: 1024)
      unsafe values.initialize(repeating: -1, count: 256)
      for (value, digit) in digits.enumerated() {
        unsafe values[Int(digit)] = Int8(value)
        if digit >= UInt8(ascii: "b") { unsafe values[Int(digit) - 32] = Int8(value) }
        for (second, other) in digits.enumerated() {
          let pair = UInt16(digit) | UInt16(other) << 8
          unsafe pairs.advanced(by: value << 5 | second).initialize(to: pair)
        }
      }
      unsafe self.values = UnsafePointer(values)
      unsafe self.pairs = UnsafePointer(pairs)
    }

    /// The value of a digit; negative for another byte.
    @inline(__always)
    func value(of digit: UInt8) -> Int { Int(unsafe values[Int(digit)]) }

    /// The two digits of the lowest ten bits, the first one lowest.
    @inline(__always)
    func pair(_ bits: UInt64) -> UInt64 { UInt64(unsafe pairs[Int(truncatingIfNeeded: bits & 1023)]) }
  }

  private static let tables = Tables()

  /// The value of a digit, capital or small; nil for another byte.
  package static func value(of digit: UInt8) -> UInt8? {
    let value = tables.value(of: digit)
    return value < 0 ? nil : UInt8(value)
  }

  /// The digit of a value below 32.
  package static func digit(of value: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: tables.pair(value) &>> 8) }

  /// The lowest `5 * digits` bits as a text of that many digits, twelve at most.
  package static func text(of bits: UInt64, digits count: Int) -> String {
    let bits = bits &<< UInt64(60 &- 5 &* count)
    let tables = tables
    let first =
      tables.pair(bits &>> 50) | tables.pair(bits &>> 40) &<< 16 | tables.pair(bits &>> 30) &<< 32
      | tables.pair(bits &>> 20) &<< 48
    let last = tables.pair(bits &>> 10) | tables.pair(bits) &<< 16
    return unsafe String(unsafeUninitializedCapacity: 12) { buffer in
      let bytes = UnsafeMutableRawPointer(buffer.baseAddress!)
      unsafe bytes.storeBytes(of: first.littleEndian, as: UInt64.self)
      unsafe bytes.storeBytes(
        of: UInt32(truncatingIfNeeded: last).littleEndian, toByteOffset: 8, as: UInt32.self)
      return count
    }
  }

  /// The bits of one to twelve digits, the last one lowest; nil when one is none.
  @inline(__always)
  static func bits(of text: UnsafeBufferPointer<UInt8>) -> UInt64? {
    let tables = tables
    var (bits, all) = (0, 0)
    for index in 0..<text.count {
      let value = unsafe tables.value(of: text[index])
      bits = bits &<< 5 | value
      all |= value
    }
    return all < 0 ? nil : UInt64(truncatingIfNeeded: bits)
  }
}
