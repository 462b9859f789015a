// SPDX-License-Identifier: Apache-2.0
import GeoHash
import TestSupport
import Testing

@testable import GeoDynamo

/// The order of matches, and the blocks in which their bytes lie.
struct MatchSortTests {
  private func match(_ meters: Double, _ id: [UInt8], _ attributes: [UInt8], _ writer: inout RowBlockWriter)
    -> Match
  {
    unsafe Match(
      row: IndexRow(latitude: 1, longitude: 2, movedAt: 3, stamp: 4), distanceMeters: meters,
      id: id.span.bytes, attributes: attributes.span.bytes, into: &writer)
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func sortsByDistanceThenById(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var writer = RowBlockWriter()
    let count = [0, 1, 2, 99, 100, 1_000][Int(seed % 6)]
    // Few distances make ties, distances of a hair's breadth ties in 32 bits.
    let steps = [3.0, 1e4, 1e12, 1e15].randomElement(using: &random)!
    let some = (0..<count).map { number in
      let meters = (Double.random(in: 0...1, using: &random) * steps).rounded() / steps * 1e5
      return (meters, "user-\(number * 7919 % 1_000)")
    }
    var matches = some.map { match($0.0, Array($0.1.utf8), [], &writer) }
    matches.sortByDistance()
    let expected = some.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    #expect(matches.map { $0.distance.meters } == expected.map(\.0), "seed \(seed)")
    #expect(matches.map { $0.id.text.string } == expected.map(\.1), "seed \(seed)")
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func bytesOutliveTheWriter(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var matches: [Match] = []
    var expected: [(String, Item)] = []
    do {
      var writer = RowBlockWriter()
      for number in 0..<200 {
        let id = String(repeating: "é", count: Int.random(in: 1...256, using: &random))
        // Now and then a row larger than any block.
        let size = number % 50 == 49 ? 100_000 : Int.random(in: 0...300, using: &random)
        let attributes: Item = ["text": .string(UTF8String(String(repeating: "x", count: size)))]
        matches.append(match(0, Array(id.utf8), ItemCodec.encode(attributes), &writer))
        expected.append((id, attributes))
      }
    }
    // Those kept hold the bytes they need.
    let kept = matches.indices.filter { _ in Bool.random(using: &random) }
    let some = kept.map { matches[$0] }
    matches = []
    for (match, number) in zip(some, kept) {
      #expect(match.id.text.string == expected[number].0, "seed \(seed)")
      #expect(try match.attributes == expected[number].1, "seed \(seed)")
    }
  }

  @Test func attributesAreDecodedOnlyWhenAskedFor() throws {
    var writer = RowBlockWriter()
    let damaged = match(7, Array("ada".utf8), [0xee, 0xee], &writer)
    #expect(damaged.id == "ada")
    #expect(damaged.distance == .meters(7))
    #expect(throws: StoreError.self) { try damaged.attributes }
  }
}
