// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoHash
import TestSupport
import Testing

@testable import GeoDynamoSQLite

/// An item is read back as it was, and takes little space where its index row says the rest.
struct StoredItemTests {
  private func store(_ item: Item) async throws -> (item: Item?, isInFull: Bool) {
    let directory = try TemporaryDirectory()
    let store = try directory.store()
    try await store.put(item)
    let key = try item.validate(operation: "test")
    let found = try await store.get(key)
    store.close()
    let connection = try directory.connection()
    defer { connection.close() }
    let isInFull = try connection.number("SELECT substr(item, 1, 1) = x'00' FROM items")
    return (found, isInFull == 1)
  }

  /// An object's item as a table with that grid keeps it.
  private func item(_ leaf: String, _ cells: [String], at coordinate: Coordinate) throws -> Item {
    var item = try TestObject(
      id: "7", latitude: coordinate.latitude, longitude: coordinate.longitude, movedAt: 1_700_000_000_123_456
    ).item
    item["c1p"] = nil
    item["c1s"] = nil
    for (level, cell) in cells.enumerated() {
      item[KeySchema.Name.cellPartition(level)] = .string(UTF8String("places#\(cell)"))
      item[KeySchema.Name.cellSort(level)] = .string(UTF8String(leaf))
    }
    item["a"] = .map(["name": "Café", "tags": .stringSet(["a", "b"])])
    return item
  }

  @Test func objectsOfBothGridsAreStoredWithoutWhatTheirRowSays() async throws {
    var places = Places(seed: 11)
    for coordinate in places.sample(20) {
      let leaf = S2Cell(leafContaining: coordinate)
      let geohash = try #require(Geohash(GeohashCell(leafContaining: coordinate))).text
      for item in [
        try item(leaf.token, [10, 6, 14].map { leaf.parent(at: $0).token }, at: coordinate),
        try item(geohash, [4, 2].map { String(geohash.prefix($0)) }, at: coordinate),
      ] {
        let stored = try await store(item)
        #expect(stored.item == item, "seed 11, \(coordinate)")
        #expect(!stored.isInFull, "seed 11, \(coordinate)")
      }
    }
  }

  @Test func aShardedOrStrangePartitionKeyIsKeptAsItIs() async throws {
    let coordinate = try Coordinate(latitude: 51.5, longitude: -0.1)
    let leaf = S2Cell(leafContaining: coordinate)
    for cells in [["\(leaf.parent(at: 8).token)#3"], ["xy"], [""], [leaf.token + "0"]] {
      let item = try item(leaf.token, cells, at: coordinate)
      let stored = try await store(item)
      #expect(stored.item == item, "\(cells)")
      #expect(stored.isInFull, "\(cells)")
    }
  }

  @Test func aSecondLevelOfAnotherLeafIsKeptAsItIs() async throws {
    let coordinate = try Coordinate(latitude: 51.5, longitude: -0.1)
    let leaf = S2Cell(leafContaining: coordinate)
    var item = try item(leaf.token, [10, 6].map { leaf.parent(at: $0).token }, at: coordinate)
    item["c1s"] = "other"
    item["c3p"] = "alone"
    item["\0pk"] = "a name like a known one"
    item["x"] = nil
    #expect(try await store(item).item == item)
  }

  @Test func aPositionWithMoreDigitsThanADoubleIsKeptAsItIs() async throws {
    var item = try TestObject(id: "7", latitude: 1, longitude: 2).item
    item["lat"] = .number(try DecimalNumber("51.50000000000000000000000000000000001"))
    let stored = try await store(item)
    #expect(stored.item == item)
    #expect(stored.isInFull)
  }

  @Test func damagedBytesAreAnErrorAndNeverATrap() async throws {
    let directory = try TemporaryDirectory()
    let store = try directory.store()
    let object = TestObject(id: "7", latitude: 1, longitude: 2)
    try await store.put(object.item)
    let connection = try directory.connection()
    defer { connection.close() }
    var generator = SeededGenerator(seed: 5)
    for round in 0..<300 {
      let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { place in
        // Mostly a plausible head, so that the rest is reached.
        place == 0
          ? UInt8.random(in: 0...34, using: &generator) : UInt8.random(in: 0...255, using: &generator)
      }
      let digits = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
      try connection.execute("UPDATE items SET item = x'\(digits)'")
      do {
        _ = try await store.get(object.key)
      } catch let error as StoreError {
        #expect(error.code == .notAStore, "seed 5, round \(round): \(error)")
      }
    }
  }
}
