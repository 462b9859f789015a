// SPDX-License-Identifier: Apache-2.0

import GeoHash
import TestSupport
import Testing

@testable import GeoDynamo

@Suite struct CursorTests {
  static func cursor(id: String = "ada") throws -> Cursor {
    Cursor(
      distanceMeters: 1234.5, id: UTF8String(id), center: try Coordinate(latitude: -17.8, longitude: 179.9),
      stamp: -7, fingerprint: .max)
  }

  @Test(arguments: ["a", "e\u{301}", "👩‍👩‍👧‍👦", "\u{0}", String(repeating: "x", count: 512)])
  func textReadsBackEqual(id: String) throws {
    let cursor = try Self.cursor(id: id)
    #expect(try Cursor(cursor.text) == cursor)
  }

  @Test(arguments: ["", "x", "AAAA", "not a cursor", "é", String(repeating: "A", count: 10_000)])
  func otherTextIsRefusedByName(text: String) {
    let error = #expect(throws: InputError.self) { try Cursor(text) }
    #expect(error.map { "\($0)".contains("\"\(text.prefix(60))\"") } == true)
  }

  @Test func damagedTextIsRefused() throws {
    var random = SeededGenerator(seed: 11)
    let text = Array(try Self.cursor().text.utf8)
    for round in 0..<20_000 {
      var damaged = text
      for _ in 0...Int.random(in: 0...3, using: &random) {
        damaged[Int.random(in: damaged.indices, using: &random)] = UInt8.random(in: 32...126, using: &random)
      }
      if Bool.random(using: &random) { damaged.removeLast(Int.random(in: 0...20, using: &random)) }
      if damaged == text { continue }
      #expect(throws: InputError.self, "round \(round)") {
        try Cursor(String(decoding: damaged, as: UTF8.self))
      }
    }
  }

  @Test func base64URLReadsBackAndHasOneText() {
    var random = SeededGenerator(seed: 12)
    for length in 0..<200 {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(Base64.url.decode(Base64.url.encode(bytes).utf8) == bytes)
    }
    #expect(Base64.url.encode([0xfb, 0xff]) == "-_8")
    #expect(Base64.url.decode("-_9".utf8) == nil, "bits left over must be 0")
  }
}
