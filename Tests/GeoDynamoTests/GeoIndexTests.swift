// SPDX-License-Identifier: Apache-2.0

import GeoDynamo
import GeoDynamoSQLite
import GeoHash
import TestSupport
import Testing

@Suite struct GeoIndexTests {
  let folder = try! TemporaryFolder()
  let london = try! Coordinate(latitude: 51.5074, longitude: -0.1278)
  let paris = try! Coordinate(latitude: 48.8566, longitude: 2.3522)

  func store(_ name: String = "test.sqlite") throws -> SQLiteStore {
    try SQLiteStore.open(folder.path(name), mode: .create)
  }

  func code(_ work: () async throws -> Void) async -> StoreError? {
    do { try await work() } catch { return error as? StoreError }
    return nil
  }

  @Test func anObjectComesBackAsItWentIn() async throws {
    let users = try await GeoIndex(creating: "users", in: store())
    let attributes: Item = [
      "name": "Ada", "e\u{301}": 1, "\u{e9}": 2,
      "big": .number(try DecimalNumber("0.12345678901234567890123456789")),
      "tags": .stringSet(["a", "b"]), "nested": ["deep": [true, .null]],
    ]
    try await users.put("ada", at: london, attributes: attributes, time: Timestamp(microseconds: 5))
    let object = try #require(try await users.get("ada"))
    #expect(
      object
        == GeoObject(
          id: "ada", coordinate: london, movedAt: Timestamp(microseconds: 5), attributes: attributes))
    #expect(try await users.get("bob") == nil)
  }

  @Test func aMoveIsSeenByTheNextQueryAndALateOneIsRefused() async throws {
    let users = try await GeoIndex(creating: "users", in: store())
    try await users.put("ada", at: london, time: Timestamp(microseconds: 100))
    try await users.move("ada", to: paris, time: Timestamp(microseconds: 200))
    #expect(try await users.near(london, within: .kilometers(1)).page().matches.isEmpty)
    #expect(try await users.near(paris, within: .meters(0)).page().matches.map(\.id) == ["ada"])
    for late in [Int64(200), 199, 0] {
      let error = await code {
        try await users.move("ada", to: london, time: Timestamp(microseconds: late))
      }
      #expect(error?.code == .staleMove, "a move of \(late) after one of 200")
    }
    #expect(try await users.get("ada")?.coordinate == paris)
    #expect(await code { try await users.move("bob", to: paris) }?.code == .objectNotFound)
  }

  @Test func attributesAreSetAndUnsetOneByOneWhereverTheyLie() async throws {
    let users = try await GeoIndex(creating: "users", in: store(), indexed: .only(["name"]))
    try await users.put("ada", at: london, attributes: ["name": "Ada", "age": 36])
    try await users.set("ada", ["name": "Augusta", "born": 1815])
    try await users.unset("ada", ["age", "nothing"])
    #expect(try await users.get("ada")?.attributes == ["name": "Augusta", "born": 1815])
    let match = try #require(try await users.near(london, within: .meters(1)).page().matches.first)
    #expect(try match.attributes == ["name": "Augusta"])
    #expect(await code { try await users.set("bob", ["a": 1]) }?.code == .objectNotFound)
    #expect(await code { try await users.unset("bob", ["a"]) }?.code == .objectNotFound)
  }

  @Test func anObjectWithoutAPositionIsFoundByItsIDOnly() async throws {
    let users = try await GeoIndex(creating: "users", in: store())
    try await users.put("ada", at: nil, attributes: ["name": "Ada"])
    #expect(try await users.get("ada")?.coordinate == nil)
    #expect(try await users.near(london, within: Earth.halfCircumference).page().matches.isEmpty)
    #expect(
      await code { _ = try await users.near(of: "ada", within: .meters(1)).page() }?.code == .objectNotFound)
    try await users.move("ada", to: london)
    #expect(try await users.near(london, within: .meters(1)).page().matches.count == 1)
    try await users.put("ada", at: nil)
    #expect(try await users.near(london, within: .meters(1)).page().matches.isEmpty)
  }

  @Test func nearAnObjectLeavesItOut() async throws {
    let users = try await GeoIndex(creating: "users", in: store())
    for (id, place) in [("ada", london), ("bob", london), ("eve", paris)] {
      try await users.put(ObjectID(id), at: place)
    }
    #expect(
      try await users.near(of: "ada", within: .kilometers(1000)).page().matches.map(\.id) == ["bob", "eve"])
    #expect(
      await code { _ = try await users.near(of: "x", within: .meters(1)).page() }?.code == .objectNotFound)
  }

  @Test func deletingTakesObjectAndIndexRow() async throws {
    let users = try await GeoIndex(creating: "users", in: store())
    try await users.put("ada", at: london)
    try await users.delete("ada")
    #expect(try await users.get("ada") == nil)
    #expect(try await users.near(london, within: .meters(1)).page().matches.isEmpty)
    #expect(await code { try await users.delete("ada") }?.code == .objectNotFound)
  }

  @Test func collectionsLieSideBySide() async throws {
    let store = try store()
    let users = try await GeoIndex(creating: "users", in: store)
    let drivers = try await GeoIndex(creating: "drivers", in: store, indexed: .only(["kind"]))
    try await users.put("ada", at: london)
    try await drivers.put("ada", at: london, attributes: ["kind": "taxi"])
    try await drivers.delete("ada")
    #expect(try await users.near(london, within: .meters(1)).page().matches.count == 1)
    #expect(try await drivers.near(london, within: .meters(1)).page().matches.isEmpty)
    let collections = try await GeoIndex.collections(in: store)
    #expect(collections.map(\.name) == ["drivers", "users"])
    #expect(collections.map(\.indexed) == [.only(["kind"]), .all])
  }

  @Test func anUnknownCollectionIsAnErrorThatListsTheKnown() async throws {
    let store = try store()
    let error = await code { _ = try await GeoIndex("users", in: store) }
    #expect(error?.code == .collectionNotFound)
    _ = try await GeoIndex(creating: "drivers", in: store)
    let listing = await code { _ = try await GeoIndex("users", in: store) }
    #expect(listing?.message.contains("drivers") == true)
  }

  @Test func otherSettingsThanTheTablesAreRefusedWithBoth() async throws {
    let store = try store()
    let geohash = try TableSettings(grid: .geohash)
    _ = try await GeoIndex(creating: "users", in: store, settings: geohash)
    #expect(try await GeoIndex("users", in: store).settings == geohash)
    let error = await code { _ = try await GeoIndex("users", in: store, settings: .standard) }
    #expect(error?.code == .settingsMismatch)
    #expect(error?.message.contains("geohash") == true && error?.message.contains("s2") == true)
    let declared = await code {
      _ = try await GeoIndex(creating: "users", in: store, indexed: .only(["name"]))
    }
    #expect(declared?.code == .settingsMismatch)
  }

  @Test func filtersApplyBeforeTheLimit() async throws {
    let users = try await GeoIndex(creating: "users", in: store(), indexed: .only(["kind"]))
    for number in 0..<50 {
      let place = try london.destination(bearing: 90, distance: .meters(Double(number)))
      try await users.put(
        ObjectID("u\(number)"), at: place, attributes: ["kind": number % 10 == 9 ? "taxi" : "bus", "n": 1])
    }
    let taxis = try await users.near(
      london, within: .kilometers(1), limit: 3, where: .attribute("kind", is: "taxi")
    ).page()
    #expect(taxis.matches.map(\.id) == ["u9", "u19", "u29"])
    #expect(
      try await users.count(near: london, within: .kilometers(1), where: .attribute("kind", is: "taxi")) == 5)
    #expect(try await users.count(near: london, within: .meters(9.5)) == 10)
    await #expect(throws: InputError.filter(attribute: "n", declared: ["kind"])) {
      try await users.near(london, within: .kilometers(1), where: .attribute("n", is: 1)).page()
    }
    await #expect(throws: InputError.limit(0)) {
      try await users.near(london, within: .meters(1), limit: 0).page()
    }
  }

  @Test func aCursorOfAnotherQueryIsRefused() async throws {
    let users = try await GeoIndex(creating: "users", in: store())
    for id in ["a", "b", "c"] { try await users.put(ObjectID(id), at: london) }
    let page = try await users.near(london, within: .meters(5), limit: 1).page()
    let cursor = try #require(page.next)
    let others = [
      users.near(london, within: .meters(6), after: cursor),
      users.near(paris, within: .meters(5), after: cursor),
      users.near(london, within: .meters(5), after: cursor, where: .attribute("a", is: 1)),
      users.near(london, within: .meters(5), after: cursor, options: QueryOptions(excluding: ["a"])),
      users.near(of: "a", within: .meters(5), after: cursor),
    ]
    for other in others {
      await #expect(throws: InputError.self) { try await other.page() }
    }
    #expect(
      try await users.near(london, within: .meters(5), limit: 9, after: cursor).page().matches.map(\.id) == [
        "b", "c",
      ])
  }

  @Test func aCursorOfAnotherStoreIsRefused() async throws {
    var cursors: [Cursor] = []
    var indexes: [GeoIndex] = []
    for name in ["one.sqlite", "two.sqlite"] {
      let users = try await GeoIndex(creating: "users", in: store(name))
      for id in ["a", "b"] { try await users.put(ObjectID(id), at: london) }
      cursors.append(try #require(try await users.near(london, within: .meters(5), limit: 1).page().next))
      indexes.append(users)
    }
    await #expect(throws: InputError.self) {
      try await indexes[1].near(london, within: .meters(5), after: cursors[0]).page()
    }
    let again = try await GeoIndex("users", in: store("one.sqlite"))
    #expect(
      try await again.near(london, within: .meters(5), after: cursors[0]).page().matches.map(\.id) == ["b"])
  }

  @Test func anAttributeWithoutANameIsRefused() async throws {
    let users = try await GeoIndex(creating: "users", in: store())
    let unnamed: Item = ["": 1]
    let error = InputError.attribute("", reason: "its name must not be empty")
    await #expect(throws: error) { try await users.put("a", at: london, attributes: unnamed) }
    await #expect(throws: error) {
      try await users.load([GeoObject(id: "a", coordinate: london, attributes: unnamed)])
    }
    try await users.put("a", at: london)
    await #expect(throws: error) { try await users.set("a", unnamed) }
    await #expect(throws: error) { try await users.unset("a", [""]) }
  }

  @Test func anyLimitIsALimit() async throws {
    let users = try await GeoIndex(creating: "users", in: store())
    try await users.put("a", at: london)
    for limit in [1, 1000, Int.max - 1, Int.max] {
      #expect(try await users.near(london, within: .meters(5), limit: limit).page().matches.count == 1)
    }
  }

  @Test func aThousandLoadedObjectsAreListedOnce() async throws {
    let users = try await GeoIndex(creating: "users", in: store())
    let objects = try (0..<1000).map {
      GeoObject(
        id: try ObjectID("u\($0 % 900)"), coordinate: $0 % 3 == 0 ? nil : london,
        attributes: ["n": .init(integerLiteral: Int64($0))])
    }
    try await users.load(objects)
    var listed: [ObjectID: Item] = [:]
    var start: PrimaryKey?
    repeat {
      let page = try await users.objects(after: start)
      for object in page.objects { #expect(listed.updateValue(object.attributes, forKey: object.id) == nil) }
      start = page.next
    } while start != nil
    #expect(listed.count == 900)
    #expect(listed["u5"] == ["n": 905], "the later of two with one id stays")
    #expect(try await users.objectCount() == 900)
  }
}
