// SPDX-License-Identifier: Apache-2.0
import GeoDynamoSQLite
import GeoHash
import TestSupport
import Testing

@testable import GeoDynamo

@Suite struct CollectionCopyTests {
  private let folder = try! TemporaryFolder()

  private func store(_ name: String) throws -> SQLiteStore {
    try SQLiteStore.open(folder.path(name), mode: .create, durability: .normal)
  }

  /// Objects anywhere, one in five without a position, with texts of 4 KB: several pages.
  private static func objects(_ count: Int, seed: UInt64) -> [GeoObject] {
    var places = Places(seed: seed)
    return (0..<count).map { number in
      let time = Timestamp(microseconds: Int64(number) * 7)
      let isPlaced = number % 5 != 0
      return GeoObject(
        id: try! ObjectID("é\(number)"), coordinate: isPlaced ? places.next() : nil,
        movedAt: isPlaced ? time : nil,
        attributes: [
          "kind": .string(UTF8String("k\(number % 3)")), "n": places.random.value(),
          "text": .string(UTF8String(String(repeating: "x", count: 4000))),
        ])
    }
  }

  private func filled(_ count: Int = 1_200) async throws -> GeoIndex {
    let index = try await GeoIndex(
      creating: "users", in: store("source"), indexed: .only(["kind", "n"]))
    try await index.load(Self.objects(count, seed: 1))
    return index
  }

  private func all(of index: GeoIndex) async throws -> [ObjectID: GeoObject] {
    var objects: [ObjectID: GeoObject] = [:]
    var start: PrimaryKey?
    repeat {
      let page = try await index.objects(after: start)
      for object in page.objects { objects[object.id] = object }
      start = page.next
    } while start != nil
    return objects
  }

  private func stateItems(in store: any GeoStore) async throws -> Int {
    try await store.scan(ScanRequest(partitionPrefix: "copy#")).count
  }

  @Test(arguments: [nil, try! TableSettings(grid: .geohash), try! TableSettings(partitionLevels: [6, 10])])
  func aCopyHoldsEveryObjectAsItWas(settings: TableSettings?) async throws {
    let source = try await filled()
    let store = try store("target")
    let copy = try await CollectionCopy(of: source, into: store, as: "copies", settings: settings)
    var seen: [CopyProgress] = []
    let report = try await copy.run { seen.append($0) }
    #expect(report == CopyReport(objects: 1_200, kept: 0, resumedAfter: 0))
    #expect(try await all(of: source) == all(of: copy.target))
    #expect(copy.target.settings == settings ?? source.settings && copy.target.indexed == source.indexed)
    #expect(try store.check().isSound)
    #expect(try await stateItems(in: store) == 0)
    #expect(seen.count > 4 && seen.last?.objects == 1_200 && seen.last?.phase == .verifying)
    #expect(seen.first?.total == 960)
    let place = try Coordinate(latitude: 10, longitude: 20)
    let pages = try await [source, copy.target].asyncMap {
      try await $0.near(place, within: .kilometers(5000), limit: 100).page().matches.map(\.id)
    }
    #expect(pages[0] == pages[1] && !pages[0].isEmpty)
  }

  /// After each page in turn: what is there then is not copied again, and nothing is left out.
  @Test func anInterruptedCopyGoesOnWhereItWas() async throws {
    struct Interruption: Error {}
    let source = try await filled()
    let store = try store("target")
    var runs = 0
    var done: [Int] = []
    while true {
      let copy = try await CollectionCopy(of: source, into: store)
      do {
        var pages = 0
        let report = try await copy.run { progress in
          if progress.phase == .copying { done.append(progress.objects) }
          pages += 1
          if pages == 1 { throw Interruption() }
          if runs % 2 == 0, pages == 2 { throw Interruption() }
        }
        Issue.record("a run of one page never ends: \(report)")
      } catch is Interruption {
        runs += 1
        #expect(try await stateItems(in: store) == 1)
      }
      if done.last == 1_200 { break }
    }
    #expect(runs > 3)
    // Each page was read once.
    #expect(done == done.sorted() && Set(done).count == done.count)
    let copy = try await CollectionCopy(of: source, into: store)
    let report = try await copy.run()
    #expect(report == CopyReport(objects: 1_200, kept: 0, resumedAfter: 1_200))
    #expect(try await all(of: source) == all(of: copy.target))
    #expect(try await stateItems(in: store) == 0)
  }

  /// What has been read stays as it was read, until the copy begins anew.
  @Test func aRestartedCopyReadsEverythingAgain() async throws {
    struct Interruption: Error {}
    let source = try await filled()
    let copy = try await CollectionCopy(of: source, into: store("target"))
    await #expect(throws: Interruption.self) { try await copy.run { _ in throw Interruption() } }
    let first = try #require(try await source.objects().objects.first)
    try await source.set(first.id, ["kind": "changed"])
    for progress in [CopyProgress.Phase.copying, .verifying] {
      await #expect(throws: Interruption.self) {
        try await copy.run { if $0.phase == progress, $0.objects == 1_200 { throw Interruption() } }
      }
    }
    #expect(try await copy.target.get(first.id) == first)
    let report = try await copy.run(.init(restarts: true))
    #expect(report == CopyReport(objects: 1_200, kept: 0, resumedAfter: 0))
    #expect(try await all(of: source) == all(of: copy.target))
  }

  @Test func differencesAreCountedAndNamed() async throws {
    let source = try await filled(100)
    let copy = try await CollectionCopy(of: source, into: store("target"))
    let target = copy.target
    let error = await #expect(throws: StoreError.self) {
      try await copy.run { progress in
        guard progress.phase == .copying else { return }
        for number in 1...4 { try await target.delete(try ObjectID("é\(number)")) }
        try await target.put("other", at: nil)
        try await target.move("é6", to: Coordinate(latitude: 1, longitude: 2))
      }
    }
    #expect(error?.code == .copyDiffers)
    #expect(error?.message.contains("4 missing in the target (\"é") == true)
    #expect(error?.message.contains("1 different in the target (\"é6\"), 1 in the target only") == true)
  }

  @Test func aCollectionThatHoldsObjectsIsRefused() async throws {
    let source = try await filled(100)
    let store = try store("target")
    let target = try await GeoIndex(creating: "users", in: store, indexed: source.indexed)
    try await target.put("é1", at: nil)
    let copy = try await CollectionCopy(of: source, into: store)
    let error = await #expect(throws: StoreError.self) { try await copy.run() }
    #expect(error?.code == .targetNotEmpty)
    #expect(try await target.objectCount() == 1)
    #expect(try await stateItems(in: store) == 0)
  }

  @Test func newerObjectsOfTheTargetAreKept() async throws {
    let source = try await filled(100)
    let store = try store("target")
    let target = try await GeoIndex(creating: "users", in: store, indexed: source.indexed)
    let home = try Coordinate(latitude: 1, longitude: 2)
    // é5 has no position in the source; é6 came to its place at 42 µs, é7 at 49.
    try await target.put("é5", at: home, time: Timestamp(microseconds: 1))
    try await target.put("é6", at: home, time: Timestamp(microseconds: 43))
    try await target.put("é7", at: home, time: Timestamp(microseconds: 48))
    try await target.put("é8", at: nil)
    try await target.put("other", at: home)
    let copy = try await CollectionCopy(of: source, into: store)
    let report = try await copy.run(.init(keepsNewer: true))
    #expect(report == CopyReport(objects: 100, kept: 2, resumedAfter: 0))
    var expected = try await all(of: source)
    for id in ["é5", "é6", "other"] as [ObjectID] { expected[id] = try await target.get(id) }
    #expect(expected["é5"]?.coordinate == home && expected["é6"]?.coordinate == home)
    #expect(try await all(of: target) == expected)
  }

  @Test func aCopyGoesOnKeepingNewerObjectsAsItBegan() async throws {
    struct Interruption: Error {}
    let source = try await filled(100)
    let copy = try await CollectionCopy(of: source, into: store("target"))
    try await copy.target.put("é6", at: nil)
    await #expect(throws: Interruption.self) {
      try await copy.run(.init(keepsNewer: true)) { _ in throw Interruption() }
    }
    try await copy.target.move("é6", to: Coordinate(latitude: 1, longitude: 2))
    for options in [CollectionCopy.Options(), .init(restarts: true)] {
      let report = try await copy.run(options)
      #expect(report.objects == 100)
      #expect(try await copy.target.get("é6")?.coordinate?.latitude == 1)
      if !options.restarts {
        await #expect(throws: Interruption.self) {
          try await copy.run(.init(keepsNewer: true)) { _ in throw Interruption() }
        }
      }
    }
  }

  @Test func aCopyOntoItselfOrWithAnotherIndexIsRefused() async throws {
    let source = try await filled(10)
    let same = await #expect(throws: StoreError.self) {
      try await CollectionCopy(of: source, into: store("source"))
    }
    #expect(same?.code == .validation)
    let other = try store("target")
    _ = try await GeoIndex(creating: "users", in: other, indexed: .all)
    let error = await #expect(throws: StoreError.self) { try await CollectionCopy(of: source, into: other) }
    #expect(error?.code == .settingsMismatch)
  }

  @Test func checksumsTellObjectsApartAndNotTheirOrder() throws {
    let objects = Self.objects(50, seed: 2)
    func checksum(_ objects: [GeoObject]) -> ObjectChecksum {
      objects.reduce(into: ObjectChecksum()) { $0.add($1) }
    }
    let all = checksum(objects)
    #expect(checksum(objects.reversed()) == all)
    for index in objects.indices {
      var changed = objects
      changed[index].attributes["kind"] = nil
      #expect(checksum(changed) != all)
      changed = objects
      if let place = changed[index].coordinate {
        let other =
          abs(place.latitude) < 1 ? 2 : place.latitude < 0 ? place.latitude.nextUp : place.latitude.nextDown
        changed[index].coordinate = try Coordinate(latitude: other, longitude: place.longitude)
        #expect(checksum(changed) != all)
      }
      changed = objects
      changed[index].id = "another"
      #expect(checksum(changed) != all)
    }
  }
}

extension Array {
  fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async throws -> [Value] {
    var values: [Value] = []
    for element in self { try await values.append(transform(element)) }
    return values
  }
}
