// SPDX-License-Identifier: Apache-2.0

@testable import GeoHash
import TestSupport
import Testing

/// Real countries against GEOS (straight edges) and Google's S2 (great circles).
@Suite struct PolygonCountryTests {
  @Test func straightEdgesAgreeWithGEOS() throws {
    try expectAgreement(with: "countries-planar", .planar, atLeast: 5000)
  }

  /// Places within 1e-9 degrees of an edge are not in the table.
  @Test func greatCirclesAgreeWithGooglesS2() throws {
    try expectAgreement(with: "countries-geodesic", .geodesic, atLeast: 4000)
  }

  private func expectAgreement(with table: String, _ edges: Polygon.Edges, atLeast count: Int) throws {
    let countries = try CountryShapes().regions(edges)
    let rows = try CountryShapes.rows(table)
    #expect(rows.count >= count)
    for row in rows {
      let country = try #require(countries[String(row[0])])
      if row[1] == "area" {
        let area = Double(row[3])!
        #expect(abs(country.areaShare - area) <= 1e-7 * area + 1e-16, "\(row)")
        continue
      }
      let place = try Coordinate(latitude: Double(row[1])!, longitude: Double(row[2])!)
      #expect(country.contains(place) == (row[3] == "1"), "\(row)")
    }
  }

  @Test func everyMemberOfACountryIsInItsCovering() throws {
    let shapes = try CountryShapes()
    let rows = try CountryShapes.rows("countries-planar")
    for edges in [Polygon.Edges.planar, .geodesic] {
      let countries = try shapes.regions(edges)
      for (name, country) in countries
      where name.hasPrefix("10m") || name.hasSuffix("A") || name == "110m-RUS" {
        let members = try rows.filter { $0[0] == name }
          .map { try Coordinate(latitude: Double($0[1])!, longitude: Double($0[2])!) }.filter(
            country.contains)
        for cells in [4, 24] {
          expectComplete(
            Coverer(maximumCells: cells).covering(of: country, by: S2Cell.self), members, "\(name) \(edges)")
          expectComplete(
            Coverer(maximumCells: cells).covering(of: country, by: GeohashCell.self), members,
            "\(name) \(edges)")
        }
      }
    }
  }

  @Test func relationsOfCountriesToCellsAreSafe() throws {
    let shapes = try CountryShapes()
    let rows = try CountryShapes.rows("countries-planar")
    var places = Places(seed: 11)
    for edges in [Polygon.Edges.planar, .geodesic] {
      for (name, country) in try shapes.regions(edges) {
        let interesting = try rows.filter { $0[0] == name }.shuffled(using: &places.random).prefix(30)
          .map { try Coordinate(latitude: Double($0[1])!, longitude: Double($0[2])!) }
        expectSafeRelations(
          of: country, around: interesting, grid: S2Cell.self, using: &places, "\(name) \(edges) seed 11")
        expectSafeRelations(
          of: country, around: interesting, grid: GeohashCell.self, using: &places, "\(name) \(edges) seed 11"
        )
      }
    }
  }

  @Test func holesAreNotMembersButTheirBordersAre() throws {
    let countries = try CountryShapes().regions(.planar)
    let (italy, africa) = (try #require(countries["10m-ITA"]), try #require(countries["10m-ZAF"]))
    for (name, around) in [("10m-VAT", italy), ("10m-SMR", italy), ("10m-LSO", africa)] {
      let hole = try #require(countries[name])
      #expect(!around.contains(hole.bounds.center) && hole.contains(hole.bounds.center))
      for vertex in hole.polygons[0][0] {
        #expect(hole.contains(vertex) && around.contains(vertex), "\(name)")
      }
    }
  }

  @Test func countriesAtTheAntimeridianAreOne() throws {
    for edges in [Polygon.Edges.planar, .geodesic] {
      let countries = try CountryShapes().regions(edges)
      let russia = try #require(countries["110m-RUS"])
      #expect(russia.bounds.crossesAntimeridian && russia.bounds.width < 180)
      for longitude in [-180.0, 180] {
        #expect(russia.contains(try Coordinate(latitude: 67, longitude: longitude)))
        #expect(!russia.contains(try Coordinate(latitude: 60, longitude: longitude)))
      }
      let antarctica = try #require(countries["110m-ATA"])
      for longitude in stride(from: -180.0, through: 180, by: 30) {
        #expect(antarctica.contains(try Coordinate(latitude: -90, longitude: longitude)))
        #expect(antarctica.contains(try Coordinate(latitude: -89, longitude: longitude)))
        #expect(!antarctica.contains(try Coordinate(latitude: 90, longitude: longitude)))
      }
    }
  }

  @Test func coveringsOfCountriesAreTight() throws {
    let countries = try CountryShapes().regions(.planar)
    for (name, ratio) in [("10m-ZAF", 1.5), ("110m-AUS", 1.5), ("10m-LSO", 1.5), ("10m-SMR", 1.4)] {
      let country = try #require(countries[name])
      let coverer = Coverer(maximumCells: 60)
      let s2 = coverer.covering(of: country, by: S2Cell.self).reduce(0) { $0 + $1.cell.areaShare }
      let geohash = coverer.covering(of: country, by: GeohashCell.self).reduce(0) { $0 + $1.cell.areaShare }
      #expect(s2 <= ratio * country.areaShare, "\(name) \(s2 / country.areaShare)")
      #expect(geohash <= ratio * country.areaShare, "\(name) \(geohash / country.areaShare)")
    }
  }
}
