// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import TestSupport
import Testing

struct SortBoundsTests {
  @Test func boundsHoldExactlyWhatTheConditionAllows() {
    var generator = SeededGenerator(seed: 40)
    for _ in 0..<5_000 {
      let (key, a, b) = (generator.text(), generator.text(), generator.text())
      let bytes = (Array(key.string.utf8), Array(a.string.utf8))
      let cases: [(QueryRequest.SortCondition?, Bool)] = [
        (nil, true), (.equals(a), key == a), (.less(a), key < a), (.lessOrEqual(a), key <= a),
        (.greater(a), key > a), (.greaterOrEqual(a), key >= a), (.between(a, b), key >= a && key <= b),
        (.beginsWith(a), bytes.0.starts(with: bytes.1)),
      ]
      for (condition, isMet) in cases {
        #expect(SortBounds(condition).contains(key) == isMet, "seed \(generator.seed)")
      }
    }
  }

  @Test(arguments: ["a", "a\u{7F}", "\u{7FF}", "\u{D7FF}", "\u{FFFF}", "\u{10FFFF}", "b\u{10FFFF}\u{10FFFF}"])
  func prefixIncludesItsGreatestContinuations(prefix: String) {
    let bounds = SortBounds(.beginsWith(UTF8String(prefix)))
    for suffix in ["", "\u{0}", "z", "\u{10FFFF}", "\u{10FFFF}\u{10FFFF}"] {
      #expect(bounds.contains(UTF8String(prefix + suffix)))
    }
    if let above = UTF8String(prefix).prefixSuccessor { #expect(!bounds.contains(above)) }
  }

  @Test func pageGoesOnBehindItsStartKey() {
    var request = QueryRequest(
      partition: "p", sort: .between("b", "y"), start: PrimaryKey(partition: "p", sort: "m"))
    #expect(
      ["b", "m", "n", "y", "z"].map { request.bounds.contains($0) } == [false, false, true, true, false])
    request.descending = true
    #expect(
      ["a", "b", "l", "m", "n"].map { request.bounds.contains($0) } == [false, true, true, false, false])
  }
}
