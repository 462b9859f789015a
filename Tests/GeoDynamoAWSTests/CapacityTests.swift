// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoDynamoAWS
import Testing

/// The price model says what AWS publishes. The examples are those of the Amazon DynamoDB Developer Guide.
struct CapacityTests {
  private static let kilobyte = 1_024

  /// "DynamoDB read and write operations": items up to 4 KB cost one unit strongly consistent, half a unit eventually
  /// consistent, two in a transaction; an item of 8 KB 2, 1 and 4; 3.5 KB are rounded up to 4 KB, 10 KB to 12 KB.
  @Test(arguments: [
    (nil, 0.5, 1, 2), (1, 0.5, 1, 2), (3_500, 0.5, 1, 2), (4_096, 0.5, 1, 2), (4_097, 1, 2, 4),
    (8 * kilobyte, 1, 2, 4), (10 * kilobyte, 1.5, 3, 6), (400 * kilobyte, 50, 100, 200),
  ])
  func readOfOneItemRoundsUpTo4KB(size: Int?, eventual: Double, strong: Double, transactional: Double) {
    #expect(ReadUnits.getting(size, .eventual) == eventual)
    #expect(ReadUnits.getting(size, .strong) == strong)
    #expect(ReadUnits.getting(size, .transactional) == transactional)
  }

  /// There: BatchGetItem of 1.5 KB and 6.5 KB is 12 KB (4 KB + 8 KB), and not 8 KB.
  @Test func batchRoundsEachItem() {
    #expect(ReadUnits.getting([1_536, 6_656], .strong) == 3)
    #expect(ReadUnits.getting([nil, nil, 100], .eventual) == 1.5)
    #expect(ReadUnits.getting([], .strong) == 0)
  }

  /// There: a Query of 10 items of together 40.8 KB is rounded up to 44 KB; one of 1,500 items of 64 bytes is 96 KB.
  @Test func pageIsRoundedOnce() {
    #expect(ReadUnits.page(bytes: 41_779, .strong) == 11)
    #expect(ReadUnits.page(bytes: 1_500 * 64, .strong) == 24)
    #expect(ReadUnits.page(bytes: 1_500 * 64, .eventual) == 12)
    #expect(ReadUnits.page(bytes: 0, .eventual) == 0.5)
  }

  /// There: writes are rounded up to 1 KB (500 bytes cost as much as 1 KB, 512 KB of items 512 units), and two in a
  /// transaction.
  @Test(arguments: [(1, 1), (500, 1), (1_024, 1), (1_025, 2), (3_584, 4), (409_600, 400)])
  func writeRoundsUpTo1KB(size: Int, units: Double) {
    let item = item(size)
    #expect(WriteUnits(replacing: nil, with: item).total == units)
    #expect(WriteUnits(replacing: item, with: nil).total == units)
    #expect(WriteUnits(replacing: nil, with: item, isTransactional: true).total == 2 * units)
  }

  /// There: "If you use PutItem to overwrite an existing item … the larger of the two"; UpdateItem likewise; deleting what
  /// is not there costs one unit.
  @Test func writeChargesTheLargerItem() {
    #expect(WriteUnits(replacing: item(5_000), with: item(100)).total == 5)
    #expect(WriteUnits(replacing: item(100), with: item(5_000)).total == 5)
    #expect(WriteUnits(replacing: nil, with: nil).total == 1)
  }

  /// There: BatchWriteItem of 500 bytes and 3.5 KB is 5 KB (1 KB + 4 KB).
  @Test func batchOfWritesRoundsEachItem() {
    let units = [500, 3_584].map { WriteUnits(replacing: nil, with: item($0)) }
    #expect((units[0] + units[1]).total == 5)
  }

  /// There: a failed condition costs what the item that is there has, 300 units for 300 KB, and 1 where there is none.
  @Test func failedConditionChargesWhatIsThere() {
    #expect(WriteUnits(checking: item(300 * Self.kilobyte)).total == 300)
    #expect(WriteUnits(checking: nil).total == 1)
    #expect(WriteUnits(checking: nil, isTransactional: true).total == 2)
  }

  /// "Using Global Secondary Indexes in DynamoDB", write capacity units, rule by rule.
  @Test func indexIsChargedForWhatChangesInIt() {
    let located = item(["c0p": "a", "c0s": "1", "lat": 1, "note": "x"])
    var moved = located
    moved["lat"] = 2
    var crossed = moved
    crossed["c0s"] = "2"
    var noted = located
    noted["note"] = "y"
    let bare = item(["note": "x"])

    #expect(units(nil, located) == 1, "a new entry is one write")
    #expect(units(bare, located) == 1, "an entry that appears by an update is one write")
    #expect(units(located, crossed) == 2, "changed keys are a deletion and a write")
    #expect(units(located, bare) == 1, "an entry that goes is one write")
    #expect(units(located, nil) == 1, "a deleted item's entry is one write")
    #expect(units(bare, nil) == 0 && units(nil, bare) == 0, "an item outside of the index costs it nothing")
    #expect(units(located, moved) == 1, "a changed projected attribute is one write")
    #expect(units(located, noted) == 0, "what is not projected costs the index nothing")
    #expect(units(located, located) == 0, "an entry that stays costs nothing")
  }

  /// There: the rules hold for entries of up to 1 KB, larger ones cost more.
  @Test func largeEntryIsRoundedUpTo1KB() {
    let large = item([
      "c0p": "a", "c0s": "1", "lat": .string(UTF8String(String(repeating: "x", count: 3_000))),
    ])
    var crossed = large
    crossed["c0p"] = "b"
    #expect(units(nil, large) == 3)
    #expect(units(large, crossed) == 6)
    #expect(WriteUnits(replacing: large, with: crossed, in: [index], isTransactional: true).total == 12)
  }

  @Test func entryHoldsKeysAndProjection() {
    let located = item(["c0p": "a", "c0s": "1", "lat": 1, "note": "x"])
    let names = { (projection: SecondaryIndex.Projection) in
      Set(
        SecondaryIndex(name: "i", partition: "c0p", sort: "c0s", projection: projection).entry(of: located)!
          .keys)
    }
    #expect(names(.keysOnly) == ["pk", "sk", "c0p", "c0s"])
    #expect(names(.include(["lat"])) == ["pk", "sk", "c0p", "c0s", "lat"])
    #expect(names(.all) == Set(located.keys))
    #expect(index.entry(of: item(["c0p": "a"])) == nil)
  }

  private let index = SecondaryIndex(
    name: "cells0", partition: "c0p", sort: "c0s", projection: .include(["lat", "lon"]))

  private func units(_ old: Item?, _ new: Item?) -> Double {
    WriteUnits(replacing: old, with: new, in: [index]).indexes["cells0"] ?? 0
  }

  private func item(_ attributes: Item) -> Item { attributes.merging(["pk": "p", "sk": "s"]) { $1 } }

  /// An item of so many bytes.
  private func item(_ size: Int) -> Item {
    ["a": .string(UTF8String(String(repeating: "x", count: size - 1)))]
  }
}
