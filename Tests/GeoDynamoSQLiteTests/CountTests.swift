// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import TestSupport
import Testing

@testable import GeoDynamoSQLite

/// The counts of coarse cells are those of the objects, after every write.
struct CountTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func object(
    _ id: String, in cell: UInt64, latitude: Double = 1, of collection: String = "places"
  ) -> TestObject {
    TestObject(id: id, latitude: latitude, longitude: 2, collection: collection, grid: cell)
  }

  @Test func anObjectIsCountedWhereItComesToAndNoLongerWhereItWas() async throws {
    let store = try directory.store()
    try await store.put(object("a", in: 3).item)
    #expect(try await store.counts() == [3: 1])
    try await store.put(object("a", in: 3, latitude: 50).item)
    #expect(try await store.counts() == [3: 1])
    try await store.update(object("a", in: 5).key, object("a", in: 5).move, if: nil, returning: .none)
    #expect(try await store.counts() == [5: 1])
    try await store.delete(object("a", in: 5).key, if: nil, returningOld: false)
    #expect(try await store.counts() == [:])
  }

  @Test func aCellWithoutObjectsHasNoRow() async throws {
    let store = try directory.store()
    try await store.load([object("a", in: 3).item, object("b", in: 3).item, object("c", in: 4).item])
    try await store.write([.delete(object("a", in: 3).key), .delete(object("b", in: 3).key)])
    #expect(try directory.number("SELECT count(*) FROM counts") == 1)
  }

  @Test func anItemWithoutIndexKeysIsNotCounted() async throws {
    let store = try directory.store()
    try await store.put(["pk": "settings", "sk": "o"])
    try await store.put(object("a", in: 1).item)
    try await store.update(object("a", in: 1).key, Update(remove: ["c0p", "c0s"]), if: nil, returning: .none)
    #expect(try await store.counts() == [:])
  }

  @Test func ofItemsWithTheSameKeyALoadCountsTheLast() async throws {
    let store = try directory.store()
    try await store.load((0..<400).map { try object("\($0 % 200)", in: UInt64($0 / 100)).item })
    #expect(try await store.counts() == [2: 100, 3: 100])
    try await store.load((0..<150).map { try object("\($0)", in: 9).item })
    #expect(try await store.counts() == [3: 50, 9: 150])
  }

  @Test func aCellThatTheRangeCutsCountsAsAWhole() async throws {
    let store = try directory.store()
    try await store.load(
      (2...6).flatMap { cell in try (0...cell).map { try object("\(cell)-\($0)", in: cell).item } })
    let first = CellCount(cell: 3, count: 4)
    let second = CellCount(cell: 4, count: 5)
    let collection = try TestObject.collectionName
    #expect(
      try await store.counts(of: collection, in: first.leaves.upperBound...second.leaves.lowerBound)
        == [first, second])
    let middle = first.leaves.lowerBound + 7
    #expect(try await store.counts(of: collection, in: middle...middle) == [first])
    #expect(try await store.counts(of: collection, in: first.leaves) == [first])
    #expect(try await store.counts(of: collection, in: 0...0) == [])
    #expect(try await store.counts(of: collection, in: 0...UInt64.max)?.map(\.cell) == [2, 3, 4, 5, 6])
  }

  @Test func collectionsAreCountedApartAndAnUnknownOneIsEmpty() async throws {
    let store = try directory.store()
    try await store.load([object("a", in: 3).item, object("a", in: 3, of: "others").item])
    try await store.put(object("b", in: 3, of: "others").item)
    #expect(try await store.counts() == [3: 1])
    #expect(try await store.counts(of: "others") == [3: 2])
    #expect(try await store.counts(of: CollectionName("unknown"), in: 0...UInt64.max) == [])
  }

  @Test func aFailedWriteTakesItsChangesBackAndNoOthers() async throws {
    let store = try directory.store()
    // The collection of the refused ones must not take over the counts of the next that is new.
    let failed = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<600 {
        group.addTask {
          do {
            let object = object("\(number)", in: UInt64(number % 7), of: "c\(number % 6)")
            let refused: [TransactWrite] = [
              .put(try object.item), .check(PrimaryKey(partition: "no", sort: "such"), .exists("pk")),
            ]
            if number % 3 == 0 {
              try await store.transact(refused, token: nil)
            } else {
              try await store.put(object.item)
            }
            return false
          } catch {
            return true
          }
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(failed == 200)
    for number in 0..<6 {
      let counts = try await store.counts(of: "c\(number)")
      #expect(counts.values.reduce(0, +) == (number % 3 == 0 ? 0 : 100))
    }
    #expect(try store.check().problems == [])
  }

  @Test func writersInTwoStoresCountTogether() async throws {
    let stores = [try directory.store(), try directory.store()]
    try await withThrowingTaskGroup { group in
      for (number, store) in stores.enumerated() {
        for task in 0..<8 {
          group.addTask {
            for round in 0..<25 {
              let cell = UInt64((round + task) % 3)
              try await store.put(object("\(number)-\(task)-\(round % 5)", in: cell).item)
              if round % 10 == 9 {
                try await store.load((0..<120).map { try object("l\($0)", in: cell).item })
              }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await stores[0].counts().values.reduce(0, +) == 2 * 8 * 5 + 120)
    #expect(try await stores[0].counts() == stores[1].counts())
    let problems = try stores.map { try $0.check().problems }
    #expect(problems == [[], []])
  }

  @Test func countsBesideAWriterAreOfOneMoment() async throws {
    let store = try directory.store()
    try await store.load((0..<50).map { try object("\($0)", in: 0).item })
    try await withThrowingTaskGroup { group in
      group.addTask {
        for round in 1...60 {
          try await store.load(
            (0..<150).map { try object("\($0 % 50)", in: UInt64(round % 5 + $0 % 2)).item })
        }
      }
      group.addTask {
        for _ in 0..<300 {
          let counts = try await store.counts()
          #expect(counts.values.reduce(0, +) == 50)
        }
      }
      try await group.waitForAll()
    }
  }

  @Test(arguments: [
    (
      "UPDATE counts SET n = n + 1 WHERE cell = 3",
      "cell 3 of collection 1: counted as 3, but the index has 2 rows"
    ),
    ("DELETE FROM counts WHERE cell = 4", "cell 4 of collection 1: not counted, but the index has 1 rows"),
    ("INSERT INTO counts VALUES(1, 8, 2)", "cell 8 of collection 1: counted as 2, but the index has 0 rows"),
    ("INSERT INTO counts VALUES(7, 3, 0)", "cell 3 of collection 7: counted as 0, but the index has 0 rows"),
  ])
  func theCheckTellsWhichCountIsWrong(change: String, problem: String) async throws {
    let store = try directory.store()
    try await store.load([object("a", in: 3).item, object("b", in: 3).item, object("c", in: 4).item])
    try directory.execute(change)
    let problems = try store.check().problems
    #expect(problems.count == 1 && problems[0].hasPrefix(problem), "\(problems)")
  }

  @Test func takingMoreThanIsCountedIsDamageAndChangesNothing() async throws {
    let store = try directory.store()
    try await store.load([object("a", in: 3).item, object("b", in: 3).item])
    try directory.execute("DELETE FROM counts")
    let error = await #expect(throws: StoreError.self) {
      try await store.delete(object("a", in: 3).key, if: nil, returningOld: false)
    }
    #expect(error?.code == .notAStore)
    #expect(try await store.allRows().rows.count == 2)
  }

  @Test func aClosedStoreCountsNothing() async throws {
    let store = try directory.store()
    store.close()
    let error = await #expect(throws: StoreError.self) { _ = try await store.counts() }
    #expect(error?.code == .closed)
  }
}

extension SQLiteStore {
  /// All counts of a collection, by cell.
  func counts(of collection: String = TestObject.collection) async throws -> [UInt64: Int] {
    let counts = try await counts(of: CollectionName(collection), in: 0...UInt64.max)
    let found = try #require(counts)
    #expect(found.map(\.cell) == found.map(\.cell).sorted())
    return Dictionary(uniqueKeysWithValues: found.map { ($0.cell, $0.count) })
  }
}

extension TemporaryDirectory {
  /// A number that a statement on the test's file returns.
  func number(_ query: StaticString) throws -> Int64? {
    let connection = try connection()
    defer { connection.close() }
    return try connection.number(query)
  }
}
