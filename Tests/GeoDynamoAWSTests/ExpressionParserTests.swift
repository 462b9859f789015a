// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
@testable import TestSupport
import Testing

/// The loopback endpoint reads expressions as DynamoDB's guide writes them, and survives all others.
struct ExpressionParserTests {
  private static let attributes = ExpressionAttributes(
    names: ["n": "name", "d": "a.b", "p": "pk", "s": "sk"],
    values: ["a": 1, "b": 2, "t": "text", "set": .stringSet(["x"])])

  @Test(
    arguments: [
      ("attribute_exists(pk)", .exists("pk")),
      ("attribute_not_exists ( #n )", .notExists("name")),
      ("#d = :a", .equals(AttributePath("a.b"), 1)),
      ("m.#d <> :a", .notEquals(AttributePath("m", "a.b"), 1)),
      ("x<:a", .less("x", 1)), ("x<=:a", .lessOrEqual("x", 1)), ("x > :a", .greater("x", 1)),
      ("x >= :a", .greaterOrEqual("x", 1)),
      ("x between :a and :b", .between("x", 1, 2)),
      ("x IN (:a, :b)", .any([.equals("x", 1), .equals("x", 2)])),
      ("begins_with(x, :t)", .beginsWith("x", "text")), ("contains(x,:t)", .contains("x", "text")),
      (
        "x = :a AND y = :b OR NOT z = :a",
        .any([.all([.equals("x", 1), .equals("y", 2)]), .not(.equals("z", 1))])
      ),
      ("x = :a and (y = :b or z = :a)", .all([.equals("x", 1), .any([.equals("y", 2), .equals("z", 1)])])),
      ("x BETWEEN :a AND :b AND y = :a", .all([.between("x", 1, 2), .equals("y", 1)])),
      ("NOT NOT x = :a", .not(.not(.equals("x", 1)))), ("((x = :a))", .equals("x", 1)),
    ] as [(String, Condition)])
  func readsCondition(_ text: String, _ condition: Condition) throws {
    #expect(try read(text) == condition)
  }

  @Test(arguments: [
    "", " ", "x", "x =", "= :a", "x = y", ":a = x", "x == :a", "x = :a AND", "x = :a y = :b", "(x = :a",
    "x = :a)",
    "x BETWEEN :a", "x BETWEEN :a, :b", "x IN ()", "x IN (:a", "size(x) > :a", "attribute_exists()",
    "attribute_exists(x", "begins_with(x)", "#q = :a", "x = :q", "# = :a", "x = :", "x. = :a", ".x = :a",
    "x[0] = :a",
    "x = 'a'", "and = :a", "x = :a;", "ATTRIBUTE_EXISTS(x)",
    String(repeating: "(", count: 101) + "x = :a" + String(repeating: ")", count: 101),
    String(repeating: "NOT ", count: 900) + "x = :a", String(repeating: "x", count: 4_097),
  ])
  func refusesWhatIsNoCondition(_ text: String) {
    #expect(throws: ServiceError.self) { try read(text) }
  }

  @Test(
    arguments: [
      ("SET x = :a", Update(set: ["x": .value(1)])),
      (
        "set x = :a, #n.y = if_not_exists(#n.y, :b) remove z, w",
        Update(set: ["x": .value(1), AttributePath("name", "y"): .ifNotExists(2)], remove: ["z", "w"])
      ),
      ("ADD c :a DELETE s :set", Update(add: ["c": 1], delete: ["s": .stringSet(["x"])])),
      ("REMOVE m.#d", Update(remove: [AttributePath("m", "a.b")])),
    ] as [(String, Update)])
  func readsUpdate(_ text: String, _ update: Update) throws {
    var attributes = Self.attributes
    #expect(try ExpressionParser.update(text, &attributes) == update)
  }

  @Test(arguments: [
    "", "SET", "x = :a", "SET x :a", "SET x = :a SET y = :a", "SET x = :a, x = :b", "SET x = :a REMOVE x",
    "ADD x = :a",
    "REMOVE", "SET x = if_not_exists(y, :a)", "SET x = x + :a", "SET x = list_append(x, :a)", "DELETE x",
    "SET x = :a,", "SET x = y",
  ])
  func refusesWhatIsNoUpdate(_ text: String) {
    var attributes = Self.attributes
    #expect(throws: ServiceError.self) { try ExpressionParser.update(text, &attributes) }
  }

  @Test(
    arguments: [
      ("pk = :t", nil), ("#p = :t AND #s = :t", .equals("text")), ("sk < :t AND pk = :t", .less("text")),
      ("pk = :t AND sk BETWEEN :t AND :t", .between("text", "text")),
      ("(pk = :t) AND (begins_with(sk, :t))", .beginsWith("text")),
    ] as [(String, QueryRequest.SortCondition?)])
  func readsKeyCondition(_ text: String, _ sort: QueryRequest.SortCondition?) throws {
    let condition = try keyCondition(text)
    #expect(condition.partition == "text" && condition.sort == sort)
  }

  @Test(arguments: [
    "sk = :t", "pk < :t", "pk = :a", "pk = :t OR sk = :t", "pk = :t AND sk <> :t", "pk = :t AND x = :t",
    "pk = :t AND sk = :t AND sk = :t", "pk = :t AND contains(sk, :t)", "pk = :t AND sk = :a", "NOT pk = :t",
    "pk = :t AND pk = :t",
  ])
  func refusesWhatIsNoKeyCondition(_ text: String) {
    #expect(throws: ServiceError.self) { try keyCondition(text) }
  }

  @Test func readsProjection() throws {
    var attributes = Self.attributes
    #expect(try ExpressionParser.projection("#n, x,y", &attributes) == ["name", "x", "y"])
    for text in ["", "x,", "x y", "x, x", "m.x", ":a"] {
      #expect(throws: ServiceError.self) { try ExpressionParser.projection(text, &attributes) }
    }
  }

  @Test func refusesPlaceholdersThatAreNotUsed() throws {
    var attributes = ExpressionAttributes(names: ["n": "x"], values: ["a": 1, "b": 2])
    _ = try ExpressionParser.condition("#n = :a", &attributes)
    #expect(throws: ServiceError.self) { try attributes.checkAllUsed() }
    _ = try ExpressionParser.condition("y = :b", &attributes)
    try attributes.checkAllUsed()
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func mutatedTextsAreReadOrRefused(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let texts = [
      "#n = :a AND (x < :b OR NOT begins_with(y, :t))", "x BETWEEN :a AND :b",
      "SET x = :a, y = if_not_exists(y, :b) REMOVE z",
      "pk = :t AND sk BETWEEN :t AND :t", "#n, x, y", "ADD c :a DELETE s :set",
    ]
    let words = [
      "#q", ":a", "AND", "NOT", "(", ")", ",", ".", "=", "<>", "SET", "\u{e9}", "\0", "[0]", "if_not_exists(",
    ]
    var (read, refused) = (0, 0)
    for _ in 0..<3_000 {
      var text = Array(texts[generator.integer(in: 0...texts.count - 1)].unicodeScalars)
      for _ in 0..<generator.integer(in: 1...2) {
        let place = generator.integer(in: 0...text.count)
        let end = min(place + generator.integer(in: 0...4), text.count)
        let word = generator.integer(in: 0...1) == 0 ? "" : words[generator.integer(in: 0...words.count - 1)]
        text.replaceSubrange(place..<end, with: word.unicodeScalars)
      }
      let expression = String(String.UnicodeScalarView(text))
      for parse in Self.parsers {
        do {
          try parse(expression)
          read += 1
        } catch is ServiceError { refused += 1 } catch {
          Issue.record("seed \(seed): \(error) for \(expression)")
        }
      }
    }
    #expect(read > 100 && refused > 100, "seed \(seed)")
  }

  private static let parsers: [@Sendable (String) throws -> Void] = [
    {
      var attributes = attributes
      _ = try ExpressionParser.condition($0, &attributes)
    },
    {
      var attributes = attributes
      _ = try ExpressionParser.update($0, &attributes)
    },
    {
      var attributes = attributes
      _ = try ExpressionParser.projection($0, &attributes)
    },
    {
      var attributes = attributes
      _ = try KeyCondition($0, partition: "pk", sort: "sk", &attributes)
    },
  ]

  private func read(_ text: String) throws -> Condition {
    var attributes = Self.attributes
    return try ExpressionParser.condition(text, &attributes)
  }

  private func keyCondition(_ text: String) throws -> KeyCondition {
    var attributes = Self.attributes
    return try KeyCondition(text, partition: "pk", sort: "sk", &attributes)
  }
}
