// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import Testing

struct UpdateTests {
  private static let key = PrimaryKey(partition: "p", sort: "s")
  private static let old: Item = [
    "pk": "p", "sk": "s", "n": 1.1, "t": "x", "m": ["k": 1, "in": ["d": 2]], "ss": .stringSet(["a", "b"]),
    "ns": .numberSet([1]), "bs": .binarySet([[1]]),
  ]

  private static func changed(_ changes: [UTF8String: AttributeValue?]) -> Item {
    changes.reduce(into: old) { $0[$1.key] = $1.value }
  }

  @Test(
    arguments: [
      (Update(), [:]),
      (Update(set: ["n": .value("new"), "new": .value(.null)]), ["n": "new", "new": .null]),
      (Update(set: ["n": .ifNotExists(9), "new": .ifNotExists(9)]), ["new": 9]),
      (Update(set: [AttributePath("m", "in", "e"): .value(3)]), ["m": ["k": 1, "in": ["d": 2, "e": 3]]]),
      (
        Update(set: [AttributePath("m", "k"): .value(7)], remove: [AttributePath("m", "in", "d")]),
        ["m": ["k": 7, "in": [:]]]
      ),
      (Update(remove: ["n", "gone", AttributePath("m", "gone")]), ["n": nil]),
      (Update(add: ["n": 2.2, "new": -1]), ["n": 3.3, "new": -1]),
      (
        Update(add: ["ss": .stringSet(["b", "c"]), "xs": .numberSet([1])]),
        ["ss": .stringSet(["a", "b", "c"]), "xs": .numberSet([1])]
      ),
      (Update(add: [AttributePath("m", "k"): 1]), ["m": ["k": 2, "in": ["d": 2]]]),
      (
        Update(delete: ["ss": .stringSet(["a", "z"]), "ns": .numberSet([1]), "gone": .binarySet([[1]])]),
        ["ss": .stringSet(["b"]), "ns": nil]
      ),
    ] as [(Update, [UTF8String: AttributeValue?])])
  func applies(update: Update, changes: [UTF8String: AttributeValue?]) throws {
    #expect(try update.apply(to: Self.old, key: Self.key) == Self.changed(changes))
  }

  @Test(arguments: [
    Update(set: ["pk": .value("q")]), Update(set: ["sk": .ifNotExists("q")]), Update(remove: ["pk"]),
    Update(add: ["sk": 1]), Update(delete: [AttributePath("pk", "x"): .stringSet(["a"])]),
    Update(set: ["n": .value(1)], remove: ["n"]),
    Update(set: ["m": .value(1)], add: [AttributePath("m", "k"): 1]),
    Update(remove: ["m", AttributePath("m", "in", "d")]),
    Update(set: [AttributePath("m", "in"): .value(1), AttributePath("m", "in", "d"): .value(1)]),
    Update(set: [AttributePath("gone", "k"): .value(1)]), Update(set: [AttributePath("n", "k"): .value(1)]),
    Update(set: [AttributePath("m", "gone", "k"): .ifNotExists(1)]),
    Update(remove: [AttributePath("gone", "k")]),
    Update(add: ["n": "1"]), Update(add: ["t": 1]), Update(add: ["n": .numberSet([1])]),
    Update(add: ["new": [1]]),
    Update(add: ["ss": .numberSet([1])]), Update(add: ["n": .number(try! DecimalNumber("1e60"))]),
    Update(delete: ["n": .numberSet([1])]), Update(delete: ["ss": "a"]), Update(delete: ["gone": 1]),
    Update(delete: ["bs": .stringSet(["a"])]), Update(add: ["ss": .stringSet([])]),
    Update(set: ["e": .value([.numberSet([])])]), Update(set: ["": .value(1)]),
    Update(set: ["big": .value(.binary([UInt8](repeating: 0, count: 409_600)))]),
  ])
  func refuses(update: Update) {
    let error = #expect(throws: StoreError.self) { try update.apply(to: Self.old, key: Self.key) }
    #expect(error?.code == .validation)
  }

  @Test func missingItemIsMadeOfItsKey() throws {
    #expect(try Update().apply(to: nil, key: Self.key) == ["pk": "p", "sk": "s"])
    let update = Update(
      set: ["t": .ifNotExists("x")], remove: [AttributePath("gone", "k")], add: ["n": 1],
      delete: ["ss": .stringSet(["a"])])
    #expect(try update.apply(to: nil, key: Self.key) == ["pk": "p", "sk": "s", "t": "x", "n": 1])
    #expect(throws: StoreError.self) {
      try Update(set: [AttributePath("m", "k"): .value(1)]).apply(to: nil, key: Self.key)
    }
  }

  @Test func namesThatOnlyBeginAlikeDoNotOverlap() throws {
    let update = Update(
      set: [AttributePath("m", "k"): .value(1), "m.k": .value(2), "mk": .value(3)],
      remove: [AttributePath("m", "in")])
    #expect(
      try update.apply(to: Self.old, key: Self.key) == Self.changed(["m": ["k": 1], "m.k": 2, "mk": 3]))
  }

  @Test func errorsDoNotCarryContents() {
    let error = #expect(throws: StoreError.self) {
      try Update(add: ["n": .number(try DecimalNumber("12345e60"))]).apply(to: Self.old, key: Self.key)
    }
    #expect(error?.message.contains("12345") == false)
  }
}
