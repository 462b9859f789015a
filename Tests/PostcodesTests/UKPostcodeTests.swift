// SPDX-License-Identifier: Apache-2.0

import Postcodes
import TestSupport
import Testing

@Suite struct UKPostcodeTests {
  @Test func aCodeIsTakenApart() throws {
    let code = try Postcode("sw1a1aa")
    #expect(code.text == "SW1A 1AA")
    #expect(code.outward == "SW1A" && code.inward == "1AA")
    #expect(code.area == "SW" && code.district == "SW1" && code.subDistrict == "SW1A")
    #expect(code.sector == "SW1A 1" && code.unit == "AA")
    #expect(code.country == "GB" && code.kind == .geographic && code.precision == .unit && !code.isCorrected)
    #expect(try Postcode("DN55 1PT").subDistrict == nil)
  }

  @Test func theSampleIsReadInEveryWriting() throws {
    let rows = try Fixture.rows("uk_postcode_sample")
    #expect(rows.count == 10_000)
    for row in rows {
      let text = row["postcode"]!
      let code = try Postcode(text)
      #expect(
        code.text == text && code.outward == row["outcode"] && code.area == row["area"]
          && code.sector == row["sector"])
      let bare = text.replacing(" ", with: "")
      for writing in [
        bare, bare.lowercased(), " \(text)\t", text.replacing(" ", with: "  "),
        text.replacing(" ", with: "\u{a0}"),
      ] {
        #expect(try Postcode(writing) == code)
      }
    }
  }

  @Test(arguments: [
    ("EC1A", "outcode", "EC1A"), ("e1", "outcode", "E1"), ("E11", "outcode", "E11"),
    ("E1 1", "sector", "E1 1"),
    ("SW1A1", "sector", "SW1A 1"), ("B33 8", "sector", "B33 8"), ("SW", "area", "SW"), ("E", "area", "E"),
    ("EC", "area", "EC"),
    ("E1 1AA", "unit", "E1 1AA"), ("E11AA", "unit", "E1 1AA"), ("E11 1AA", "unit", "E11 1AA"),
  ])
  func partsOfCodesAreWhatTheyAre(_ text: String, _ precision: String, _ canonical: String) throws {
    let code = try Postcode(text)
    #expect(code.precision.rawValue == precision && code.text == canonical && !code.isCorrected)
  }

  @Test func specialCodesAreRecognised() throws {
    for row in try Fixture.rows("uk_special_postcodes") {
      let code = try Postcode(row["example"]!)
      let kind = row["kind"] == "Northern Ireland" ? "geographic" : row["kind"]
      #expect(code.text == row["example"] && code.kind.rawValue == kind)
      if let outcode = row["outcode"], !outcode.isEmpty { #expect(code.outward == outcode) }
    }
    let cayman = try Postcode("KY1-1102")
    #expect(cayman.country == "KY" && cayman.name == "Cayman Islands" && cayman.area == nil)
    #expect(try Postcode("KY1 1AB").country == "GB")
    #expect(try Postcode("gx111aa").name == "Gibraltar")
    #expect(try Postcode("JE2 3AB").country == "JE")
    #expect(try Postcode("BFPO61").text == "BFPO 61")
  }

  @Test(arguments: [
    ("SWIA 1AA", "SW1A 1AA"), ("W1A OAX", "W1A 0AX"), ("0X1 1AA", "OX1 1AA"), ("E1O 1AA", "E10 1AA"),
    ("S01 1AA", "SO1 1AA"),
    ("EIO", "E10"), ("b33 bth", nil), ("M1 IAE", "M1 1AE"),
  ])
  func slipsOfOAndIAreCorrectedAndReported(_ text: String, _ meant: String?) {
    let code = try? Postcode(text)
    #expect(code?.text == meant && code?.isCorrected != false)
  }

  @Test(
    arguments: [
      ("", nil, "empty"), ("SQ1 1AA", 1, "no postcode area"), ("SW1A 1CA", 7, "no inward code has a C"),
      ("SW1A AAA", 6, "must begin with a digit"), ("M1A 1AA", 3, "inner London"),
      ("12345", 1, "begin with the letters"),
      ("SW1A 1A!", 8, "no letter"), ("SW1A-1AA", 5, "no hyphen"), ("M01 1AA", 2, "begins with 0"),
      ("ÄB1 1AA", 1, "no letter"),
      ("SW1A 1AA SW1A 1AA SW1A", 25, "longer"), ("M123 1AA", 4, "one or two digits"),
      ("W1L 1AA", 3, "ends in L"),
    ] as [(String, Int?, String)])
  func whatIsNoCodeIsRefusedWithThePlace(_ text: String, _ position: Int?, _ reason: String) {
    let error = #expect(throws: PostcodeError.self) { try Postcode(text) }
    #expect(error?.text == text && error?.description.contains(reason) == true)
    if reason != "longer" { #expect(error?.position == position) }
  }

  /// By the pattern that Ordnance Survey's 1,739,998 units match, written anew.
  private func isCode(_ text: String) -> Bool {
    let pattern = #/[A-Z]{1,2}[0-9][A-Z0-9]? [0-9][ABD-HJLNP-UW-Z]{2}/#
    return text.wholeMatch(of: pattern) != nil
  }

  @Test func mutationsNeverTurnOneCodeSilentlyIntoAnother() throws {
    var random = SeededGenerator(seed: 606)
    let codes = try Fixture.rows("uk_postcode_sample").map { $0["postcode"]! }
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -.é\u{a0}o0i1")
    var outcomes = ["same": 0, "other": 0, "corrected": 0, "refused": 0]
    for _ in 0..<10_000 {
      let code = codes.randomElement(using: &random)!
      var characters = Array(code)
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        let place = Int.random(in: 0..<characters.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: characters[place] = letters.randomElement(using: &random)!
        case 1: characters.insert(letters.randomElement(using: &random)!, at: place)
        case 2 where characters.count > 1: characters.remove(at: place)
        default: characters.swapAt(place, Int.random(in: 0..<characters.count, using: &random))
        }
      }
      let text = String(characters)
      guard let parsed = try? Postcode(text) else {
        outcomes["refused", default: 0] += 1
        continue
      }
      let bare = text.uppercased().filter { !$0.isWhitespace }
      let written = parsed.text.filter { $0 != " " }
      if parsed.isCorrected {
        // Nothing but O, 0, I and 1 has changed, and the text was no code.
        #expect(written != bare && written.count == bare.count)
        for (a, b) in zip(written, bare) where a != b {
          #expect(["O0", "0O", "I1", "1I"].contains("\(a)\(b)"))
        }
        outcomes["corrected", default: 0] += 1
      } else {
        // What comes is what was written, and nothing else.
        #expect(written == bare || parsed.kind == .overseasTerritory)
        outcomes[parsed.text == code ? "same" : "other", default: 0] += 1
      }
      if parsed.precision == .unit, parsed.kind == .geographic { #expect(isCode(parsed.text)) }
    }
    #expect(outcomes.values.allSatisfy { $0 > 20 }, "\(outcomes)")
  }

  @Test func anyTextIsAnsweredOrRefused() {
    var random = SeededGenerator(seed: 607)
    for _ in 0..<20_000 {
      var text = ""
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        text.unicodeScalars.append(Unicode.Scalar(UInt32.random(in: 0...0x2fff, using: &random)) ?? "?")
      }
      if let code = try? Postcode(text) { #expect((try? Postcode(code.text)) != nil) }
    }
  }

  @Test func areasAreNamedByGranularity() throws {
    let code = try Postcode("SW1A 1AA")
    #expect(try code.key(.area).description == "gb-area/SW")
    #expect(try code.key(.outcode).description == "gb-outcode/SW1A")
    #expect(try code.key(.sector).description == "gb-sector/SW1A 1")
    #expect(try Postcode("JE2 3AB").key(.outcode).description == "gb-outcode/JE2")
    #expect(try Postcode("GX11 1AA").key(.outcode).description == "gi-outcode/GX11")
    #expect(throws: PostcodeError.self) { try Postcode("BX1 1LT").key(.area) }
    #expect(throws: PostcodeError.self) { try Postcode("SW1A").key(.sector) }
  }
}
