// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import Testing

@testable import GeoDynamoSQLite

/// Many writers and readers at once, cancellation, and closing.
struct ConcurrencyTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func object(_ number: Int) -> TestObject {
    TestObject(id: "\(number)", latitude: Double(number % 90), longitude: 2)
  }

  @Test func concurrentWritesShareCommits() async throws {
    let store = try directory.store(durability: .full)
    try await withThrowingTaskGroup { group in
      for task in 0..<100 {
        group.addTask {
          for number in 0..<10 { try await store.put(object(task * 10 + number).item) }
        }
      }
      try await group.waitForAll()
    }
    #expect(try store.check() == CheckReport(items: 1000, indexRows: 1000, problems: []))
    let commits = try #require(store.writer).commits
    #expect(commits < 500, "\(commits) commits for 1000 writes")
  }

  @Test func aFailedWriteFailsAloneInItsGroup() async throws {
    let store = try directory.store()
    let failed = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<300 {
        group.addTask {
          do {
            // Every third is refused: by its condition, or as a whole transaction after its first write.
            switch number % 6 {
            case 0: try await store.put(object(number).item, if: .exists("pk"), returningOld: false)
            case 3:
              try await store.transact(
                [
                  .put(object(number).item), .check(PrimaryKey(partition: "no", sort: "such"), .exists("pk")),
                ], token: nil)
            default: try await store.put(object(number).item)
            }
            return false
          } catch {
            return true
          }
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(failed == 100)
    #expect(try store.check() == CheckReport(items: 200, indexRows: 200, problems: []))
    let rows = try await store.allRows().rows
    #expect(rows.keys.allSatisfy { Int($0).map { $0 % 3 != 0 } ?? false })
  }

  @Test func aConditionLetsExactlyOneOfManyWin() async throws {
    let store = try directory.store()
    let winners = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<50 {
        group.addTask {
          var object = TestObject(id: "one", latitude: 1, longitude: 2)
          object.color = "color\(number)"
          do {
            try await store.put(object.item, if: .notExists("pk"), returningOld: false)
            return true
          } catch {
            return false
          }
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(winners == 1)
    #expect(try await store.allRows().rows.count == 1)
  }

  @Test func readersBesideAWriterSeeItemsAndRowsOfOneMoment() async throws {
    let store = try directory.store()
    // Two objects are always moved together, by one transaction.
    try await store.load([object(0).item, object(1).item])
    let reader = try SQLiteStore.open(directory.file(), mode: .readOnly)
    try await withThrowingTaskGroup { group in
      group.addTask {
        for round in 1...300 {
          let pair = (0..<2).map {
            TestObject(id: "\($0)", latitude: Double(round % 80), longitude: 3, movedAt: Int64(round))
          }
          try await store.transact(pair.map { .put(try $0.item) }, token: nil)
        }
      }
      for other in [store, reader] {
        group.addTask {
          for _ in 0..<300 {
            let rows = try await other.allRows().rows
            #expect(rows.count == 2)
            #expect(rows["0"]?.movedAt == rows["1"]?.movedAt && rows["0"]?.stamp == rows["1"]?.stamp)
            let items = try await other.get([object(0).key, object(1).key])
            #expect(Set(items.map { $0["movedAt"] }).count == 1)
          }
        }
        group.addTask {
          for _ in 0..<20 {
            let problems = try other.check().problems
            #expect(problems == [])
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func acknowledgedWritesAreSeenByEveryLaterRead() async throws {
    let store = try directory.store()
    let other = try directory.store()
    for number in 0..<200 {
      try await store.put(object(number).item)
      #expect(try await store.get(object(number).key) != nil)
      #expect(try await other.get(object(number).key) != nil)
    }
  }

  @Test func closingCarriesOutWhatIsQueuedAndRefusesTheRest() async throws {
    let store = try directory.store()
    let done = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask {
          do {
            try await store.put(object(number).item)
            return true
          } catch let error as StoreError {
            #expect(error.code == .closed)
            return false
          }
        }
      }
      group.addTask {
        store.close()
        return false
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    store.close()
    let read = await #expect(throws: StoreError.self) { _ = try await store.get(object(0).key) }
    #expect(read?.code == .closed)
    let reopened = try directory.store()
    #expect(try reopened.check() == CheckReport(items: done, indexRows: done, problems: []))
  }

  @Test func closingTakesTheLogIntoTheFile() async throws {
    let store = try directory.store()
    try await store.load((0..<1000).map { try object($0).item })
    store.close()
    #expect(try directory.names == ["store"])
  }

  @Test func aCancelledWriteThatHasNotBegunIsNotCarriedOut() async throws {
    let store = try SQLiteStore.open(directory.file(), mode: .create, busyTimeout: .seconds(60))
    let other = try directory.connection()
    // While another holds the lock, the first write keeps the writer waiting and the rest stay queued.
    try other.execute("BEGIN IMMEDIATE")
    let first = Task { try await store.put(object(0).item) }
    try await Task.sleep(for: .milliseconds(100))
    let tasks = (1..<20).map { number in Task { try await store.put(object(number).item) } }
    try await Task.sleep(for: .milliseconds(100))
    for task in tasks { task.cancel() }
    for task in tasks {
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    try other.execute("COMMIT")
    other.close()
    try await first.value
    #expect(Set(try await store.allRows().rows.keys) == ["0"])
  }

  @Test func aCancelledReadEnds() async throws {
    let store = try directory.store()
    try await store.load((0..<5000).map { try object($0).item })
    let read = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return try await store.allRows().rows.count
    }
    await #expect(throws: CancellationError.self) { _ = try await read.value }
    let midway = Task {
      var consumer = CancellingConsumer()
      let ranges = [IndexRange(leaves: 0...UInt64.max, minimumDistanceMeters: 0)]
      _ = try? await store.read(
        ranges, of: TestObject.collectionName, index: TestObject.index, into: &consumer)
      return consumer.rows
    }
    #expect(await midway.value < 5000)
    #expect(try await store.allRows().rows.count == 5000)
  }

  @Test func moreWritersThanRoomAllGetTheirTurn() async throws {
    let store = try directory.store()
    try await withThrowingTaskGroup { group in
      for number in 0..<5000 { group.addTask { try await store.put(object(number).item) } }
      for _ in 0..<4 { group.addTask { try await store.load((0..<500).map { try object($0).item }) } }
      try await group.waitForAll()
    }
    #expect(try store.check() == CheckReport(items: 5000, indexRows: 5000, problems: []))
  }

  @Test func aStoreThatIsLetGoClosesItself() async throws {
    do {
      let store = try directory.store()
      try await store.put(object(1).item)
    }
    #expect(try directory.names == ["store"])
  }
}

/// Cancels its own task at the first row.
private struct CancellingConsumer: IndexRowConsumer {
  var rows = 0

  mutating func take(_ row: IndexRow, id: RawSpan, attributes: RawSpan) throws {
    if rows == 0 { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
    rows += 1
  }

  mutating func finishRange(at position: Int) -> Bool { true }
}
