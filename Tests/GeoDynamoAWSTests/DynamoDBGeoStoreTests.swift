// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoDynamoSQLite
import GeoHash
import TestSupport
import Testing

@testable import GeoDynamoAWS

@Suite struct DynamoDBGeoStoreTests {
  private func store(
    _ table: DynamoDBGeoTable, layout: DynamoDBGeoLayout = DynamoDBGeoLayout()
  ) -> DynamoDBGeoStore {
    DynamoDBGeoStore(table, identity: "places", collection: "places", layout: layout)
  }

  /// A table of objects anywhere, and the objects.
  private func filled(
    _ library: DynamoDBGeoTable.Library, count: Int = 120, seed: UInt64 = 5
  ) throws -> (table: DynamoDBGeoTable, places: [ObjectID: Coordinate]) {
    let table = DynamoDBGeoTable(library)
    var places = Places(seed: seed)
    var all: [ObjectID: Coordinate] = [:]
    for number in 0..<count {
      let place = places.next()
      table.put(
        try table.item("p\(number)", at: place, attributes: ["kind": .string(UTF8String("k\(number % 3)"))]))
      all[try ObjectID("p\(number)")] = place
    }
    return (table, all)
  }

  @Test(arguments: DynamoDBGeoTable.Library.all)
  func everyLibrarysTableAnswersAsBruteForce(library: DynamoDBGeoTable.Library) async throws {
    let (table, all) = try filled(library)
    let index = try await GeoIndex("places", in: store(table))
    var places = Places(seed: 9)
    for round in 0..<16 {
      let circle = Circle(
        center: places.next(), radius: round % 8 == 0 ? places.radius() : .kilometers(Double(round * 50)))
      let expected = all.compactMap { id, place in
        circle.meters(toMemberAtLatitude: place.latitude, longitude: place.longitude).map { (id, $0) }
      }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
      let found = try await index.objects(in: circle).page().matches
      #expect(found.map(\.id) == expected.map(\.0), "seed 9, round \(round): \(circle)")
    }
    let nearest = try await index.near(
      all["p7"]!, within: Earth.halfCircumference, limit: 5, where: .attribute("kind", isAnyOf: ["k1"])
    ).page().matches
    #expect(nearest.count == 5 && nearest[0].id == "p7")
    #expect(try nearest.allSatisfy { try $0.attributes == ["kind": "k1"] })
  }

  /// Pairs of places astride the powers of ten and the change of sign, where the libraries lose cells.
  @Test(arguments: DynamoDBGeoTable.Library.all)
  func nothingIsLostWhereKeysDoNotFollowOneAnother(library: DynamoDBGeoTable.Library) async throws {
    let powers: [UInt64] = (15...19).map { (0..<$0).reduce(1) { power, _ in power * 10 } }
    let facts = [(23.9579, -4.8080), (-29.1979, -23.9076), (31.6260, -48.4446)].map {
      try! Coordinate(latitude: $0.0, longitude: $0.1)
    }
    let table = DynamoDBGeoTable(library)
    var places: [Coordinate] = []
    for border in powers + [1 << 63] where border < 6 << 61 {
      for id in [border - 1, border | 1, border + 3, border - 4001] {
        places.append(try S2Cell(id: id | 1).center)
      }
    }
    for place in facts {
      places += [place, try Coordinate(latitude: place.latitude + 0.005, longitude: place.longitude + 0.005)]
    }
    for (number, place) in places.enumerated() { table.put(try table.item("p\(number)", at: place)) }
    let index = try await GeoIndex("places", in: store(table))
    for center in places {
      for radius in [Distance.meters(10), .kilometers(100)] {
        let circle = Circle(center: center, radius: radius)
        let expected = places.indices.filter {
          circle.meters(toMemberAtLatitude: places[$0].latitude, longitude: places[$0].longitude) != nil
        }
        let found = try await index.objects(in: circle).page().matches.map(\.id.description)
        #expect(Set(found) == Set(expected.map { "p\($0)" }), "\(center) \(radius)")
        #expect(found.count == expected.count)
      }
    }
  }

  @Test(arguments: DynamoDBGeoTable.Library.all)
  func theFormIsDetected(library: DynamoDBGeoTable.Library) async throws {
    let (table, _) = try filled(library)
    let form = try #require(try await store(table).knownForm())
    #expect(form.coordinates == library.coordinates && form.hashKeyLength == library.hashKeyLength)
    #expect(form.areIDsSigned == library.areIDsSigned)
    // None of these has an id from 2⁶³ up: either sign is possible, and both are asked for.
    let north = DynamoDBGeoTable(library)
    for number in 0..<20 {
      north.put(
        try north.item("n\(number)", at: Coordinate(latitude: 51 + Double(number) / 100, longitude: 0.5)))
    }
    #expect(try await store(north).knownForm()?.areIDsSigned == nil)
    let far = try Coordinate(latitude: -80, longitude: 30)
    let index = try await GeoIndex("places", in: store(north))
    #expect(try await index.count(in: Circle(center: far, radius: .kilometers(1))) == 0)
    north.put(try north.item("far", at: far))
    let other = try await GeoIndex("places", in: store(north))
    #expect(try await other.count(in: Circle(center: far, radius: .kilometers(1))) == 1)
  }

  @Test func aTableWithoutItemsHasNoObjects() async throws {
    let table = DynamoDBGeoTable(.all[0])
    let index = try await GeoIndex("places", in: store(table))
    let place = try Coordinate(latitude: 32.8007718436974, longitude: 10.107633337736274)
    #expect(try await index.near(place, within: .meters(5_836_769)).page().matches.isEmpty)
    #expect(try await index.objectCount() == 0)
    #expect(try await index.get("p") == nil)
    table.put(try table.item("p", at: place))
    #expect(try await index.objectCount() == 1)
    #expect(try await index.get("p")?.coordinate == place)
  }

  @Test func theWholeGlobeIsScannedOnce() async throws {
    let (table, all) = try filled(.all[0])
    let index = try await GeoIndex("places", in: store(table))
    let center = try Coordinate(latitude: 0, longitude: 0)
    #expect(try await index.count(in: Circle(center: center, radius: Earth.halfCircumference)) == all.count)
    #expect(table.queries == 0 && table.scans > 1)
  }

  @Test(arguments: DynamoDBGeoTable.Library.all)
  func aTableIsCopiedAndAnswersAsBefore(library: DynamoDBGeoTable.Library) async throws {
    let (table, all) = try filled(library)
    let source = try await GeoIndex("places", in: store(table))
    let folder = try TemporaryFolder()
    let file = try SQLiteStore.open(folder.path("s"), mode: .create, durability: .normal)
    let copy = try await CollectionCopy(of: source, into: file)
    #expect(try await copy.run().objects == all.count)
    #expect(copy.target.settings == .standard)
    for (id, place) in all {
      let object = try await copy.target.get(id)
      #expect(object?.coordinate == place && object?.movedAt == Timestamp(microseconds: 0))
    }
    let center = try Coordinate(latitude: 10, longitude: 20)
    var pages: [[ObjectID]] = []
    for index in [source, copy.target] {
      pages.append(
        try await index.near(center, within: .kilometers(6000), limit: 40).page().matches.map(\.id))
    }
    #expect(pages[0] == pages[1] && !pages[0].isEmpty)
    try await copy.target.move("p1", to: center, time: Timestamp(microseconds: 1))
  }

  @Test func whatWritesThrows() async throws {
    let (table, _) = try filled(.all[1], count: 3)
    let index = try await GeoIndex("places", in: store(table))
    let place = try Coordinate(latitude: 1, longitude: 2)
    let writes: [() async throws -> Void] = [
      { try await index.put("x", at: place) }, { try await index.move("p1", to: place) },
      { try await index.delete("p1") }, { try await index.set("p1", ["a": 1]) },
      { try await index.load([GeoObject(id: "x", coordinate: nil)]) },
      { try await store(table).transact([.delete(PrimaryKey(partition: "a", sort: "b"))], token: nil) },
    ]
    for write in writes {
      let error = await #expect(throws: StoreError.self) { try await write() }
      #expect(error?.code == .accessDenied)
    }
    #expect(try await index.objectCount() == 3)
  }

  /// Each damage, put behind good items: an error that names the item, from a query, a scan and a look-up.
  @Test(
    arguments: [
      (["hashKey": .number(1)], "first 6 digits"), (["hashKey": "51"], "hashKey is no whole number"),
      (["hashKey": nil], "hashKey is no whole number"), (["geohash": .number(2)], "not the id of an S2 leaf"),
      (["geohash": nil], "not the id of an S2 leaf"), (["geohash": 0.5], "not the id of an S2 leaf"),
      (["geoJson": nil], "no place in a known form"), (["geoJson": "{}"], "no place in a known form"),
      (["geoJson": "{\"coordinates\":[51.5]}"], "no place in a known form"),
      (["geoJson": "{\"coordinates\":[51.5,"], "no place in a known form"),
      (["geoJson": "91,0"], "read as latlng"),
      (["geoJson": "{\"coordinates\":[-0.1,51.5]}"], "read as latlng"),
      (["geoJson": .binary(Array("{\"coordinates\":[51.5,-0.1]}".utf8))], "read as latlng"),
      (["geoJson": .map(["coordinates": [51.5, -0.1]])], "no place in a known form"),
      (["rangeKey": .string(UTF8String(String(repeating: "x", count: 513)))], "has 513 bytes"),
    ] as [([UTF8String: AttributeValue?], String)])
  func anItemThatDisagreesIsNamed(damage: [UTF8String: AttributeValue?], reason: String) async throws {
    let table = DynamoDBGeoTable(.all[0], pageSize: 300)
    let place = try Coordinate(latitude: 51.5, longitude: -0.1)
    for number in 0..<250 { table.put(try table.item("p\(number)", at: place)) }
    let index = try await GeoIndex("places", in: store(table))
    #expect(try await index.objectCount() == 250)
    var item = try table.item("bad", at: place)
    for (name, value) in damage { item[name] = value }
    table.put(item)
    let error = await #expect(throws: StoreError.self) { try await index.objectCount() }
    #expect(error?.code == .notAStore)
    #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    #expect(damage.keys.contains("rangeKey") || error?.message.contains("\"bad\"") == true)
  }

  @Test func aGivenLayoutIsHeldAgainstTheItems() async throws {
    let (table, all) = try filled(.all[0])
    for change in [
      { $0.hashKeyLength = 5 }, { $0.coordinates = .longitudeFirst }, { $0.areIDsSigned = false },
      { $0.hashKeyLength = 25 }, { $0.geohash = "cell" },
    ] as [(inout DynamoDBGeoLayout) -> Void] {
      var layout = DynamoDBGeoLayout()
      change(&layout)
      let index = try await GeoIndex("places", in: store(table, layout: layout))
      await #expect(throws: StoreError.self) { try await index.objectCount() }
    }
    var layout = DynamoDBGeoLayout()
    (layout.hashKeyLength, layout.coordinates, layout.areIDsSigned) = (6, .latitudeFirst, true)
    let index = try await GeoIndex("places", in: store(table, layout: layout))
    #expect(try await index.objectCount() == all.count)
  }

  @Test func twoItemsWithOneIDAreNamed() async throws {
    let (table, _) = try filled(.all[0], count: 10)
    table.put(try table.item("p1", at: Coordinate(latitude: 1, longitude: 2)))
    let index = try await GeoIndex("places", in: store(table))
    let error = await #expect(throws: StoreError.self) { try await index.get("p1") }
    #expect(error?.message.contains("has the same rangeKey") == true)
  }

  /// Facts of the peers' own tests: centre, radius, places and whether they are found.
  @Test(arguments: DynamoDBGeoTable.Library.all)
  func theirOwnTestsHold(library: DynamoDBGeoTable.Library) async throws {
    let table = DynamoDBGeoTable(library)
    for (id, latitude, longitude) in [
      ("1", 36.874444, 10.241059), ("a", 36.874419, 10.241062), ("b", 36.874507, 10.240857),
      ("c", 36.874617, 10.241441), ("in", 36.541567, 9.662921), ("out", 36.495996, 9.672407),
      ("london", 51.51, -0.13),
    ] {
      table.put(try table.item(id, at: Coordinate(latitude: latitude, longitude: longitude)))
    }
    let index = try await GeoIndex("places", in: store(table))
    func near(_ latitude: Double, _ longitude: Double, _ meters: Double) async throws -> [String] {
      try await index.near(Coordinate(latitude: latitude, longitude: longitude), within: .meters(meters))
        .page().matches.map(\.id.description)
    }
    #expect(try await near(36.874444, 10.241059, 95) == ["1", "a", "b", "c"])
    #expect(try await near(36.542840, 9.662671, 200) == ["in"])
    #expect(try await near(52.225730, 0.149593, 100_000) == ["london"])
    #expect(try await near(-42.02055565757218, 172.38910316227407, 1_188_035) == [])
  }
}
