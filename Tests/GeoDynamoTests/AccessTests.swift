// SPDX-License-Identifier: Apache-2.0

import Foundation
import GeoDynamo
import GeoDynamoSQLite
import GeoHash
import TestSupport
import Testing

@Suite struct AccessTests {
  private let folder = try! TemporaryFolder()

  private func index(_ indexed: IndexedAttributes = .all) async throws -> GeoIndex {
    let store = try SQLiteStore.open(folder.path("access.sqlite"), mode: .create)
    return try await GeoIndex(creating: "users", in: store, indexed: indexed)
  }

  private let home = try! Coordinate(latitude: 51.5, longitude: -0.12)

  /// A list of up to two readers and writers each, or none.
  private func list(_ random: inout SeededGenerator, _ principals: [Principal]) -> AccessList? {
    guard random.integer(in: 0...3) > 0 else { return nil }
    func some() -> Set<Principal> {
      Set((0..<random.integer(in: 0...2)).map { _ in principals.randomElement(using: &random)! })
    }
    return AccessList(readers: some(), writers: some())
  }

  @Test func viewersSeeWhatTheListsLetThemSeeBeforeLimitsAndCounts() async throws {
    let index = try await index(.only(["kind"]))
    var random = SeededGenerator(seed: 909)
    let principals: [Principal] = [.everybody, .user("a"), .user("b"), .role("staff"), .role("a")]
    var objects: [GeoObject] = []
    for number in 0..<400 {
      let place = try home.destination(
        bearing: .random(in: 0..<360, using: &random),
        distance: .meters(.random(in: 0...3_000, using: &random)))
      var object = GeoObject(
        id: try ObjectID("o\(number)"), coordinate: place,
        attributes: ["kind": number % 2 == 0 ? "x" : "y", "more": 1])
      object.access = list(&random, principals)
      objects.append(object)
    }
    try await index.load(objects)
    let viewers: [(viewer: Viewer, means: Set<Principal>)] = [
      (Viewer(nil), [.everybody]), (Viewer("a"), [.everybody, .user("a")]),
      (Viewer("b", roles: ["staff"]), [.everybody, .user("b"), .role("staff")]),
      (Viewer("staff", roles: ["a"]), [.everybody, .user("staff"), .role("a")]),
    ]
    for (viewer, means) in viewers {
      let seen = index.viewed(by: viewer)
      for radius in [300.0, 1_500, 4_000] {
        for filter in [nil, Filter.attribute("kind", is: "x")] {
          let expected = objects.filter { object in
            (object.access.map { !$0.readers.isDisjoint(with: means) } ?? true)
              && home.distance(to: object.coordinate!).meters <= radius
              && (filter == nil || object.attributes["kind"] == "x")
          }.sorted { (home.distance(to: $0.coordinate!), $0.id) < (home.distance(to: $1.coordinate!), $1.id) }
            .map(\.id)
          var found: [ObjectID] = []
          var cursor: Cursor?
          repeat {
            let page = try await seen.near(
              home, within: .meters(radius), limit: 7, after: cursor, where: filter
            ).page()
            found += page.matches.map(\.id)
            #expect(page.next == nil || page.matches.count == 7)
            cursor = page.next
          } while cursor != nil
          #expect(found == expected)
          #expect(
            try await seen.near(home, within: .meters(radius), where: filter).page().matches.map(\.id)
              == expected)
          #expect(try await seen.count(near: home, within: .meters(radius), where: filter) == expected.count)
        }
      }
      for object in objects.prefix(60) {
        let mayRead = object.access.map { !$0.readers.isDisjoint(with: means) } ?? true
        #expect((try await seen.get(object.id) != nil) == mayRead)
      }
      let visible = objects.count { $0.access.map { !$0.readers.isDisjoint(with: means) } ?? true }
      #expect(try await seen.objectCount() == visible)
      #expect(try await seen.estimatedCount(in: Circle(center: home, radius: .kilometers(1))) == nil)
    }
  }

  @Test func whatMayNotBeWrittenIsNotFound() async throws {
    let index = try await index()
    var object = GeoObject(id: "hers", coordinate: home, attributes: ["n": 1])
    object.access = .readableByAll(writableBy: [.user("ada")])
    try await index.put(object)
    let (bob, ada) = (index.viewed(by: Viewer("bob")), index.viewed(by: Viewer("ada")))
    func code(_ body: () async throws -> Void) async -> String {
      do {
        try await body()
        return "done"
      } catch let error as StoreError {
        return "\(error.code) \(error.description.replacing("nobody", with: "hers"))"
      } catch { return "\(error)" }
    }
    let there = try Coordinate(latitude: 51, longitude: 0)
    let operations: [(GeoIndex, ObjectID) async throws -> Void] = [
      { try await $0.move($1, to: there) }, { try await $0.set($1, ["n": 2]) },
      { try await $0.unset($1, ["n"]) },
      { try await $0.delete($1) }, { try await $0.setAccess($1, nil) },
      // Also a move that would be refused as stale does not tell.
      { try await $0.move($1, to: there, time: Timestamp(microseconds: 1)) },
    ]
    for operation in operations {
      let (forbidden, missing) = (
        await code { try await operation(bob, "hers") }, await code { try await operation(bob, "nobody") }
      )
      #expect(forbidden == missing && forbidden.contains("objectNotFound"))
    }
    #expect(await code { try await bob.put("hers", at: there) }.contains("objectNotFound"))
    let after = try await index.get("hers")
    #expect(after == object.with(movedAt: after?.movedAt))
    try await ada.move("hers", to: there)
    try await ada.setAccess("hers", .only([.user("ada")]))
    #expect(try await bob.get("hers") == nil)
    #expect(try await index.get("hers")?.access == .only([.user("ada")]))
    try await bob.put("his", at: there)
    try await ada.delete("his")
  }

  @Test func noListIsPublicAndAnEmptyOneTheOperators() async throws {
    let index = try await index()
    try await index.put("open", at: home)
    try await index.put("closed", at: home)
    try await index.setAccess("closed", AccessList())
    let viewer = index.viewed(by: Viewer("ada", roles: ["admin"]))
    #expect(try await viewer.near(home, within: .meters(1)).page().matches.map(\.id) == ["open"])
    #expect(try await index.near(home, within: .meters(1)).page().matches.count == 2)
    // Write does not imply read.
    try await index.setAccess("closed", AccessList(writers: [.everybody]))
    #expect(try await viewer.get("closed") == nil)
    try await viewer.set("closed", ["n": 1])
    // Who is called * or like a role is nobody special.
    try await index.setAccess(
      "closed", AccessList(readers: [.user("*"), .user("role:admin"), .user("radmin")]))
    #expect(try await viewer.get("closed") == nil)
    #expect(try await index.viewed(by: Viewer("*")).get("closed") != nil)
  }

  @Test func rolesAreInheritedAlsoInACircle() async throws {
    let index = try await index()
    let roles = Roles(in: try SQLiteStore.open(folder.path("access.sqlite"), mode: .readWrite))
    try await roles.add("ada", to: "admin")
    try await roles.inherit("admin", from: "staff")
    try await roles.inherit("staff", from: "all")
    try await roles.inherit("all", from: "admin")
    #expect(try await roles.roles(of: "ada") == ["admin", "staff", "all"])
    #expect(try await roles.roles(of: "bob") == [])
    #expect(try await roles.users(of: "admin") == ["ada"])
    #expect(try await roles.users(of: "staff") == [])
    var object = GeoObject(id: "o", coordinate: home)
    object.access = .only([.role("all")])
    try await index.put(object)
    #expect(try await index.viewed(by: roles.viewer(for: "ada")).get("o") != nil)
    try await roles.disinherit("staff", from: "all")
    #expect(try await index.viewed(by: roles.viewer(for: "ada")).get("o") == nil)
    try await roles.remove("ada", from: "admin")
    #expect(try await roles.roles(of: "ada") == [])
  }

  @Test func aCursorIsTheViewersOwn() async throws {
    let index = try await index()
    for number in 0..<4 { try await index.put(try ObjectID("\(number)"), at: home) }
    let page = try await index.viewed(by: Viewer("ada")).near(home, within: .meters(1), limit: 2).page()
    let next = try #require(page.next)
    await #expect(throws: InputError.self) {
      try await index.viewed(by: Viewer("bob")).near(home, within: .meters(1), limit: 2, after: next).page()
    }
    await #expect(throws: InputError.self) {
      try await index.near(home, within: .meters(1), limit: 2, after: next).page()
    }
  }

  @Test func theListsNameIsNoAttributes() async throws {
    let index = try await index()
    await #expect(throws: InputError.self) {
      try await index.put("a", at: home, attributes: ["#access": "x"])
    }
    try await index.put("a", at: home)
    await #expect(throws: InputError.self) { try await index.set("a", ["#access": .null]) }
    await #expect(throws: InputError.self) { try await index.unset("a", ["#access"]) }
  }
}

extension GeoObject {
  fileprivate func with(movedAt: Timestamp?) -> GeoObject {
    var object = self
    object.movedAt = movedAt
    return object
  }
}
