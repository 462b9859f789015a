// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import GeoDynamoAWS

struct CRC32Tests {
  /// The check value of CRC-32/ISO-HDLC, and lengths about the eight bytes of a step.
  @Test(
    arguments: [
      ("", 0), ("123456789", 0xCBF4_3926), ("a", 0xE8B7_BE43), ("abcdefgh", 0xAEEF_2A50),
      ("abcdefghi", 0x8DA9_88AF),
    ] as [(String, UInt32)])
  func checksumsAreThePublishedOnes(text: String, sum: UInt32) {
    #expect(CRC32.checksum(Array(text.utf8)) == sum)
  }
}
