// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import Testing

@testable import GeoDynamoAWS

struct ExpressionsTests {
  @Test(
    arguments: [
      (.exists("a"), "attribute_exists(#n0)"), (.notExists("a"), "attribute_not_exists(#n0)"),
      (.equals("a", 1), "#n0 = :v0"), (.notEquals("a", 1), "#n0 <> :v0"),
      (.between(AttributePath("m", "a"), 1, 2), "(#n0.#n1 BETWEEN :v0 AND :v1)"),
      (.beginsWith("a", "x"), "begins_with(#n0, :v0)"), (.contains("a", "x"), "contains(#n0, :v0)"),
      (.not(.less("a", 1)), "(NOT #n0 < :v0)"),
      (
        .all([.exists("a"), .any([.greaterOrEqual("a", 1), .lessOrEqual("b", 2)])]),
        "(attribute_exists(#n0) AND (#n0 >= :v0 OR #n1 <= :v1))"
      ),
      (.all([.all([]), .exists("a")]), "attribute_exists(#n0)"), (.all([]), nil), (.not(.any([])), nil),
      (.any([]), "(attribute_exists(#n0) AND attribute_not_exists(#n0))"),
    ] as [(Condition, String?)])
  func conditionsHaveDynamoDBsWords(condition: Condition, text: String?) {
    var expressions = Expressions()
    #expect(expressions.condition(condition) == text)
  }

  @Test func namesAndValuesStandBesideTheTextAndNeverInIt() throws {
    var expressions = Expressions()
    let evil = "a = :b OR #c\" }"
    let text = expressions.update(
      Update(
        set: [AttributePath(UTF8String(evil)): .value(.string(UTF8String(evil)))],
        remove: [AttributePath("m", UTF8String(evil))]))
    #expect(text == "SET #n0 = :v0 REMOVE #n1.#n0")
    var writer = JSONWriter()
    writer.object { expressions.write(to: &$0) }
    try JSONElement.reading(writer.bytes) { root in
      #expect(root["ExpressionAttributeNames"]?["#n0"]?.string == evil)
      #expect(root["ExpressionAttributeNames"]?["#n1"]?.string == "m")
      #expect(root["ExpressionAttributeValues"]?[":v0"]?["S"]?.string == evil)
    }
  }

  @Test func everyUpdateClauseIsWritten() {
    var expressions = Expressions()
    let update = Update(
      set: ["s": .ifNotExists(1)], remove: ["r"], add: ["c": 2], delete: ["d": .stringSet(["x"])])
    #expect(
      expressions.update(update)
        == "SET #n0 = if_not_exists(#n0, :v0) REMOVE #n1 ADD #n2 :v1 DELETE #n3 :v2")
  }

  @Test(
    arguments: [
      (nil, ""), (.equals("x"), " AND #n1 = :v1"), (.less("x"), " AND #n1 < :v1"),
      (.lessOrEqual("x"), " AND #n1 <= :v1"), (.greater("x"), " AND #n1 > :v1"),
      (.greaterOrEqual("x"), " AND #n1 >= :v1"), (.between("x", "y"), " AND #n1 BETWEEN :v1 AND :v2"),
      (.beginsWith("x"), " AND begins_with(#n1, :v1)"),
    ] as [(QueryRequest.SortCondition?, String)])
  func keyConditionsHaveDynamoDBsWords(sort: QueryRequest.SortCondition?, text: String) {
    var expressions = Expressions()
    #expect(expressions.key(partition: "p", sort: sort) == "#n0 = :v0" + text)
  }
}
