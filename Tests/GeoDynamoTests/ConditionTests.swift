// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import Testing

struct ConditionTests {
  private static let item: Item = [
    "n": 5, "t": "caf\u{e9}", "b": .binary([1, 2, 3]), "yes": true, "none": .null, "l": [1, "a", [2]],
    "m": ["k": ["d": 1.5], "k.d": 2], "ss": .stringSet(["a", "\u{e9}"]), "ns": .numberSet([1, 2]),
    "bs": .binarySet([[1], [2]]),
  ]

  @Test(
    arguments: [
      .exists("n"), .exists("none"), .exists(AttributePath("m", "k", "d")), .notExists("gone"),
      .notExists(AttributePath("m", "gone", "d")), .notExists(AttributePath("n", "k")), .equals("n", 5.0),
      .equals("ss", .stringSet(["\u{e9}", "a"])), .equals("l", [1, "a", [2]]), .equals("none", .null),
      .equals(AttributePath("m", "k.d"), 2), .notEquals("n", 6), .notEquals("n", "5"), .notEquals("gone", 5),
      .less("n", 5.1), .lessOrEqual("n", 5), .greater("n", -1), .greaterOrEqual("n", 5), .less("t", "d"),
      .greater("t", "cafe\u{301}"), .less("b", .binary([1, 3])), .greater("b", .binary([1, 2])),
      .between("n", 5, 5), .between("t", "ca", "cb"), .beginsWith("t", ""), .beginsWith("t", "caf"),
      .beginsWith("b", .binary([1, 2])), .contains("t", "f\u{e9}"), .contains("t", ""),
      .contains("b", .binary([2, 3])),
      .contains("l", [2]), .contains("ss", "a"), .contains("ns", 2), .contains("bs", .binary([1])),
      .all([.exists("n"), .exists("t")]), .any([.exists("gone"), .exists("t")]), .not(.exists("gone")),
      .not(.less("gone", 1)), .not(.less("t", 1)),
    ] as [Condition])
  func holds(condition: Condition) {
    #expect(condition.holds(for: Self.item))
    #expect(!Condition.not(condition).holds(for: Self.item))
  }

  @Test(
    arguments: [
      .exists("gone"), .notExists("none"), .equals("n", "5"), .equals("gone", .null),
      .equals("t", "cafe\u{301}"),
      .notEquals("n", 5), .less("n", 5), .less("n", "6"), .less("gone", 1), .greater("yes", false),
      .less("l", [2]),
      .between("n", 6, 9), .between("gone", 1, 2), .beginsWith("t", "cafe"), .beginsWith("n", "5"),
      .beginsWith("ss", "a"), .contains("t", "x"), .contains("t", "caf\u{e9}s"), .contains("n", 5),
      .contains("ss", "e\u{301}"), .contains("ns", "1"), .contains("l", 2), .contains("m", "k"),
      .equals("m.k.d", 1.5), .all([.exists("n"), .exists("gone")]), .any([.exists("gone"), .less("n", 1)]),
    ] as [Condition])
  func doesNotHold(condition: Condition) {
    #expect(!condition.holds(for: Self.item))
  }

  @Test func missingItemHasNoAttributes() {
    #expect(Condition.notExists("pk").holds(for: nil))
    #expect(Condition.notEquals("n", 1).holds(for: nil))
    #expect(!Condition.exists("pk").holds(for: nil))
    #expect(!Condition.lessOrEqual("n", 1).holds(for: nil))
  }

  @Test func attributeNamesAreAllThatAnAnswerNeeds() {
    let condition = Condition.all([
      .exists(AttributePath("m", "k")), .any([.not(.less("n", 1)), .between("t", "a", "b")]),
    ])
    #expect(condition.attributeNames == ["m", "n", "t"])
    let part = Self.item.filter { condition.attributeNames.contains($0.key) }
    #expect(condition.holds(for: part) == condition.holds(for: Self.item))
  }
}
