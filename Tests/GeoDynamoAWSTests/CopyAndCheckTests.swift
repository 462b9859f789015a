// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoDynamoSQLite
import GeoHash
import TestSupport
import Testing

@testable import GeoDynamoAWS

/// Copies and checks between a file and an endpoint that lags and fails.
@Suite struct CopyAndCheckTests {
  private let folder = try! TemporaryFolder()

  private func filled(_ store: any GeoStore, count: Int) async throws -> GeoIndex {
    let index = try await GeoIndex(creating: "users", in: store, indexed: .only(["kind"]))
    var places = Places(seed: 31)
    try await index.load(
      (0..<count).map { number in
        GeoObject(
          id: try! ObjectID("u\(number)"), coordinate: number % 9 == 0 ? nil : places.next(),
          attributes: ["kind": .string(UTF8String("k\(number % 3)")), "n": places.random.value()])
      })
    return index
  }

  private func all(of index: GeoIndex) async throws -> [ObjectID: GeoObject] {
    var (objects, start): ([ObjectID: GeoObject], PrimaryKey?) = ([:], nil)
    repeat {
      let page = try await index.objects(after: start)
      for object in page.objects { objects[object.id] = object }
      start = page.next
    } while start != nil
    return objects
  }

  @Test(arguments: [false, true])
  func aCopyArrivesWhateverFailsOnTheWay(keepsNewer: Bool) async throws {
    let endpoint = try DynamoDBEndpoint(seed: 3)
    let file = try SQLiteStore.open(folder.path("source"), mode: .create, durability: .normal)
    let source = try await filled(file, count: 300)
    let table = try await TestTable.store(at: endpoint.url) { $0.surroundings.pause = { _ in } }
    endpoint.faults.failsBefore = 0.1
    endpoint.faults.failsAfter = 0.1
    endpoint.faults.throttles = 0.1
    endpoint.faults.leavesUnprocessed = 0.3
    endpoint.faults.emptiesPages = 0.3
    endpoint.faults.pageBytes = 20_000
    let there = try await CollectionCopy(of: source, into: table)
    #expect(try await there.run(.init(keepsNewer: keepsNewer)).objects == 300)
    let expected = try await all(of: source)
    #expect(try await all(of: there.target) == expected)
    let other = try SQLiteStore.open(folder.path("target"), mode: .create, durability: .normal)
    let back = try await CollectionCopy(of: there.target, into: other)
    #expect(try await back.run(.init(keepsNewer: keepsNewer)).objects == 300)
    #expect(try await all(of: back.target) == expected)
    #expect((endpoint.counts[.failedAfter] ?? 0) > 0)
  }

  @Test func anIndexThatLagsBehindHasNotDrifted() async throws {
    let endpoint = try DynamoDBEndpoint(seed: 4)
    let index = try await filled(TestTable.store(at: endpoint.url), count: 40)
    try await endpoint.settle()
    endpoint.faults.indexLag = .milliseconds(200) ... .milliseconds(300)
    func change(_ numbers: ClosedRange<Int>) async throws {
      for number in numbers {
        try await index.move(ObjectID("u\(number)"), to: Coordinate(latitude: Double(number), longitude: 3))
        try await index.delete(ObjectID("u\(number + 20)"))
      }
    }
    try await change(1...4)
    let report = try await IndexCheck(of: index, settlingTime: .seconds(3)).run()
    #expect(report.count == 0 && report.objects == 36)
    // Who does not wait sees it lag.
    endpoint.faults.indexLag = .seconds(60) ... .seconds(60)
    try await change(5...8)
    #expect(try await IndexCheck(of: index, settlingTime: .zero).run().count > 0)
  }

  @Test func keysThatHaveDriftedAreRepaired() async throws {
    let endpoint = try DynamoDBEndpoint(seed: 5)
    let store = try await TestTable.store(at: endpoint.url)
    let index = try await filled(store, count: 20)
    let place = try Coordinate(latitude: 1, longitude: 2)
    try await index.put("lost", at: place)
    try await store.update(
      PrimaryKey(partition: "o#users#lost", sort: "o"),
      Update(set: ["c0p": .value("users#4875"), "c0s": .value("4875000000000001")]), if: nil, returning: .none
    )
    #expect(try await index.near(place, within: .meters(1)).page().matches.isEmpty)
    let check = IndexCheck(of: index, settlingTime: .zero)
    #expect(try await check.run().drifts == [IndexDrift(id: "lost", kind: .wrongKeys)])
    #expect(try await check.run(repairing: true).isSound)
    #expect(try await check.run().count == 0)
    #expect(try await index.near(place, within: .meters(1)).page().matches.map(\.id) == ["lost"])
  }
}
