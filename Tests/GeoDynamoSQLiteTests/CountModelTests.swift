// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoDynamoSQLite
import TestSupport
import Testing

/// Counts against a recount of a model in memory, after each of many random writes.
struct CountModelTests {
  /// The objects that should be there, by key.
  private struct Model {
    var objects: [PrimaryKey: TestObject] = [:]

    mutating func put(_ object: TestObject) { objects[object.key] = object }
    mutating func delete(_ object: TestObject) { objects[object.key] = nil }

    func counts(of collection: String) -> [UInt64: Int] {
      objects.values.reduce(into: [:]) { counts, object in
        if object.collection == collection { counts[object.grid, default: 0] += 1 }
      }
    }
  }

  private static let collections = ["places", "others", "third"]

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func countsAreThoseOfARecountAfterEveryWrite(seed: UInt64) async throws {
    let directory = try TemporaryDirectory()
    let store = try directory.store()
    var generator = SeededGenerator(seed: seed)
    var model = Model()
    for round in 0..<400 {
      try await change(&model, in: store, by: &generator)
      try await expect(store, agreesWith: model, "seed \(seed), round \(round)")
      if round % 50 == 49 {
        let problems = try store.check().problems
        #expect(problems == [], "seed \(seed), round \(round)")
      }
    }
    store.close()
    let reopened = try SQLiteStore.open(directory.file(), mode: .readOnly)
    try await expect(reopened, agreesWith: model, "seed \(seed), reopened")
  }

  private func expect(_ store: SQLiteStore, agreesWith model: Model, _ place: Comment) async throws {
    for collection in Self.collections {
      #expect(try await store.counts(of: collection) == model.counts(of: collection), place)
    }
  }

  /// An object with one of few ids in one of few cells, so that most writes meet an old one.
  private func object(by generator: inout SeededGenerator) -> TestObject {
    var object = generator.object("id\(generator.integer(in: 0...30))")
    object.collection = Self.collections.randomElement(using: &generator)!
    object.grid = UInt64(generator.integer(in: 0...4)) * 0x1fff
    return object
  }

  private func change(
    _ model: inout Model, in store: SQLiteStore, by generator: inout SeededGenerator
  ) async throws {
    let first = object(by: &generator)
    let second = object(by: &generator)
    switch generator.integer(in: 0...7) {
    case 0:
      try await store.put(first.item)
      model.put(first)
    case 1:
      try await store.update(first.key, first.move, if: nil, returning: .none)
      model.put(first)
    case 2:
      try await store.delete(first.key, if: nil, returningOld: false)
      model.delete(first)
    case 3:
      // A condition that holds for half of them.
      let isThere = model.objects[first.key] != nil
      do {
        try await store.put(first.item, if: .exists("pk"), returningOld: false)
        #expect(isThere)
        model.put(first)
      } catch let error as StoreError where error.code == .conditionalCheckFailed {
        #expect(!isThere)
      }
    case 4: try await transact(first, second, &model, in: store, by: &generator)
    case 5:
      guard first.key != second.key else { return }
      try await store.write([.put(try first.item), .delete(second.key)])
      model.put(first)
      model.delete(second)
    case 6: try await writeAtOnce(&model, in: store, by: &generator)
    default:
      // Ids come again in the load, and most are in the store already.
      let objects = (0..<generator.integer(in: 1...200)).map { _ in object(by: &generator) }
      try await store.load(objects.map { try $0.item })
      for object in objects { model.put(object) }
    }
  }

  /// Puts one and deletes another in a transaction; every second one is refused as a whole.
  private func transact(
    _ first: TestObject, _ second: TestObject, _ model: inout Model, in store: SQLiteStore,
    by generator: inout SeededGenerator
  ) async throws {
    guard first.key != second.key else { return }
    let isRefused = Bool.random(using: &generator)
    let check = TransactWrite.check(
      PrimaryKey(partition: "no", sort: "such"), isRefused ? .exists("pk") : .notExists("pk"))
    let writes = [.put(try first.item), .delete(second.key), check]
    if isRefused {
      await #expect(throws: StoreError.self) { try await store.transact(writes, token: nil) }
    } else {
      try await store.transact(writes, token: nil)
      model.put(first)
      model.delete(second)
    }
  }

  /// Writes of different objects that queue up for one commit; some of them fail, alone.
  private func writeAtOnce(
    _ model: inout Model, in store: SQLiteStore, by generator: inout SeededGenerator
  ) async throws {
    var objects: [PrimaryKey: TestObject] = [:]
    for _ in 0..<20 {
      let object = object(by: &generator)
      objects[object.key] = object
    }
    let written = await withTaskGroup(of: TestObject?.self) { group -> [TestObject] in
      for object in objects.values {
        group.addTask {
          do {
            let condition: Condition = object.movedAt % 2 == 0 ? .exists("pk") : .notExists("pk")
            try await store.transact(
              [
                .put(try object.item),
                .update(
                  PrimaryKey(partition: object.key.partition, sort: "note"),
                  Update(set: ["text": .value("new")])),
                .check(PrimaryKey(partition: object.key.partition, sort: "none"), condition),
              ], token: nil)
            return object
          } catch {
            return nil
          }
        }
      }
      return await group.reduce(into: [TestObject]()) { if let object = $1 { $0.append(object) } }
    }
    for object in written { model.put(object) }
  }
}
