// SPDX-License-Identifier: Apache-2.0
import GeoDynamoSQLite
import GeoHash
import TestSupport
import Testing

@testable import GeoDynamo

@Suite struct IndexCheckTests {
  /// A table whose index is kept apart from its items, as DynamoDB's is: rows follow keys, late or never.
  private final class LooseIndex: TableStore, IndexReader {
    let table = ModelTable()
    let readsAreSnapshots = false
    let rangesSpanPartitions: Bool
    let prices = PriceList.dynamoDB
    /// What the index holds in place of the item under a key; nil for no row.
    let stale: [(key: PrimaryKey, item: Item?)]

    init(rangesSpanPartitions: Bool = false, stale: [(PrimaryKey, Item?)] = []) {
      self.rangesSpanPartitions = rangesSpanPartitions
      self.stale = stale.map { (key: $0.0, item: $0.1) }
    }

    func read<Consumer: IndexRowConsumer>(
      _ ranges: [IndexRange], of collection: CollectionName, index: CellIndex, into consumer: inout Consumer
    ) async throws -> IndexReadReport {
      var rows = 0
      var items = table.items
      for (key, item) in stale { items[key] = item }
      for (place, range) in ranges.enumerated() {
        for item in items.values {
          guard let partition = item[KeySchema.Name.cellPartition(index.number)]?.string,
            let sort = item[KeySchema.Name.cellSort(index.number)]?.string,
            let leaf = CellKeys.leaf(inSortKey: sort), range.leaves.contains(leaf),
            rangesSpanPartitions
              || partition.hasPrefix(index.partitionKey(overLeaf: leaf, of: collection)),
            let entry = try? IndexEntry(of: item)
          else { continue }
          rows += 1
          let id = Array(entry.id.string.utf8)
          let row = IndexRow(
            latitude: entry.latitude, longitude: entry.longitude, movedAt: entry.movedAt, stamp: 0)
          try unsafe consumer.take(
            row, id: id.span.bytes, attributes: ItemCodec.encode(entry.attributes).span.bytes)
        }
        if !consumer.finishRange(at: place) { break }
      }
      return IndexReadReport(stamp: 0, ranges: ranges.count, rows: rows, requests: ranges.count)
    }

    func get(_ key: PrimaryKey) async throws -> Item? { try await table.get(key) }
    func get(_ keys: [PrimaryKey]) async throws -> [Item] { try await table.get(keys) }
    func put(_ item: Item, if condition: Condition?, returningOld: Bool) async throws -> Item? {
      try await table.put(item, if: condition, returningOld: returningOld)
    }
    func update(_ key: PrimaryKey, _ update: Update, if condition: Condition?, returning: ReturnedItem)
      async throws -> Item?
    { try await table.update(key, update, if: condition, returning: returning) }
    func delete(_ key: PrimaryKey, if condition: Condition?, returningOld: Bool) async throws -> Item? {
      try await table.delete(key, if: condition, returningOld: returningOld)
    }
    func query(_ request: QueryRequest) async throws -> ItemPage { try await table.query(request) }
    func scan(_ request: ScanRequest) async throws -> ItemPage { try await table.scan(request) }
    func write(_ batch: [BatchWrite]) async throws { try await table.write(batch) }
    func transact(_ writes: [TransactWrite], token: String?) async throws {
      try await table.transact(writes, token: token)
    }
  }

  private static let settings = try! TableSettings(partitionLevels: [6, 10])

  private func filled(_ store: any GeoStore, settings: TableSettings = Self.settings) async throws -> GeoIndex
  {
    let index = try await GeoIndex(creating: "users", in: store, indexed: .only(["kind"]), settings: settings)
    var places = Places(seed: 3)
    try await index.load(
      (0..<60).map { number in
        GeoObject(
          id: try! ObjectID("o\(number)"), coordinate: number % 10 == 0 ? nil : places.next(),
          attributes: ["kind": .string(UTF8String("k\(number % 3)")), "other": .number(7)])
      })
    return index
  }

  private func check(_ index: GeoIndex, repairing: Bool = false) async throws -> IndexCheckReport {
    try await IndexCheck(of: index, settlingTime: .zero).run(repairing: repairing)
  }

  private func key(_ id: ObjectID) -> PrimaryKey {
    KeySchema.object(id, in: "users")
  }

  @Test(arguments: [Self.settings, .standard, try! TableSettings(grid: .geohash)])
  func aCollectionInStepIsSound(settings: TableSettings) async throws {
    let folder = try TemporaryFolder()
    let file = try SQLiteStore.open(folder.path("s"), mode: .create, durability: .normal)
    for store in [LooseIndex(), LooseIndex(rangesSpanPartitions: true), file] as [any GeoStore] {
      let report = try await check(filled(store, settings: settings))
      #expect(report.isSound && report.count == 0)
      #expect(report.objects == 60 && report.located == 54)
      #expect(report.rows == 54 * (store.rangesSpanPartitions ? 1 : settings.partitionLevels.count))
    }
  }

  @Test func shardsOfACellAreItsKeys() async throws {
    let store = LooseIndex()
    let index = try await filled(store)
    let item = try #require(try await store.get(key("o1")))
    let cell = try #require(item["c0p"]?.string).string
    func put(_ partition: String) async throws {
      var changed = item
      changed["c0p"] = .string(UTF8String(partition))
      try await store.put(changed)
    }
    for suffix in ["", "#1", "#12"] {
      try await put(cell + suffix)
      #expect(try await check(index).count == 0, "\(suffix)")
    }
    for suffix in ["#", "#0", "#01", "#x", "1", "#1#2"] {
      try await put(cell + suffix)
      #expect(try await check(index).counts == [.wrongKeys: 1], "\(suffix)")
    }
  }

  @Test func wrongKeysAreFoundAndRepaired() async throws {
    let store = LooseIndex()
    let index = try await filled(store)
    let other = try #require(try await store.get(key("o2")))
    for name in ["c0p", "c0s", "c1p", "c1s"] as [UTF8String] {
      for value in [other[name]!, .string("x"), nil] as [AttributeValue?] {
        var item = try #require(try await store.get(key("o1")))
        item[name] = value
        try await store.put(item)
        let found = try await check(index)
        #expect(found.counts == [.wrongKeys: 1] && !found.isSound, "\(name)")
        #expect(found.drifts == [IndexDrift(id: "o1", kind: .wrongKeys)])
        let repaired = try await check(index, repairing: true)
        #expect(repaired.isSound && repaired.repaired == 1, "\(name)")
        #expect(try await check(index).count == 0)
      }
    }
  }

  @Test func keysWithoutAPositionAreFoundAndRepaired() async throws {
    let store = LooseIndex()
    let index = try await filled(store)
    var item = try #require(try await store.get(key("o10")))
    item["c0p"] = "users#1"
    item["c0s"] = "1000000000000001"
    try await store.put(item)
    #expect(try await check(index, repairing: true).counts == [.wrongKeys: 1])
    #expect(try await check(index).count == 0)
    #expect(try await store.get(key("o10"))?["c0p"] == nil)
  }

  @Test func rowsThatDifferAreFound() async throws {
    let first = try await filled(LooseIndex())
    let place = try Coordinate(latitude: 1, longitude: 2)
    let moved = first.items.item(
      of: GeoObject(id: "o2", coordinate: place, attributes: ["kind": "k2"]), now: .now)
    let gone = first.items.item(of: GeoObject(id: "gone", coordinate: place), now: .now)
    let unplaced = first.items.item(of: GeoObject(id: "o10", coordinate: place), now: .now)
    let near = first.items.item(of: GeoObject(id: "near", coordinate: place), now: .now)
    let store = LooseIndex(
      rangesSpanPartitions: true,
      stale: [
        (key("o1"), nil), (key("o2"), moved), (key("gone"), gone), (key("o10"), unplaced),
      ])
    let index = try await filled(store)
    try await store.put(near)
    let report = try await check(index, repairing: true)
    #expect(report.counts == [.missingRow: 1, .staleRow: 1, .extraRow: 2])
    #expect(report.drifts.map(\.id) == ["gone", "o1", "o10", "o2"])
    #expect(!report.isSound && report.repaired == 0)
  }

  @Test func aDamagedItemIsNamed() async throws {
    let store = LooseIndex()
    let index = try await filled(store)
    var item = try #require(try await store.get(key("o1")))
    item["lat"] = .number(91)
    try await store.put(item)
    let report = try await check(index, repairing: true)
    #expect(report.drifts == [IndexDrift(id: "o1", kind: .damagedItem)] && !report.isSound)
  }

  /// Objects move, appear and vanish between the reading of items and that of rows: no drift.
  @Test func whatIsWrittenMeanwhileIsNoDrift() async throws {
    let store = LooseIndex()
    let index = try await filled(store)
    var isFirst = true
    let report = try await IndexCheck(of: index, settlingTime: .zero).run { _ in
      guard isFirst else { return }
      isFirst = false
      for number in 1...9 {
        try await index.move(
          ObjectID("o\(number)"), to: Coordinate(latitude: Double(number), longitude: 2))
        try await index.delete(ObjectID("o\(number + 10)"))
        try await index.put(ObjectID("n\(number)"), at: Coordinate(latitude: 3, longitude: Double(number)))
      }
    }
    #expect(report.count == 0 && !isFirst)
  }
}
