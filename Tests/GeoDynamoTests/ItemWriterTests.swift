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

  @Test(arguments: 0..<8 as Range<UInt64>)
  func doublesOfBytesAreTheNearestToTheirText(seed: UInt64) {
    var random = SeededGenerator(seed: 900 + seed)
    var texts = [
      "nan", "inf", "0x1p3", "1e400", "", "-", "1e-5", "-0.0", "179.99999999999997", "9007199254740993",
    ]
    for _ in 0..<20_000 {
      switch Int.random(in: 0..<3, using: &random) {
      case 0: texts.append("\(Double.random(in: -180...180, using: &random))")
      case 1: texts.append("\(Double.random(in: -1e-3...1e-3, using: &random))")
      default:
        // Halfway between two doubles, or nearly.
        let digits = String(UInt64.random(in: 1..<1_000_000_000_000_000_000, using: &random))
        let place = Int.random(in: 0...digits.utf8.count, using: &random)
        texts.append(digits.prefix(place) + "." + digits.dropFirst(place))
      }
    }
    for text in texts {
      let bytes = Array(text.utf8)
      let isDecimal = !text.contains { $0.isLetter && $0 != "e" }
      let expected = isDecimal ? Double(text).flatMap { $0.isFinite ? $0 : nil } : nil
      let read = unsafe Double(decimal: bytes.span.bytes)
      #expect(
        read?.bitPattern == (expected == 0 && text.hasPrefix("-") ? read?.bitPattern : expected?.bitPattern),
        "\(text)")
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
