// SPDX-License-Identifier: Apache-2.0

/// A hash of coordinates that is the same in every process: FNV-1a of 64 bits.
///
/// Source: G. Fowler, L. C. Noll, K.-P. Vo, "The FNV Non-Cryptographic Hash Algorithm".
struct StableHash {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func combine(_ number: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      value = (value ^ (number >> shift & 0xff)) &* 0x0000_0100_0000_01b3
    }
  }

  mutating func combine(_ place: Coordinate) {
    combine(place.latitude.bitPattern)
    combine(place.longitude.bitPattern)
  }
}
