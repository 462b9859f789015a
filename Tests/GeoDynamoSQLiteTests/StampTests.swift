// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoDynamoSQLite
import TestSupport
import Testing

/// A row's stamp is greater than that of a read exactly when the row came to its place after the read.
struct StampTests {
  @Test func everyPlacingAfterAReadHasAGreaterStamp() async throws {
    let directory = try TemporaryDirectory()
    let store = try directory.store()
    var generator = SeededGenerator(seed: 7)
    for round in 0..<50 {
      let before = try await store.allRows()
      let object = generator.object("id\(round % 7)")
      try await store.put(object.item)
      let after = try await store.allRows()
      let row = try #require(after.rows[object.id])
      #expect(row.stamp > before.report.stamp)
      #expect(row.stamp <= after.report.stamp)
      for (id, other) in after.rows where id != object.id { #expect(other.stamp <= before.report.stamp) }
    }
  }

  @Test func aStampStaysWhileThePlaceStays() async throws {
    let directory = try TemporaryDirectory()
    let store = try directory.store()
    var object = TestObject(id: "a", latitude: 1, longitude: 2)
    try await store.put(object.item)
    let first = try #require(try await store.allRows().rows["a"])
    object.color = "green"
    object.movedAt = 5
    try await store.put(object.item)
    object.grid = 3
    try await store.update(object.key, object.move, if: nil, returning: .none)
    try await store.load([object.item])
    let last = try #require(try await store.allRows().rows["a"])
    #expect(last.stamp == first.stamp)
    #expect(last.color == "green" && last.movedAt == 5)
  }

  @Test func aPlaceIsComparedBitForBit() async throws {
    let directory = try TemporaryDirectory()
    let store = try directory.store()
    var object = TestObject(id: "a", latitude: 1, longitude: 2)
    try await store.put(object.item)
    let before = try await store.allRows().report.stamp
    object.latitude = object.latitude.nextUp
    try await store.put(object.item)
    #expect(try #require(try await store.allRows().rows["a"]).stamp > before)
  }

  @Test func stampsGrowOnAfterReopeningAndInASecondStore() async throws {
    let directory = try TemporaryDirectory()
    let first = try directory.store()
    try await first.put(TestObject(id: "a", latitude: 1, longitude: 2).item)
    let second = try directory.store()
    let read = try await second.allRows().report.stamp
    try await first.put(TestObject(id: "b", latitude: 1, longitude: 2).item)
    try await second.put(TestObject(id: "c", latitude: 1, longitude: 2).item)
    first.close()
    second.close()
    let reopened = try directory.store()
    let rows = try await reopened.allRows().rows
    #expect(try #require(rows["b"]).stamp > read)
    #expect(try #require(rows["c"]).stamp > #require(rows["b"]).stamp)
  }
}
