// SPDX-License-Identifier: Apache-2.0

/// The countries whose postcodes are known.
public enum PostcodeSystems {
  /// All of them by country: that of the United Kingdom, and the others by the table of formats.
  public static let all: [String: any PostcodeSystem] = {
    var systems: [String: any PostcodeSystem] = [:]
    for row in FormatTable.rows.split(separator: "\n") {
      // A test reads every row.
      let system = try! CountryFormat(row: String(row))
      systems[system.country] = system
    }
    systems["GB"] = UKPostcodes()
    return systems
  }()

  /// The system of a country, by ISO 3166-1 alpha-2 in any case.
  ///
  /// - Throws: `PostcodeError` for a country that has no postcodes or is none.
  public static func system(of country: String) throws(PostcodeError) -> any PostcodeSystem {
    if let system = all[country.uppercased()] { return system }
    throw PostcodeError(
      text: country,
      reason:
        "it is no country whose postcodes are known; give two letters of ISO 3166-1, as in GB, US or DE",
      position: nil)
  }
}
