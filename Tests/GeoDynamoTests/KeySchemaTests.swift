// SPDX-License-Identifier: Apache-2.0

import GeoHash
import Testing

@testable import GeoDynamo

@Suite struct KeySchemaTests {
  let somewhere = try! Coordinate(latitude: 51.5074, longitude: -0.1278)

  @Test func objectKeysHoldCollectionAndID() throws {
    let key = KeySchema.object("ada#1", in: "users")
    #expect(key == PrimaryKey(partition: "o#users#ada#1", sort: "o"))
    #expect(KeySchema.objectID(in: key.partition, of: "users") == "ada#1")
    #expect(KeySchema.objectID(in: key.partition, of: "user") == nil)
  }

  @Test func idsComeBackByteForByte() throws {
    let ids = [
      "e\u{301}", "\u{e9}", "#", "a#b#c", "👩‍👩‍👧‍👦", " ", "\u{0}", "\u{ffff}", "o#users#x",
      String(repeating: "x", count: 512), String(repeating: "€", count: 170),
    ]
    for text in ids {
      let id = try ObjectID(text)
      let back = try #require(
        KeySchema.objectID(in: KeySchema.object(id, in: "users").partition, of: "users"))
      #expect(Array(back.text.string.utf8) == Array(text.utf8))
    }
    #expect(Set(try ids.map { try ObjectID($0) }).count == ids.count)
  }

  @Test(arguments: ["", String(repeating: "x", count: 513), String(repeating: "é", count: 257)])
  func idsOfAnotherLengthAreRefused(text: String) {
    #expect(throws: InputError.objectID(text, bytes: text.utf8.count)) { try ObjectID(text) }
  }

  @Test func idsSortByBytesWhereSwiftSortsOtherwise() throws {
    let (high, low) = ("\u{ff61}", "\u{10000}")  // UTF-16 would sort the second first
    #expect(try ObjectID(high) < (try ObjectID(low)))
    #expect(ObjectID("e\u{301}") < ObjectID("f"))
    #expect(ObjectID("e\u{301}") != ObjectID("\u{e9}"))
  }

  @Test(arguments: ["", "Users", "a b", "ü", "a#b", String(repeating: "a", count: 65)])
  func collectionNamesOfOtherCharactersAreRefused(name: String) {
    #expect(throws: InputError.collectionName(name)) { try CollectionName(name) }
  }

  @Test func cellKeysOfS2AreTokensOfFixedWidth() throws {
    let settings = try TableSettings(grid: .s2, partitionLevels: [8, 4])
    let keys = CellKeys(of: somewhere, in: "users", by: settings).keys
    let leaf = try S2Cell(containing: somewhere, level: 30)
    #expect(keys.map(\.partition) == ["users#48761", "users#487"])
    #expect(keys.map(\.sort.string) == [leaf.token, leaf.token])
    #expect(CellKeys.leaf(inSortKey: keys[0].sort) == leaf.id >> 1)
  }

  @Test func cellKeysOfGeohashesArePrefixes() throws {
    let settings = try TableSettings(grid: .geohash, partitionLevels: [20])
    let keys = CellKeys(of: somewhere, in: "users", by: settings).keys
    #expect(keys[0].partition == "users#gcpv")
    #expect(keys[0].sort == "gcpvj0duq533")
    #expect(CellKeys.leaf(inSortKey: keys[0].sort) == GeohashCell(leafContaining: somewhere).bits)
  }

  @Test(arguments: [
    "", "487", "48761b3b3b3b3b3", "zzzzzzzzzzzzzzzz", "gcpvj0duq53", "gcpvj0duq53a", "0000000000000002",
  ])
  func otherSortKeysHaveNoLeaf(text: String) {
    #expect(CellKeys.leaf(inSortKey: UTF8String(text)) == nil)
  }

  @Test func partitionLevelsOutOfRangeAreRefused() {
    #expect(throws: GeometryError.self) { try TableSettings(grid: .s2, partitionLevels: [31]) }
    #expect(throws: GeometryError.self) { try TableSettings(grid: .geohash, partitionLevels: [12]) }
  }

  @Test func settingsComeBackFromTheirItem() throws {
    for settings in [TableSettings.standard, try TableSettings(grid: .geohash, partitionLevels: [10, 25])] {
      #expect(try TableSettings(settings.item) == settings)
    }
  }

  @Test func settingsOfANewerVersionAreRefusedWithBothNumbers() throws {
    var item = TableSettings.standard.item
    item["version"] = 2
    let error = #expect(throws: StoreError.self) { try TableSettings(item) }
    #expect(error?.code == .newerFormat)
    #expect(error?.message.contains("version 2") == true && error?.message.contains("up to 1") == true)
  }

  @Test func settingsOfAnotherEarthAreRefusedWithBothRadii() throws {
    var item = TableSettings.standard.item
    item["earthRadiusMeters"] = 6372797.56
    let error = #expect(throws: StoreError.self) { try TableSettings(item) }
    #expect(error?.code == .settingsMismatch)
    #expect(error?.message.contains("6372797.56") == true && error?.message.contains("6371008.8") == true)
  }
}
