// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import Testing

@testable import GeoDynamoSQLite

/// Which rows the ranges of an index read lend, and in which order.
struct IndexReadTests {
  private let directory: TemporaryDirectory
  private let objects = (0..<6).map { TestObject(id: "\($0)", latitude: Double($0 / 2), longitude: 0) }

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// Three cells with two objects each.
  private func store() async throws -> SQLiteStore {
    let store = try directory.store()
    try await store.load(objects.reversed().map { try $0.item })
    return store
  }

  private func read(_ leaves: [ClosedRange<UInt64>], of store: SQLiteStore) async throws -> OrderedIDs {
    var ids = OrderedIDs()
    let ranges = leaves.map { IndexRange(leaves: $0, minimumDistanceMeters: 0) }
    ids.report = try await store.read(
      ranges, of: TestObject.collectionName, index: TestObject.index, into: &ids)
    return ids
  }

  @Test func aRangeIncludesBothItsEnds() async throws {
    let store = try await store()
    let (first, second) = (objects[0].leaf, objects[2].leaf)
    #expect(try await read([first...second], of: store).ids == ["0", "1", "2", "3"])
    #expect(try await read([first + 1...second], of: store).ids == ["2", "3"])
    #expect(try await read([first...second - 1], of: store).ids == ["0", "1"])
    #expect(try await read([first + 1...second - 1], of: store).ids == [])
    #expect(try await read([second...UInt64.max], of: store).ids == ["2", "3", "4", "5"])
  }

  @Test func rangesAreReadInTheirOrderAndEachOnItsOwn() async throws {
    let store = try await store()
    let leaves = [4, 0, 0].map { objects[$0].leaf...objects[$0].leaf }
    let ids = try await read(leaves, of: store)
    #expect(ids.ids == ["4", "5", "0", "1", "0", "1"])
    #expect(ids.finished == [0, 1, 2])
    #expect(ids.report?.rows == 6 && ids.report?.ranges == 3 && ids.report?.requests == 1)
  }

  @Test func noRangesLendNothingAndTellTheStamp() async throws {
    let store = try await store()
    let ids = try await read([], of: store)
    #expect(ids.ids == [] && ids.finished == [])
    #expect(ids.report == IndexReadReport(stamp: 1, ranges: 0, rows: 0, requests: 1))
  }

  @Test(arguments: [false, true])
  func rangesAreOfOneMomentWhetherTheStampIsWantedOrNot(isWanted: Bool) async throws {
    let store = try await store()
    let ranges = [0, 2, 4].map {
      IndexRange(leaves: objects[$0].leaf...objects[$0].leaf, minimumDistanceMeters: 0)
    }
    let other = try Connection(store.path, flags: 6, busyTimeoutMilliseconds: 1_000)
    defer { other.close() }
    // Behind each range that has been read somebody goes who is in a later one.
    var ids = DisturbedIDs(needsStamp: isWanted) { position in
      // Not by the store, whose writes would have to be awaited.
      if position < 2 { try! other.execute("DELETE FROM cells WHERE id = x'\(position == 0 ? 32 : 34)'") }
    }
    _ = try await store.read(ranges, of: TestObject.collectionName, index: TestObject.index, into: &ids)
    #expect(ids.ids == ["0", "1", "2", "3", "4", "5"])
    #expect(try await store.allRows().rows.keys.sorted() == ["0", "1", "3", "5"])
  }

  @Test func aConsumersErrorEndsTheReadAndTheNextIsWhole() async throws {
    let store = try await store()
    for _ in 0..<3 {
      var faulty = RowCollector()
      faulty.faultAt = "3"
      let all = [IndexRange(leaves: 0...UInt64.max, minimumDistanceMeters: 0)]
      await #expect(throws: RowCollector.Fault.self) {
        try await store.read(all, of: TestObject.collectionName, index: TestObject.index, into: &faulty)
      }
      #expect(faulty.rows.count == 3 && faulty.finished == [])
      #expect(try await store.allRows().rows.count == 6)
    }
  }

  @Test func aStoreWithoutCountsSaysSo() async throws {
    #expect(try await Countless().counts(of: TestObject.collectionName, in: 0...9) == nil)
  }
}

/// The ids in the order in which they were lent.
private struct OrderedIDs: IndexRowConsumer {
  var ids: [String] = []
  var finished: [Int] = []
  var report: IndexReadReport?

  mutating func take(_ row: IndexRow, id: RawSpan, attributes: RawSpan) throws {
    ids.append(unsafe id.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) })
  }

  mutating func finishRange(at position: Int) -> Bool {
    finished.append(position)
    return true
  }
}

/// The ids, with something that happens behind each range.
private struct DisturbedIDs: IndexRowConsumer {
  let needsStamp: Bool
  let disturb: (_ position: Int) -> Void
  var ids: [String] = []

  init(needsStamp: Bool, disturb: @escaping (_ position: Int) -> Void) {
    self.needsStamp = needsStamp
    self.disturb = disturb
  }

  mutating func take(_ row: IndexRow, id: RawSpan, attributes: RawSpan) throws {
    ids.append(unsafe id.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) })
  }

  mutating func finishRange(at position: Int) -> Bool {
    disturb(position)
    return true
  }
}

/// A reader that does no more than it must.
private struct Countless: IndexReader {
  let rangesSpanPartitions = true
  let readsAreSnapshots = true
  let prices = PriceList.sqlite

  func read<Consumer: IndexRowConsumer>(
    _ ranges: [IndexRange], of collection: CollectionName, index: CellIndex, into consumer: inout Consumer
  ) async throws -> IndexReadReport {
    IndexReadReport(stamp: 0, ranges: 0, rows: 0, requests: 0)
  }
}
