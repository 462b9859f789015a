// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoHash
import Synchronization
import TestSupport
import Testing

@testable import GeoDynamoAWS

struct ShardsTests {
  private static let start = Timestamp(microseconds: 1_796_000_000_000_000)
  private static let home = try! Coordinate(latitude: 51.5074, longitude: -0.1278)

  /// A clock that stands until it is set.
  private final class Clock: Sendable {
    private let moment = Mutex(start)
    var now: Timestamp { moment.withLock { $0 } }
    func advance(seconds: Int64) { moment.withLock { $0.microseconds += seconds * 1_000_000 } }
  }

  private func place(_ number: Int) -> Coordinate {
    try! Coordinate(
      latitude: 51.5 + Double(number % 97) / 9_700, longitude: -0.13 + Double(number % 31) / 3_100)
  }

  /// A second store of the same table, with a cache of its own.
  private func sibling(of store: DynamoDBStore) -> DynamoDBStore {
    DynamoDBStore(table: store.table, configuration: store.client.configuration)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func aStaleReaderBesideASplittingWriterMissesNobody(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let clock = Clock()
    let endpoint = try DynamoDBEndpoint(seed: seed)
    let store = try await TestTable.store(at: endpoint.url) { $0.surroundings.now = { clock.now } }
    let writer = try await GeoIndex(creating: "users", in: store)
    // Readers that have asked for the shards at various moments.
    var readers: [GeoIndex] = []
    for _ in 0..<3 {
      let reader = try await GeoIndex("users", in: sibling(of: store))
      _ = try await reader.count(near: Self.home, within: .kilometers(5))
      readers.append(reader)
      clock.advance(seconds: 3)
    }
    var ids: Set<String> = []
    for second in 0..<80 {
      if [5, 30, 55].contains(second) {
        try await store.announceShards(
          [5: 2, 30: 4, 55: 16][second]!, around: Self.home, of: "users", by: .standard)
      }
      for order in 0..<3 {
        let time = Timestamp(microseconds: clock.now.microseconds + Int64(order))
        let number = Int.random(in: 0..<200, using: &random)
        let id = "user-\(number)"
        if ids.contains(id), Bool.random(using: &random) {
          try await writer.move(ObjectID(id), to: place(number + second), time: time)
        } else {
          try await writer.put(ObjectID(id), at: place(number), time: time)
        }
        ids.insert(id)
      }
      let reader = readers.randomElement(using: &random)!
      let found = try await reader.near(Self.home, within: .kilometers(5)).page().matches.map {
        $0.id.text.string
      }
      #expect(Set(found) == ids && found.count == ids.count, "seed \(seed), second \(second)")
      clock.advance(seconds: 1)
    }
    // The writer did use the shards: else the readers had nothing to miss.
    let cell = TableSettings.standard.indexes[0]
    let key = cell.partitionKey(overLeaf: TableSettings.standard.leaf(of: Self.home), of: "users")
    var used = 0
    for shard in 0..<16 {
      let query = IndexQuery(index: cell, partition: ShardMap.key(key, shard: shard), sorts: "0"..."f")
      let rows = try await store.client.send("Query", query.body(table: store.table)) {
        try IndexRows(answer: $0, keyPrefix: "o#users#").count
      }
      used += rows > 0 ? 1 : 0
    }
    #expect(used > 8)
    #expect(try await store.shardCounts(around: Self.home, of: "users", by: .standard) == [16])
  }

  @Test func aThrottledWriterDividesTheCell() async throws {
    let endpoint = try DynamoDBEndpoint()
    let store = try await TestTable.store(at: endpoint.url) {
      $0.surroundings.pause = { _ in await Task.yield() }
      $0.attempts = 1_000
    }
    let users = try await GeoIndex(creating: "users", in: store)
    try await users.put("first", at: place(0))
    #expect(try await store.shardCounts(around: Self.home, of: "users", by: .standard) == [1])
    endpoint.faults.throttles = 0.5
    for number in 0..<30 { try await users.put(ObjectID("user-\(number)"), at: place(number)) }
    endpoint.faults.throttles = 0
    #expect(try await store.shardCounts(around: Self.home, of: "users", by: .standard) == [2])
    #expect(try await users.count(near: Self.home, within: .kilometers(5)) == 31)
  }

  @Test func countsOnlyGrowAndNotTooSoon() async throws {
    let clock = Clock()
    let endpoint = try DynamoDBEndpoint()
    let store = try await TestTable.store(at: endpoint.url) { $0.surroundings.now = { clock.now } }
    func announce(_ count: Int) async throws {
      try await store.announceShards(count, around: Self.home, of: "users", by: .standard)
    }
    try await announce(4)
    for (count, code) in [(2, StoreError.Code.validation), (65, .validation), (0, .validation), (8, .busy)] {
      let error = await #expect(throws: StoreError.self) { try await announce(count) }
      #expect(error?.code == code, "\(count)")
    }
    try await announce(4)
    clock.advance(seconds: 20)
    try await announce(8)
    #expect(try await store.shardCounts(around: Self.home, of: "users", by: .standard) == [8])
  }
}
