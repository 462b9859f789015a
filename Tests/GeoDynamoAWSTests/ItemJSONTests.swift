// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import TestSupport
import Testing

@testable import GeoDynamoAWS

struct ItemJSONTests {
  private func json(_ item: Item) -> [UInt8] {
    var writer = JSONWriter()
    ItemJSON.write(item, to: &writer)
    return writer.bytes
  }

  private func item(_ text: String) throws -> Item {
    try JSONElement.reading(Array(text.utf8)) { try ItemJSON.item(in: $0) }
  }

  @Test func everyTypeHasDynamoDBsForm() throws {
    let forms: [(AttributeValue, String)] = [
      ("a\"\\\u{1}é", #"{"S":"a\"\\\u0001é"}"#), (-1.5, #"{"N":"-1.5"}"#),
      (.binary([0xfb, 0xff]), #"{"B":"+/8="}"#),
      (true, #"{"BOOL":true}"#), (.null, #"{"NULL":true}"#),
      ([1, "x", []], #"{"L":[{"N":"1"},{"S":"x"},{"L":[]}]}"#),
      (["k": false], #"{"M":{"k":{"BOOL":false}}}"#), (.stringSet(["s"]), #"{"SS":["s"]}"#),
      (.numberSet([7]), #"{"NS":["7"]}"#), (.binarySet([[]]), #"{"BS":[""]}"#),
    ]
    for (value, text) in forms {
      #expect(String(decoding: json(["v": value]), as: UTF8.self) == "{\"v\":\(text)}")
      #expect(try item("{\"v\":\(text)}") == ["v": value])
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func itemsReadBack(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let written = random.map()
    let read = try JSONElement.reading(json(written)) { try ItemJSON.item(in: $0) }
    #expect(read == written, "seed \(seed)")
  }

  @Test func numbersKeepThirtyEightDigits() throws {
    let digits = "12345678901234567890.123456789012345678"
    #expect(try item(#"{"n":{"N":"\#(digits)"}}"#)["n"]?.number?.description == digits)
  }

  @Test(arguments: [
    "[]", #"{"a":1}"#, #"{"a":{}}"#, #"{"a":{"S":"x","N":"1"}}"#, #"{"a":{"S":1}}"#, #"{"a":{"N":"x"}}"#,
    #"{"a":{"N":1}}"#,
    #"{"a":{"B":"a"}}"#, #"{"a":{"NULL":false}}"#, #"{"a":{"SS":["x","x"]}}"#, #"{"a":{"NS":["1","1.0"]}}"#,
    #"{"a":{"L":{}}}"#, #"{"a":{"M":[]}}"#, #"{"a":{"Z":"x"}}"#, #"{"a":{"S":"1"},"a":{"S":"2"}}"#,
  ])
  func whatIsNoItemIsAFaultWithoutItsContents(text: String) {
    #expect(throws: JSONFault.self) { try item(text) }
  }

  @Test func valuesNestedTooDeepAreAFault() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: #"{"L":["#, count: depth) + #"{"S":"x"}"# + String(repeating: "]}", count: depth)
    }
    #expect(try item("{\"a\":\(nested(32))}")["a"]?.depth == 32)
    #expect(throws: JSONFault.self) { try item("{\"a\":\(nested(33))}") }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func damagedAnswersAreFaultsOrOtherItems(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let whole = json(random.map())
    for _ in 0..<100 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        default: bytes.removeSubrange(place...)
        }
      }
      _ = try? JSONElement.reading(bytes) { try ItemJSON.item(in: $0) }
    }
  }
}
