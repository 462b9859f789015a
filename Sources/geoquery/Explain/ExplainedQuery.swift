// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoHash

/// A query with its explanation and, when it was carried out, its answer: what the texts and the picture tell of.
struct ExplainedQuery {
  /// A cell that the ranges are made of.
  struct Cell {
    /// Its name in its grid: an S2 token, a geohash, or `0b…` for bits that make no whole character.
    let token: String
    /// The number of its range in the order of reading, over all plans, from 1.
    let range: Int
    /// Whether its range was read to its end; nil when nothing was.
    let wasRead: Bool?
    /// No place of it is nearer, as the shape measures.
    let minimumMeters: Double
    let center: Coordinate
    /// Its border, close enough for a map.
    let outline: [Coordinate]
    /// For GeoJSON, which has no way across ±180°.
    let geometry: OutputRecord.Geometry?
  }

  let name: String
  let collection: String
  let explanation: Explanation
  /// The answer; nil when the query was not carried out.
  let page: MatchPage?
  /// The cells of all plans, in the order of reading.
  let cells: [Cell]

  init(name: String, collection: String, explanation: Explanation, page: MatchPage?) {
    self.name = name
    self.collection = collection
    self.explanation = explanation
    self.page = page
    let plans = page?.report.plans ?? [explanation.plan]
    var cells: [Cell] = []
    var number = 0
    for range in plans.flatMap(\.ranges) {
      number += 1
      let wasRead = page.map { number <= $0.report.ranges }
      cells += Self.cells(of: range, explanation, number, wasRead)
    }
    self.cells = cells
  }

  /// The plans: those carried out or, without that, the first.
  var plans: [QueryPlan] { page?.report.plans ?? [explanation.plan] }

  /// The first part of the title.
  var title: String { "\(name) \(ShapeOutline(explanation.region).title)" }

  /// How many objects there are for each square kilometre, as expected.
  var objectsPerSquareKilometer: Double { explanation.rowsPerGlobe / Self.globeSquareMeters * 1e6 }

  static let globeSquareMeters = 4 * Double.pi * Earth.radiusMeters * Earth.radiusMeters

  /// What DynamoDB would charge for the same ranges: read units of 4 KB, rows of 400 bytes.
  var dynamoDB: (readUnits: Double, requests: Int) {
    var prices = PriceList.dynamoDB
    prices.request = 0  // steers the planner, and is never billed
    let (price, requests) = explanation.price(by: prices, bytesPerRow: 400)
    return (price, requests)
  }

  /// The requests that the plan makes of this store, pages of large ranges not counted.
  var expectedRequests: Int {
    explanation.rangesSpanPartitions ? explanation.plan.ranges.count : dynamoDB.requests
  }

  private static func cells(
    of range: IndexRange, _ explanation: Explanation, _ number: Int, _ wasRead: Bool?
  ) -> [Cell] {
    let region = explanation.region
    switch explanation.settings.grid {
    case .s2:
      return CellDecomposition<S2Cell>(of: range.leaves).cells.map { cell in
        Cell(
          token: cell.token, range: number, wasRead: wasRead, minimumMeters: region.meters(to: cell).minimum,
          center: cell.center, outline: Curve.greatCircles(through: cell.vertices, isClosed: true),
          geometry: CellRecord.s2(cell).geometry)
      }
    case .geohash:
      return CellDecomposition<GeohashCell>(of: range.leaves).cells.map { cell in
        let record = CellRecord.bits(cell, isInside: false)
        return Cell(
          token: CellRecord.token(of: cell), range: number, wasRead: wasRead,
          minimumMeters: region.meters(to: cell).minimum, center: cell.bounds.center,
          outline: Curve.box(cell.bounds), geometry: record.geometry)
      }
    }
  }
}
