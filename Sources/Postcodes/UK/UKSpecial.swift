// SPDX-License-Identifier: Apache-2.0

/// Codes that have shapes of their own.
enum UKSpecial {
  /// The code of a territory or of Girobank; nil for a text of another shape.
  static func parse(_ text: PostcodeText) -> Postcode? {
    let letters = PostcodeText.string(text.characters.filter { $0 != 0x2d })
    let hyphens = text.characters.indices.filter { text.characters[$0] == 0x2d }
    if letters == "GIR0AA", hyphens.isEmpty {
      var code = Postcode(text: "GIR 0AA", country: "GB", kind: .nonGeographic)
      (code.outward, code.inward, code.name) = ("GIR", "0AA", "Girobank")
      return code
    }
    if letters.hasPrefix("BFPO"), hyphens.isEmpty {
      let number = letters.dropFirst(4)
      guard (1...4).contains(number.utf8.count), number.utf8.allSatisfy(\.isDigit) else { return nil }
      var code = Postcode(text: "BFPO \(number)", country: "GB", kind: .nonGeographic)
      (code.outward, code.inward, code.name) = ("BFPO", String(number), "British forces")
      return code
    }
    if let (country, name) = wholeCodes[letters], hyphens.isEmpty {
      return territory(
        "\(letters.prefix(4)) \(letters.suffix(3))", country, name, outward: String(letters.prefix(4)))
    }
    return numbered(letters, hyphens)
  }

  /// Territories with one code for all of them.
  private static let wholeCodes = [
    "ASCN1ZZ": ("AC", "Ascension Island"), "BBND1ZZ": ("IO", "British Indian Ocean Territory"),
    "BIQQ1ZZ": ("AQ", "British Antarctic Territory"), "FIQQ1ZZ": ("FK", "Falkland Islands"),
    "GX111AA": ("GI", "Gibraltar"),
    "PCRN1ZZ": ("PN", "Pitcairn Islands"), "SIQQ1ZZ": ("GS", "South Georgia and the South Sandwich Islands"),
    "STHL1ZZ": ("SH", "Saint Helena"), "TDCU1ZZ": ("TA", "Tristan da Cunha"),
    "TKCA1ZZ": ("TC", "Turks and Caicos Islands"),
  ]

  /// Letters and digits of their own: AI-2640, KY1-1102, MSR 1110, VG1110. The hyphen may be missing, but stands nowhere else.
  private static func numbered(_ letters: String, _ hyphens: [Int]) -> Postcode? {
    let characters = Array(letters.utf8)
    func isNumber(from start: Int) -> Bool { characters[start...].allSatisfy(\.isDigit) }
    func hyphen(_ allowed: Int) -> Bool { hyphens.isEmpty || hyphens == [allowed] }
    if letters == "AI2640", hyphen(2) { return territory("AI-2640", "AI", "Anguilla", outward: nil) }
    if letters.hasPrefix("KY"), characters.count == 7, isNumber(from: 2), hyphen(3) {
      let outward = String(letters.prefix(3))
      return territory("\(outward)-\(letters.suffix(4))", "KY", "Cayman Islands", outward: outward)
    }
    if letters.hasPrefix("MSR"), characters.count == 7, isNumber(from: 3), hyphen(3) {
      return territory("MSR \(letters.suffix(4))", "MS", "Montserrat", outward: "MSR")
    }
    if letters.hasPrefix("VG"), characters.count == 6, isNumber(from: 2), hyphen(2) {
      return territory(letters, "VG", "British Virgin Islands", outward: nil)
    }
    return nil
  }

  private static func territory(_ text: String, _ country: String, _ name: String, outward: String?)
    -> Postcode
  {
    var code = Postcode(text: text, country: country, kind: .overseasTerritory)
    (code.name, code.outward) = (name, outward)
    if let outward { code.inward = String(text.dropFirst(outward.count + 1)) }
    return code
  }
}
