// SPDX-License-Identifier: Apache-2.0

/// How large the areas are in which people are brought together.
public enum Granularity: String, Sendable, CaseIterable {
  /// `SW`
  case area
  /// `SW1A`
  case outcode
  /// `SW1A 1`
  case sector
}

/// The name of an area: of a set of areas, and within it.
public struct PostcodeKey: Hashable, Sendable, CustomStringConvertible {
  /// The set: `gb-outcode`, `de-outcode`; 10115 is in Germany and in New York.
  public let set: String
  /// The area: `SW1A`.
  public let id: String

  /// `gb-outcode/SW1A`
  public var description: String { "\(set)/\(id)" }
}

extension Postcode {
  /// The area of a granularity that the code lies in.
  ///
  /// - Throws: `PostcodeError` for a code that belongs nowhere, that names too little, or of a country whose codes name no such areas.
  public func key(_ granularity: Granularity) throws(PostcodeError) -> PostcodeKey {
    guard kind != .nonGeographic else {
      throw PostcodeError(
        text: text, reason: "it belongs nowhere (\(name ?? "mail sorted apart")): no area has it",
        position: nil)
    }
    let id =
      switch granularity {
      case .area: area ?? outward
      case .outcode: outward
      case .sector: sector
      }
    guard let id else {
      let why =
        country == "GB" || precision != .unit
        ? "it names no \(granularity.rawValue); give more of the code"
        : "the codes of \(country) name no \(granularity.rawValue)"
      throw PostcodeError(text: text, reason: why, position: nil)
    }
    // Jersey's codes are among Britain's areas.
    let country = kind == .crownDependency ? "GB" : self.country
    return PostcodeKey(set: "\(country.lowercased())-\(granularity.rawValue)", id: id)
  }
}
