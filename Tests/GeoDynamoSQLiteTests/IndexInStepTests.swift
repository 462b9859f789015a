// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoDynamoSQLite
import TestSupport
import Testing

/// Items and index rows change together, and rows read are those of a model in memory.
struct IndexInStepTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func rowsAreThoseOfAModelAfterRandomWrites(seed: UInt64) async throws {
    let directory = try TemporaryDirectory()
    let store = try directory.store()
    var generator = SeededGenerator(seed: seed)
    var model: [String: TestObject] = [:]
    for round in 0..<600 {
      try await change(&model, in: store, round: round, by: &generator)
      if round % 200 == 199 { try await expect(store, agreesWith: model, "seed \(seed), round \(round)") }
    }
    store.close()
    let reopened = try SQLiteStore.open(directory.file(), mode: .readOnly)
    try await expect(reopened, agreesWith: model, "seed \(seed), reopened")
  }

  private func change(
    _ model: inout [String: TestObject], in store: SQLiteStore, round: Int,
    by generator: inout SeededGenerator
  ) async throws {
    func some() -> String { "id\(Int.random(in: 0..<40, using: &generator))" }
    switch Int.random(in: 0..<8, using: &generator) {
    case 0, 1:
      let object = generator.object(some())
      try await store.put(object.item)
      model[object.id] = object
    case 2:
      let object = generator.object(some())
      try await store.update(object.key, object.move, if: nil, returning: .none)
      model[object.id] = object
    case 3:
      // The place stays, an attribute changes; or nothing but the grid.
      guard var object = model[some()] else { return }
      if Bool.random(using: &generator) { object.color = "blue\(round)" } else { object.grid ^= 1 }
      try await store.put(object.item)
      model[object.id] = object
    case 4:
      let id = some()
      try await store.delete(TestObject(id: id, latitude: 0, longitude: 0).key, if: nil, returningOld: false)
      model[id] = nil
    case 5:
      // A transaction that moves one and deletes another; every second one is refused as a whole.
      let (moved, gone) = (generator.object("id40"), "id41")
      let isRefused = Bool.random(using: &generator)
      let writes: [TransactWrite] = [
        .put(try moved.item), .delete(TestObject(id: gone, latitude: 0, longitude: 0).key),
        .check(PrimaryKey(partition: "no", sort: "such"), isRefused ? .exists("pk") : .notExists("pk")),
      ]
      if isRefused {
        await #expect(throws: StoreError.self) { try await store.transact(writes, token: nil) }
      } else {
        try await store.transact(writes, token: nil)
        model[moved.id] = moved
        model[gone] = nil
      }
    case 6:
      let objects = (0..<3).map { generator.object("id\($0 * 11)") }
      try await store.write(objects.map { .put(try $0.item) })
      for object in objects { model[object.id] = object }
    default:
      let objects = (0..<Int.random(in: 1...150, using: &generator)).map { _ in generator.object(some()) }
      try await store.load(objects.map { try $0.item })
      for object in objects { model[object.id] = object }
    }
  }

  private func expect(
    _ store: SQLiteStore, agreesWith model: [String: TestObject], _ place: Comment
  ) async throws {
    let report = try store.check()
    #expect(report.problems == [], place)
    #expect(report.indexRows == model.count, place)
    let rows = try await store.allRows().rows
    #expect(Set(rows.keys) == Set(model.keys), place)
    for (id, object) in model {
      let row = try #require(rows[id], place)
      #expect(row.latitude == object.latitude && row.longitude == object.longitude, place)
      #expect(row.movedAt == object.movedAt && row.color == object.color, place)
      #expect(try await store.get(object.key) == object.item, place)
    }
  }

  @Test func anItemThatLosesItsIndexKeysLosesItsRow() async throws {
    let directory = try TemporaryDirectory()
    let store = try directory.store()
    let object = TestObject(id: "a", latitude: 1, longitude: 2)
    try await store.put(object.item)
    try await store.update(object.key, Update(remove: ["c0p", "c0s"]), if: nil, returning: .none)
    #expect(try await store.allRows().rows.isEmpty)
    #expect(try await store.get(object.key) != nil)
    #expect(try store.check().problems == [])
  }

  @Test func aRowIsFoundInItsOwnCollectionOnly() async throws {
    let directory = try TemporaryDirectory()
    let store = try directory.store()
    try await store.put(TestObject(id: "a", latitude: 1, longitude: 2).item)
    var collector = RowCollector()
    let ranges = [IndexRange(leaves: 0...UInt64.max, minimumDistanceMeters: 0)]
    let report = try await store.read(
      ranges, of: CollectionName("others"), index: TestObject.index, into: &collector)
    #expect(collector.rows.isEmpty)
    #expect(report.ranges == 1 && report.rows == 0)
  }

  @Test func readingEndsWhereTheConsumerDeclines() async throws {
    let directory = try TemporaryDirectory()
    let store = try directory.store()
    let objects = [1.0, 2, 3].map { TestObject(id: "\($0)", latitude: $0, longitude: 0) }
    try await store.load(objects.map { try $0.item })
    let ranges = objects.map { IndexRange(leaves: $0.leaf...$0.leaf, minimumDistanceMeters: 0) }
    var collector = RowCollector(lastRange: 1)
    let report = try await store.read(
      ranges, of: TestObject.collectionName, index: TestObject.index, into: &collector)
    #expect(collector.finished == [0, 1])
    #expect(report.ranges == 2 && report.rows == 2)
  }

  @Test func aConsumersErrorEndsTheReadAndLeavesTheReaderUsable() async throws {
    let directory = try TemporaryDirectory()
    let store = try directory.store()
    try await store.load((0..<9).map { try TestObject(id: "\($0)", latitude: 0, longitude: 0).item })
    var collector = RowCollector(faultAt: "4")
    await #expect(throws: RowCollector.Fault.self) {
      _ = try await store.read(
        [IndexRange(leaves: 0...UInt64.max, minimumDistanceMeters: 0)], of: TestObject.collectionName,
        index: TestObject.index,
        into: &collector)
    }
    // A read transaction left open would hide this write.
    try await store.put(TestObject(id: "new", latitude: 0, longitude: 0).item)
    #expect(try await store.allRows().rows.count == 10)
  }
}
