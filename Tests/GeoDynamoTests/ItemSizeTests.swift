// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import GeoDynamo

struct ItemSizeTests {
  @Test(
    arguments: [
      ("", 0), ("caf\u{e9}", 5), (true, 1), (.null, 1), (.binary([1, 2, 3]), 3), ([], 3), ([true, "ab"], 8),
      ([:], 3),
      (["ab": true], 7), (["a": ["b": []]], 13), (.stringSet(["a", "bc"]), 3), (.numberSet([1, 22]), 4),
      (.binarySet([[], [1]]), 1), (12345, 4),
    ] as [(AttributeValue, Int)])
  func valueHasThePublishedSize(value: AttributeValue, size: Int) {
    #expect(value.size == size)
    #expect((["name": value] as Item).size == 4 + size)
  }

  @Test func boundIsNeverBelowTheSize() {
    var generator = SeededGenerator(seed: 30)
    for _ in 0..<2_000 {
      let item = generator.map()
      #expect(item.size <= item.sizeAtMost, "seed \(generator.seed)")
    }
  }

  @Test(arguments: [(1, 0), ([], 1), ([1, [:]], 2), (["a": [["b": 1]]], 3)] as [(AttributeValue, Int)])
  func depthCountsListsAndMaps(value: AttributeValue, depth: Int) {
    #expect(value.depth == depth)
  }
}
