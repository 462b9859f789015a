// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import TestSupport
import Testing

struct UTF8StringTests {
  @Test func comparesByBytes() {
    var generator = SeededGenerator(seed: 20)
    for _ in 0..<20_000 {
      let a = generator.text()
      let b =
        Bool.random(using: &generator) ? generator.text() : UTF8String(a.string + "b")
      let (aBytes, bBytes) = (Array(a.string.utf8), Array(b.string.utf8))
      #expect((a == b) == (aBytes == bBytes), "seed \(generator.seed)")
      #expect((a < b) == aBytes.lexicographicallyPrecedes(bBytes), "seed \(generator.seed)")
      #expect(b.hasPrefix(a) == bBytes.starts(with: aBytes), "seed \(generator.seed)")
    }
  }

  @Test func normalFormsStayApart() {
    #expect(UTF8String("\u{e9}") != "e\u{301}")
    #expect(Set<UTF8String>(["\u{e9}", "e\u{301}"]).count == 2)
  }

  @Test(arguments: [
    ("a", "b"), ("az", "a{"), ("\u{7F}", "\u{80}"), ("\u{D7FF}", "\u{E000}"), ("\u{FFFF}", "\u{10000}"),
    ("a\u{10FFFF}", "b"), ("\u{10FFFF}", nil), ("", nil), ("cafe\u{301}", "cafe\u{302}"),
  ])
  func prefixSuccessorIsTheLeastTextAbove(prefix: UTF8String, successor: UTF8String?) {
    #expect(prefix.prefixSuccessor == successor)
  }
}
