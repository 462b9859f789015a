// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import GeoDynamoAWS

struct JSONElementTests {
  @Test func valuesOfEveryKindAreRead() throws {
    let text = #"""
      {"text":"a\u00e9\n","none":null,"yes":true,"no":false,"big":18446744073709551615,"n":-7,"d":1.5,
      "list":[1,[2],{"x":{}}],"":""}
      """#
    try JSONElement.reading(Array(text.utf8)) { root in
      #expect(root.kind == .object)
      #expect(root["text"]?.string == "aé\n")
      #expect(root["none"]?.kind == .null)
      #expect(root["yes"]?.bool == true && root["no"]?.bool == false)
      #expect(root["n"]?.integer == -7 && root["n"]?.double == -7)
      #expect(root["big"]?.integer == nil && root["big"]?.double == 0x1p64)
      #expect(root["d"]?.double == 1.5 && root["d"]?.integer == nil)
      #expect(root["list"]?.elements.map(\.kind) == [.number, .array, .object])
      #expect(root[""]?.string == "")
      #expect(root["missing"] == nil && root["text"]?["x"] == nil)
      let names = root.members.map { $0.key.string }
      #expect(names == ["text", "none", "yes", "no", "big", "n", "d", "list", ""])
    }
  }

  @Test(arguments: ["", "{", "[1,]", "{\"a\":1}x", "\"\u{1}\"", "nul"])
  func whatIsNoDocumentIsAnError(text: String) {
    #expect(throws: JSONFault.self) { try JSONElement.reading(Array(text.utf8)) { _ in } }
  }
}
