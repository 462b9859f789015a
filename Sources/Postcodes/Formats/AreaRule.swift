// SPDX-License-Identifier: Apache-2.0

/// How the codes of a country name areas: large ones, and the districts by which neighbours find each other.
struct AreaRule: Sendable {
  /// The area of a code without blanks and hyphens.
  let area: @Sendable (String) -> String
  /// The district of a code in canonical form.
  let district: @Sendable (String) -> String

  private static func leading(_ area: Int, _ district: Int) -> AreaRule {
    AreaRule(area: { String($0.prefix(area)) }, district: { String($0.prefix(district)) })
  }

  /// The rule of a country; nil where there is none.
  static func of(country: String) -> AreaRule? {
    switch country {
    case "US": leading(3, 5)  // sectional centre, ZIP code
    case "DE": leading(2, 5)  // Leitregion, Postleitzahl
    case "NL": leading(2, 4)  // region, the digits
    case "CA": leading(1, 3)  // province or part of one, forward sortation area
    case "IE": leading(1, 3)  // letter, routing key
    case "AT", "BE", "CH", "DK": leading(1, 4)
    case "FR": AreaRule(area: department, district: { String($0.prefix(5)) })
    case "AU": AreaRule(area: state, district: { $0 })
    default: nil
    }
  }

  /// The French department: Corsica has two under 20, overseas departments have three digits.
  private static func department(_ code: String) -> String {
    switch code.prefix(3) {
    case "200", "201": "2A"
    case "202", "206": "2B"
    case let three where three.hasPrefix("97") || three.hasPrefix("98"): String(three)
    default: String(code.prefix(2))
    }
  }

  /// The Australian state or territory, by Australia Post's ranges.
  private static func state(_ code: String) -> String {
    switch Int(code) ?? 0 {
    case 200...299, 2600...2618, 2900...2920: "ACT"
    case 800...999: "NT"
    case 1000...2599, 2619...2899, 2921...2999: "NSW"
    case 3000...3999, 8000...8999: "VIC"
    case 4000...4999, 9000...9999: "QLD"
    case 5000...5999: "SA"
    case 6000...6999: "WA"
    case 7000...7999: "TAS"
    default: String(code.prefix(1))
    }
  }
}
