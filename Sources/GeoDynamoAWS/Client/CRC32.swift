// SPDX-License-Identifier: Apache-2.0

/// The checksum that DynamoDB sends with each answer, `x-amz-crc32`: the CRC-32 of the body (ISO-HDLC), eight bytes a step.
enum CRC32 {
  /// The checksum of bytes. O(bytes).
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    let tables = Self.tables
    return unsafe tables.withUnsafeBufferPointer { tables in
      unsafe bytes.withUnsafeBytes { bytes in
        var sum: UInt32 = ~0
        var offset = 0
        while offset + 8 <= bytes.count {
          let word =
            unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            ^ UInt64(sum)
          sum = 0
          for place in 0..<8 {
            let byte = Int(truncatingIfNeeded: word >> UInt64(8 * place)) & 255
            unsafe sum ^= tables[(7 - place) * 256 + byte]
          }
          offset += 8
        }
        while offset < bytes.count {
          unsafe sum = tables[Int((sum ^ UInt32(bytes[offset])) & 255)] ^ sum >> 8
          offset += 1
        }
        return ~sum
      }
    }
  }

  /// Eight tables of 256: the k-th has the effect of a byte that k others follow.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var sum = UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
      tables[byte] = sum
    }
    for place in 256..<tables.count {
      let before = tables[place - 256]
      tables[place] = tables[Int(before & 255)] ^ before >> 8
    }
    return tables
  }()
}
