// SPDX-License-Identifier: Apache-2.0

/// A hash that is the same in every process: FNV-1a of 64 bits. It tells one value from another, not friend from foe.
///
/// Source: G. Fowler, L. C. Noll, K.-P. Vo, "The FNV Non-Cryptographic Hash Algorithm".
package struct StableHash {
  /// The hash of all that was combined.
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Makes the hash of nothing.
  package init() {}

  private mutating func combine(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
  }

  /// Takes in a number.
  package mutating func combine(_ number: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      combine(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// Takes in bytes, their number first, so that "ab", "c" and "a", "bc" differ.
  package mutating func combine(bytes: some Collection<UInt8>) {
    combine(UInt64(bytes.count))
    for byte in bytes { combine(byte) }
  }

  mutating func combine(_ place: Coordinate) {
    combine(place.latitude.bitPattern)
    combine(place.longitude.bitPattern)
  }
}
