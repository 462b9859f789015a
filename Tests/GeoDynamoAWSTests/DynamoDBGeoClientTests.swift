// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoHash
import TestSupport
import Testing

@testable import GeoDynamoAWS

/// Tables of the dynamodb-geo family on an endpoint of others.
@Suite struct DynamoDBGeoClientTests {
  /// Makes a table as a library does, with these items.
  private func table(of items: [Item], at endpoint: String) async throws -> String {
    let name = LocalServer.uniqueTableName("geo")
    let client = DynamoDBClient(configuration: TestTable.configuration(endpoint), table: name)
    let creation = """
      {"TableName":"\(name)","BillingMode":"PAY_PER_REQUEST",
       "AttributeDefinitions":[{"AttributeName":"hashKey","AttributeType":"N"},
        {"AttributeName":"rangeKey","AttributeType":"S"},{"AttributeName":"geohash","AttributeType":"N"}],
       "KeySchema":[{"AttributeName":"hashKey","KeyType":"HASH"},{"AttributeName":"rangeKey","KeyType":"RANGE"}],
       "LocalSecondaryIndexes":[{"IndexName":"geohash-index","Projection":{"ProjectionType":"ALL"},
        "KeySchema":[{"AttributeName":"hashKey","KeyType":"HASH"},{"AttributeName":"geohash","KeyType":"RANGE"}]}]}
      """
    try await client.send("CreateTable", Array(creation.utf8)) { _ in }
    for item in items {
      var writer = JSONWriter()
      writer.object { writer in
        writer.member("TableName", name)
        writer.item("Item", item)
      }
      try await client.send("PutItem", writer.bytes) { _ in }
    }
    return name
  }

  @Test(arguments: DynamoDBGeoTable.Library.all)
  func tablesOnMinistackAreRead(library: DynamoDBGeoTable.Library) async throws {
    let maker = DynamoDBGeoTable(library)
    var places = Places(seed: 21)
    let all = (0..<60).map { number in
      number % 2 == 0
        ? places.next() : try! Coordinate(latitude: -33.9 + Double(number) / 1000, longitude: 151.2)
    }
    let items = try all.enumerated().map { number, place in
      try maker.item("p\(number)", at: place, attributes: ["n": .number(DecimalNumber(Int64(number)))])
    }
    let endpoint = try await LocalServer.ministack.value.endpoint
    let store = DynamoDBGeoStore(
      table: try await table(of: items, at: endpoint), configuration: TestTable.configuration(endpoint),
      collection: "places")
    let index = try await GeoIndex("places", in: store)
    #expect(try await index.objectCount() == 60)
    let form = try #require(try await store.knownForm())
    #expect(
      form
        == DynamoDBGeoForm(
          hashKeyLength: library.hashKeyLength, coordinates: library.coordinates,
          areIDsSigned: library.areIDsSigned))
    for center in [all[0], all[1], all[2], try Coordinate(latitude: -33.85, longitude: 151.2)] {
      let circle = Circle(center: center, radius: .kilometers(20))
      let expected = all.indices.compactMap { number in
        circle.meters(toMemberAtLatitude: all[number].latitude, longitude: all[number].longitude)
          .map { (try! ObjectID("p\(number)"), $0) }
      }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
      #expect(try await index.objects(in: circle).page().matches.map(\.id) == expected.map(\.0))
    }
    #expect(try await index.get("p7")?.coordinate == all[7])
    #expect(try await index.get("p7")?.attributes == ["n": 7])
    #expect(try await index.get("nobody") == nil)
    // Segments and pages of one item: all of them, each once.
    var ids: [UTF8String] = []
    for segment in 0..<3 {
      var start: PrimaryKey?
      repeat {
        let page = try await store.scan(ScanRequest(limit: 1, start: start, segment: segment, segments: 3))
        ids += page.items.compactMap { $0["pk"]?.string }
        start = page.next
      } while start != nil
    }
    #expect(ids.count == 60 && Set(ids).count == 60)
  }

  @Test func aTableOfAnotherKindIsAnError() async throws {
    let endpoint = try await LocalServer.ministack.value.endpoint
    let other = try await TestTable.store(at: endpoint)
    try await GeoIndex(creating: "users", in: other).put("x", at: Coordinate(latitude: 1, longitude: 2))
    let store = DynamoDBGeoStore(
      table: other.table, configuration: TestTable.configuration(endpoint), collection: "places")
    let index = try await GeoIndex("places", in: store)
    let error = await #expect(throws: StoreError.self) { try await index.objectCount() }
    #expect(error?.code == .notAStore)
    #expect(error?.message.contains("is not of this dynamodb-geo table") == true)
  }
}
