// SPDX-License-Identifier: Apache-2.0

/// A postcode, or the leading part of one, taken apart.
///
/// ```swift
/// let home = try Postcode("sw1a1aa")
/// home.text     // "SW1A 1AA"
/// home.outward  // "SW1A"
/// home.key(.outcode)  // gb-outcode/SW1A
/// ```
public struct Postcode: Hashable, Sendable {
  /// How much of a code was given.
  public enum Precision: String, Sendable, CaseIterable {
    /// The area alone: `SW`.
    case area
    /// The outward code alone: `SW1A`.
    case outcode
    /// The outward code and the first digit of the inward code: `SW1A 1`.
    case sector
    /// All of it: `SW1A 1AA`.
    case unit
  }

  /// What a code stands for.
  public enum Kind: String, Sendable, CaseIterable {
    /// Addresses on the ground.
    case geographic
    /// Mail that is sorted apart and belongs nowhere: Girobank, forces, banks, returns.
    case nonGeographic = "non-geographic"
    /// Addresses in Jersey, Guernsey or the Isle of Man.
    case crownDependency = "crown dependency"
    /// Addresses in a territory that has a format of its own.
    case overseasTerritory = "overseas territory"
  }

  /// The canonical form, as it is printed on letters.
  public let text: String
  /// The country or territory, by ISO 3166-1.
  public let country: String
  /// What it stands for.
  public let kind: Kind
  /// The name of a territory or of a kind of mail, such as "Gibraltar"; nil for the country itself.
  public internal(set) var name: String? = nil
  /// How much of the code was given.
  public internal(set) var precision = Precision.unit
  /// The part that names the delivery office: `SW1A`; in other countries the part by which people name a district.
  public internal(set) var outward: String? = nil
  /// The part after it: `1AA`.
  public internal(set) var inward: String? = nil
  /// The letters at the beginning: `SW`; in other countries what its rule says, nil where there is none.
  public internal(set) var area: String? = nil
  /// The outward code without a letter at its end: `SW1`.
  public internal(set) var district: String? = nil
  /// The outward code where it has a letter at its end: `SW1A`.
  public internal(set) var subDistrict: String? = nil
  /// The outward code and the first digit of the inward code: `SW1A 1`.
  public internal(set) var sector: String? = nil
  /// The last two letters: `AA`.
  public internal(set) var unit: String? = nil
  /// Whether O was read as 0, I as 1 or the other way round, since the text was no code and one reading of it is.
  public internal(set) var isCorrected = false

  init(text: String, country: String, kind: Kind) {
    (self.text, self.country, self.kind) = (text, country, kind)
  }

  /// Parses a text by the rules of a country. O(length).
  ///
  /// - Parameters:
  ///   - text: The code: capital or small letters, with any blanks or none.
  ///   - country: ISO 3166-1 alpha-2; with `GB`, codes of the Crown dependencies and overseas territories are recognised, too.
  /// - Throws: `PostcodeError`.
  public init(_ text: String, country: String = "GB") throws(PostcodeError) {
    self = try PostcodeSystems.system(of: country).parse(text)
  }
}

/// A country's postcodes.
public protocol PostcodeSystem: Sendable {
  /// The country, by ISO 3166-1.
  var country: String { get }
  /// Its name in English.
  var name: String { get }
  /// Codes of it in canonical form.
  var examples: [String] { get }

  /// Takes a text apart.
  func parse(_ text: String) throws(PostcodeError) -> Postcode
}
