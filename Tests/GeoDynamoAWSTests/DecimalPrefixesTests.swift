// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import GeoDynamoAWS

@Suite struct DecimalPrefixesTests {
  private func pieces(
    of ids: ClosedRange<UInt64>, _ prefixes: DecimalPrefixes
  ) -> [DecimalPrefixes.Piece] {
    var pieces: [DecimalPrefixes.Piece] = []
    prefixes.forEachPiece(of: ids) {
      pieces.append($0)
      return true
    }
    return pieces
  }

  /// The key as the libraries make it: of the digits as a text.
  static func textKey(of stored: Int128, length: Int) -> Int128 {
    let digits = String(stored.magnitude).prefix(length)
    return Int128((stored < 0 ? "-" : "") + digits)!
  }

  @Test(
    arguments: [
      (12_345_678, 3, 123), (-12_345_678, 3, -123), (12_345_678, 10, 12_345_678),
      (5_177_531_549_489_041_509, 6, 517_753), (4_416_340_092_237_875_681, 2, 44), (0, 1, 0), (999, 3, 999),
      (1000, 3, 100),
    ] as [(Int128, Int, Int128)])
  func keysAreTheFirstDigits(stored: Int128, length: Int, key: Int128) {
    let prefixes = DecimalPrefixes(length: length, areIDsSigned: true)
    #expect(prefixes.key(of: stored) == key && Self.textKey(of: stored, length: length) == key)
    #expect(prefixes.mayHave(key, stored: stored) && !prefixes.mayHave(key + 1, stored: stored))
  }

  /// 10^18 … 10^18 + 10^7: one block up to eleven digits, two of twelve, eleven of thirteen.
  @Test(arguments: [(1, 1), (6, 1), (11, 1), (12, 2), (13, 11)])
  func aRangeIsCutAtBlocks(length: Int, count: Int) {
    let first: UInt64 = 1_000_000_000_000_000_000
    #expect(
      pieces(of: first...first + 10_000_000, DecimalPrefixes(length: length, areIDsSigned: false)).count
        == count)
  }

  /// Where the libraries count from the first key to the last, 99 … 10, and find nothing.
  @Test func aRangeOverAPowerOfTenKeepsAllItsKeys() {
    let power: UInt64 = 1_000_000_000_000_000_000
    let prefixes = DecimalPrefixes(length: 2, areIDsSigned: true)
    #expect(
      pieces(of: power - 10...power + 10, prefixes) == [
        .init(key: 99, ids: Int128(power) - 10...Int128(power) - 1),
        .init(key: 10, ids: Int128(power)...Int128(power) + 10),
      ])
  }

  @Test func aRangeOverTheChangeOfSignKeepsAllItsKeys() {
    let middle: UInt64 = 1 << 63
    #expect(
      pieces(of: middle - 1...middle, DecimalPrefixes(length: 6, areIDsSigned: true)) == [
        .init(key: 922_337, ids: Int128(Int64.max)...Int128(Int64.max)),
        .init(key: -922_337, ids: Int128(Int64.min)...Int128(Int64.min)),
      ])
    #expect(
      pieces(of: middle - 1...middle, DecimalPrefixes(length: 6, areIDsSigned: false)) == [
        .init(key: 922_337, ids: Int128(middle) - 1...Int128(middle))
      ])
  }

  /// An id anywhere, or near a power of ten, a block's border, or the change of sign.
  private func id(_ random: inout SeededGenerator, length: Int) -> UInt64 {
    let near = UInt64(random.integer(in: 0...3)) &* UInt64(random.integer(in: 0...2000))
    let base: UInt64
    switch random.integer(in: 0...5) {
    case 0: base = (0..<random.integer(in: 0...19)).reduce(1) { power, _ in power * 10 }
    case 1: base = 1 << 63
    case 2: base = UInt64(random.integer(in: 0...200))
    case 3:
      let unit: UInt64 = (0..<random.integer(in: 0...19 - length + 1)).reduce(1) { power, _ in
        power.multipliedReportingOverflow(by: 10).overflow ? power : power * 10
      }
      base = random.next() / unit * unit
    case 4: base = UInt64.max - near
    default: base = random.next()
    }
    return Bool.random(using: &random) ? base &+ near : base &- near
  }

  @Test(arguments: [true, false], [1, 2, 5, 6, 12, 19])
  func everyIDOfARangeLiesInThePieceOfItsKey(areIDsSigned: Bool, length: Int) {
    var random = SeededGenerator(seed: UInt64(length))
    let prefixes = DecimalPrefixes(length: length, areIDsSigned: areIDsSigned)
    for round in 0..<100 {
      let first = id(&random, length: length)
      // So long that a few hundred blocks are met at most.
      let unit = (0..<max(0, String(first).utf8.count - length)).reduce(1.0) { power, _ in power * 10 }
      let longest = UInt64(min(unit * Double(random.integer(in: 1...100)) + 50, 4e18))
      let span = random.next() % longest
      let (sum, overflow) = first.addingReportingOverflow(span)
      let last = overflow ? UInt64.max : sum
      let found = pieces(of: first...last, prefixes)
      var size: UInt128 = 0
      for piece in found {
        size += UInt128(piece.ids.upperBound - piece.ids.lowerBound) + 1
        for end in [piece.ids.lowerBound, piece.ids.upperBound] {
          #expect(Self.textKey(of: end, length: length) == piece.key, "round \(round)")
        }
      }
      // Each id once: pieces are disjoint and as long as the range.
      #expect(size == UInt128(last - first) + 1, "round \(round): \(first)...\(last)")
      let sorted = found.sorted { $0.ids.lowerBound < $1.ids.lowerBound }
      for (a, b) in zip(sorted, sorted.dropFirst()) { #expect(a.ids.upperBound < b.ids.lowerBound) }
      for _ in 0..<20 {
        let id = first + random.next() % (last - first &+ 1 == 0 ? .max : last - first + 1)
        let stored = prefixes.stored(id)
        let key = Self.textKey(of: stored, length: length)
        #expect(found.count { $0.key == key && $0.ids.contains(stored) } == 1, "round \(round): \(id)")
      }
    }
  }

  /// Keys divided in doubles, as the Python port divides: just below a block's end they are the next block's.
  @Test(arguments: [1, 2, 6, 10, 15])
  func roundedKeysAreLookedForInBothBlocks(length: Int) {
    var random = SeededGenerator(seed: 7)
    let prefixes = DecimalPrefixes(length: length, areIDsSigned: false, areRounded: true)
    let exact = DecimalPrefixes(length: length, areIDsSigned: false)
    var carried = 0
    for _ in 0..<500 {
      let power: UInt64 = (0..<random.integer(in: 17...19)).reduce(1) { power, _ in power * 10 }
      let some = max(random.next() % 13_000_000_000_000_000_000, 1 << 60)
      let unit: UInt64 = (0..<max(0, String(some).utf8.count - length)).reduce(1) { power, _ in power * 10 }
      let end = (Bool.random(using: &random) ? power : max(some / unit, 1) * unit) - 1
      let id = end - UInt64(random.integer(in: 0...3000))
      let digits = String(id).utf8.count
      let divisor: Double = (0..<max(0, digits - length)).reduce(1.0) { power, _ in power * 10 }
      let key = Int128((Double(id) / divisor).rounded(.down))
      if key != exact.key(of: Int128(id)) { carried += 1 }
      #expect(prefixes.mayHave(key, stored: Int128(id)), "\(id)")
      let low = id - min(id, UInt64(random.integer(in: 0...5000)))
      let high = id + UInt64(random.integer(in: 0...5000))
      let found = pieces(of: low...high, prefixes)
      #expect(found.contains { $0.key == key && $0.ids.contains(Int128(id)) }, "\(id) in \(low)...\(high)")
      #expect(found.allSatisfy { $0.ids.lowerBound >= Int128(low) && $0.ids.upperBound <= Int128(high) })
      #expect(Set(found.map(\.key)).count == found.count)
    }
    #expect(carried > 10)
  }

  @Test func nobodyIsAskedAfterANo() {
    var count = 0
    DecimalPrefixes(length: 19, areIDsSigned: true).forEachPiece(of: 0...UInt64.max) { _ in
      count += 1
      return count < 5
    }
    #expect(count == 5)
  }
}
