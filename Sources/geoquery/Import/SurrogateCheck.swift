// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Finds, in JSON text that comes in pieces, an escaped surrogate without its other half: `\ud83d` not followed by `\ude00`.
struct SurrogateCheck {
  /// Bytes of the escape that is being read, the backslash included; 0 outside of one.
  private var count = 0
  private var value: UInt32 = 0
  /// Whether a high surrogate has just ended, so that a low one must follow.
  private var needsLow = false

  /// The offset of the first fault; nil when there is none.
  mutating func firstFault(in bytes: UnsafeRawBufferPointer) -> Int? {
    var index = 0
    while index < bytes.count {
      if count == 0, !needsLow {
        guard let found = unsafe memchr(bytes.baseAddress! + index, 0x5C, bytes.count - index) else {
          return nil
        }
        index = unsafe UnsafeRawPointer(found) - bytes.baseAddress! + 1
        count = 1
        continue
      }
      if unsafe !take(bytes[index]) { return index }
      index += 1
    }
    return nil
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    switch count {
    case 0:
      count = 1
      return byte == UInt8(ascii: "\\")
    case 1:
      count = byte == UInt8(ascii: "u") ? 2 : 0
      value = 0
      return count == 2 || !needsLow
    default:
      guard let digit = Self.digit(byte) else {
        // No escape at all: the parser will say so.
        count = 0
        return !needsLow
      }
      value = value << 4 | digit
      count += 1
      guard count == 6 else { return true }
      count = 0
      let isLow = (0xDC00...0xDFFF).contains(value)
      guard isLow == needsLow else { return false }
      needsLow = (0xD800...0xDBFF).contains(value)
      return true
    }
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}
