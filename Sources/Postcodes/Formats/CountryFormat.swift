// SPDX-License-Identifier: Apache-2.0

/// The postcodes of a country by its row in the table of formats.
public struct CountryFormat: PostcodeSystem {
  /// The country.
  public let country: String
  /// Its name in English.
  public let name: String
  /// Codes in canonical form.
  public let examples: [String]
  /// Whether addresses need a code.
  public let isRequired: Bool
  private let pattern: FormatPattern
  private let rule: AreaRule?

  /// Parses a row: country, name, format, examples with bars between them, and 1 if addresses need a code.
  init(row: String) throws(FormatPattern.Fault) {
    let fields = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 5 else {
      throw FormatPattern.Fault(description: "row \"\(row)\" has not five fields")
    }
    (country, name) = (fields[0], fields[1])
    examples = fields[3].split(separator: "|").map(String.init)
    isRequired = fields[4] == "1"
    pattern = try FormatPattern(fields[2], examples: examples)
    rule = AreaRule.of(country: country)
  }

  /// Brings a code into its canonical form; blanks and hyphens may stand anywhere or be missing.
  public func parse(_ text: String) throws(PostcodeError) -> Postcode {
    let text = try PostcodeText(text)
    let characters = text.characters.filter { $0 != 0x2d }
    guard let canonical = pattern.match(characters) else {
      throw text.error(
        "it is no postcode of \(name) (\(country)); such are \(examples.prefix(3).joined(separator: ", "))")
    }
    var code = Postcode(text: canonical, country: country, kind: .geographic)
    if let rule {
      code.area = rule.area(PostcodeText.string(characters))
      code.outward = rule.district(canonical)
      code.district = code.outward
      let rest = canonical.dropFirst(code.outward?.count ?? 0).drop { $0 == " " || $0 == "-" }
      code.inward = rest.isEmpty ? nil : String(rest)
    }
    return code
  }
}
