// SPDX-License-Identifier: Apache-2.0

import Foundation
import GeoDynamo
import TestSupport
import Testing

@Suite struct TimestampTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000000Z"), (-1, "1969-12-31T23:59:59.999999Z"),
    (951_782_400_000_000, "2000-02-29T00:00:00.000000Z"),
    (951_868_799_999_999, "2000-02-29T23:59:59.999999Z"),
    (1_796_074_192_123_456, "2026-11-30T21:29:52.123456Z"),
    (4_107_542_400_000_000, "2100-03-01T00:00:00.000000Z"),
  ])
  func descriptionIsISO8601(microseconds: Int, text: String) {
    #expect(Timestamp(microseconds: Int64(microseconds)).description == text)
  }

  /// From the Gregorian reform on; Foundation counts Julian days before it.
  @Test func dateIsThatOfFoundation() {
    var random = SeededGenerator(seed: 3)
    let format = Date.ISO8601FormatStyle()
    for _ in 0..<5_000 {
      let seconds = Int64.random(in: -12_219_206_400...250_000_000_000, using: &random)
      let text = Timestamp(microseconds: seconds * 1_000_000).description
      #expect(text.prefix(19) == format.format(Date(timeIntervalSince1970: Double(seconds))).prefix(19))
    }
  }
}
