// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoHash
import PostcodeAreas
import Postcodes

/// Finds the area in which a postcode or a place lies, by the rule of a table.
struct HomeFinder {
  /// What was found.
  struct Found {
    let area: AreaID
    let decision: Home.Decision
    /// What decided, as it can be read again.
    let source: String
    /// Whether the postcode was corrected.
    let isCorrected: Bool
    /// The area of the place, where that is another one than the postcode's: text wins.
    let differing: String?
    /// How far the place is from its area.
    let meters: Double
  }

  /// Who lives farther from every area lives in none.
  static let farthest = Distance.kilometers(5)

  let rule: HomeRule
  let areas: AreaCatalog

  /// - Throws: `CommandFailure` or `PostcodeError` when neither tells an area.
  func find(postcode: String?, country: String, place: Coordinate?) async throws -> Found {
    let code = try postcode.map { text throws(PostcodeError) in try Postcode(text, country: country) }
    var location: AreaLocation?
    if let place { location = try await locate(place, isNeeded: code == nil) }
    if let code {
      guard let granularity = Granularity(rawValue: rule.granularity) else {
        throw CommandFailure.usage(
          "homes are given by the areas of set \(rule.granularity), which no postcode names; give a place with --at"
        )
      }
      let key = try code.key(granularity)
      return Found(
        area: try AreaID(set: key.set, id: key.id), decision: .text,
        source: "\(country.uppercased()) \(code.text)",
        isCorrected: code.isCorrected,
        differing: AreaAgreement(text: key.id, position: location?.area.id)?.differing, meters: 0)
    }
    guard let place, let found = location else {
      throw CommandFailure.usage("give --postcode TEXT or --at LAT,LON")
    }
    return Found(
      area: try AreaID(set: setName, id: found.area.id), decision: .position,
      source: "\(place.latitude),\(place.longitude)", isCorrected: false, differing: nil,
      meters: found.distance.meters)
  }

  /// Finds the area anew by what decided before; nil when it names none by the rule.
  func find(again home: Home) async throws -> AreaID? {
    guard let source = home.source?.string else { return home.area }
    switch home.decision {
    case .text:
      let (country, text) = (String(source.prefix(2)), String(source.dropFirst(3)))
      return try? await find(postcode: text, country: country, place: nil).area
    case .position:
      return try? await find(postcode: nil, country: "GB", place: Coordinate(argument: source)).area
    }
  }

  private var setName: String {
    Granularity(rawValue: rule.granularity) == nil ? rule.granularity : "gb-\(rule.granularity)"
  }

  private func locate(_ place: Coordinate, isNeeded: Bool) async throws -> AreaLocation? {
    guard rule.granularity != Granularity.sector.rawValue else {
      guard isNeeded else { return nil }
      throw CommandFailure.usage("a place tells no sector; give the postcode with --postcode")
    }
    if let found = try await areas.set(setName).locate(place, within: Self.farthest) { return found }
    guard isNeeded else { return nil }
    throw CommandFailure(
      .notFound,
      "there is no area of set \(setName) within \(Self.farthest.meters / 1000) km of \(place.latitude),\(place.longitude)"
    )
  }
}
