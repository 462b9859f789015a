// SPDX-License-Identifier: Apache-2.0

import GeoHash

/// A binary heap of matches whose first is the last in the order (distance, id).
///
/// Source: J. W. J. Williams, "Algorithm 232: Heapsort", 1964.
extension Array<Match> {
  /// Makes a heap of an array in any order. O(n).
  mutating func makeHeap() {
    for index in stride(from: count / 2 - 1, through: 0, by: -1) { sink(from: index) }
  }

  /// Puts `match` in place of the first. O(log n).
  mutating func replaceHeapTop(with match: Match) {
    self[0] = match
    sink(from: 0)
  }

  private mutating func sink(from start: Int) {
    var parent = start
    while true {
      var child = 2 * parent + 1
      guard child < count else { return }
      if child + 1 < count, self[child].precedes(self[child + 1]) { child += 1 }
      guard self[parent].precedes(self[child]) else { return }
      swapAt(parent, child)
      parent = child
    }
  }
}

extension RawSpan {
  /// Below 0, 0 or above 0 as these bytes sort before `other`, equal it or sort after it.
  func order(against other: RawSpan) -> Int {
    for offset in 0..<Swift.min(byteCount, other.byteCount) {
      let byte = unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
      let otherByte = unsafe other.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
      if byte != otherByte { return byte < otherByte ? -1 : 1 }
    }
    return byteCount - other.byteCount
  }

  /// Below 0, 0 or above 0 as these bytes sort before `other`, equal it or sort after it.
  func order(against other: [UInt8]) -> Int { unsafe order(against: other.span.bytes) }
}
