// SPDX-License-Identifier: Apache-2.0

import GeoHash

extension Array<Match> {
  /// Puts the matches into the order (distance, id). O(n), but for matches as far away as others.
  ///
  /// Distances are brought to 32 bits, which keeps their order but for ties, and sorted beside their places, since a match is
  /// dear to move. The ties are looked at again.
  mutating func sortByDistance() {
    guard count > 1 else { return }
    var farthest = 0.0
    for place in indices { farthest = Swift.max(farthest, self[place].distance.meters) }
    // Rounding is monotonic, so a nearer match never has a greater key.
    let scale = farthest > 0 ? Double(UInt32.max) / farthest : 0
    var keys: [UInt64] = []
    keys.reserveCapacity(count)
    for place in indices {
      let key = UInt64(Swift.min(self[place].distance.meters * scale, Double(UInt32.max)))
      keys.append(key << 32 | UInt64(place))
    }
    if count < 100 { keys.sort() } else { keys.sortByUpperHalf() }
    sortTies(in: &keys)
    move(to: &keys)
  }

  /// Sorts runs of keys that are equal in their upper halves as the matches say.
  private func sortTies(in keys: inout [UInt64]) {
    var start = 0
    for end in 1...keys.count where end == keys.count || keys[end] >> 32 != keys[start] >> 32 {
      if end - start > 1 {
        keys[start..<end].sort { self[Int($0 & 0xffff_ffff)].precedes(self[Int($1 & 0xffff_ffff)]) }
      }
      start = end
    }
  }

  /// Moves each match to where its place stands in the lower halves of the keys: along the cycles of the permutation, so
  /// that nothing is copied or counted.
  private mutating func move(to keys: inout [UInt64]) {
    unsafe withUnsafeMutableBufferPointer { matches in
      guard let matches = matches.baseAddress else { return }
      for start in keys.indices where Int(keys[start] & 0xffff_ffff) != start {
        let first = unsafe (matches + start).move()
        var hole = start
        while true {
          let source = Int(keys[hole] & 0xffff_ffff)
          keys[hole] = UInt64(hole)
          if source == start { break }
          unsafe (matches + hole).moveInitialize(from: matches + source, count: 1)
          hole = source
        }
        unsafe (matches + hole).initialize(to: first)
      }
    }
  }
}

extension Array<UInt64> {
  /// Sorts by the upper 32 bits, equal ones staying in their order: counts and distributes by 11 bits at a time. O(n).
  ///
  /// Source: H. H. Seward, "Information sorting in the application of electronic digital computers to business
  /// operations", 1954.
  fileprivate mutating func sortByUpperHalf() {
    var other = self
    var starts = InlineArray<2048, Int>(repeating: 0)
    for shift in [UInt64(32), 43, 54] {
      for digit in starts.indices { starts[digit] = 0 }
      for key in self { starts[Int(key >> shift & 0x7ff)] += 1 }
      var sum = 0
      for digit in starts.indices { (starts[digit], sum) = (sum, sum + starts[digit]) }
      for key in self {
        let digit = Int(key >> shift & 0x7ff)
        other[starts[digit]] = key
        starts[digit] += 1
      }
      swap(&self, &other)
    }
  }
}
