// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import GeoDynamo

/// The ways into the codec for readers that have bytes and no values.
struct ItemWriterTests {
  @Test(arguments: 0..<8 as Range<UInt64>)
  func numbersOfBytesAreThoseOfTheirText(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var texts = [
      "", "-", ".", "-.", "5.", ".5", "-0", "0.0", "1e5", "+1", "1..2", "1-2", " 1", "9007199254740993.5",
    ]
    for _ in 0..<2_000 {
      var text = Bool.random(using: &random) ? "" : "-"
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        text += Int.random(in: 0..<12, using: &random) == 0 ? "." : "\(Int.random(in: 0...9, using: &random))"
      }
      texts.append(text)
    }
    for text in texts {
      let bytes = Array(text.utf8)
      let read = unsafe try? DecimalNumber(ascii: bytes.span.bytes)
      #expect(read == (try? DecimalNumber(text)), "\"\(text)\"")
    }
  }

  @Test(arguments: [
    "", "name", "movedAt", "0123456789abcdef", "0123456789ABCDEF", "gcpvj0duq539", "é",
    String(repeating: "x", count: 300),
  ])
  func namesAndTextsOfBytesAreThoseOfValues(text: String) {
    let bytes = Array(text.utf8)
    var writer = ItemWriter()
    writer.beginItem(count: 1)
    unsafe writer.append(name: bytes.span.bytes)
    unsafe writer.append(text: bytes.span.bytes)
    #expect(writer.bytes == ItemCodec.encode([UTF8String(text): .string(UTF8String(text))]))
  }
}
