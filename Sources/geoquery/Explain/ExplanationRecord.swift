// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoHash

/// An explanation as one record, for programs: its names are kept stable.
struct ExplanationRecord {
  private let query: ExplainedQuery

  init(_ query: ExplainedQuery) { self.query = query }

  var record: OutputRecord {
    let explanation = query.explanation
    let billed = query.dynamoDB
    return OutputRecord([
      .init("query", .text(query.name)), .init("collection", .text(query.collection)),
      .init("shape", shape), .init("grid", .text(explanation.settings.grid.rawValue)),
      .init("partitionLevel", .integer(explanation.partitionLevel)),
      .init(
        "density",
        .object([
          .init("source", .text(explanation.densitySource.rawValue)),
          .init("objectsPerSquareKilometer", .number(query.objectsPerSquareKilometer)),
        ])),
      .init(
        "plan",
        Self.plan(
          explanation.plan, query.cells(of: explanation.plan),
          more: [
            .init("partitions", .integer(explanation.partitions)),
            .init("requests", .integer(query.expectedRequests)),
            .init("priceUnit", .text(explanation.priceUnit)),
          ])),
      .init(
        "dynamoDB",
        .object([
          .init("requests", .integer(billed.requests)), .init("readUnits", .number(billed.readUnits)),
          .init("bytesPerItem", .integer(400)),
        ])),
      .init("refusal", explanation.refusal.map { .text($0.description) } ?? .null),
      .init("run", run ?? .null),
    ])
  }

  private var shape: OutputRecord.Value {
    let region = query.explanation.region
    let outline = ShapeOutline(region)
    return .object([
      .init("type", .text(outline.type)), .init("description", .text(outline.title)),
      .init("areaSquareKilometers", .number(region.areaShare * ExplainedQuery.globeSquareMeters / 1e6)),
      .init("bounds", .object(CellRecord.edges(region.bounds))),
    ])
  }

  private var run: OutputRecord.Value? {
    guard let report = query.page?.report else { return nil }
    return .object([
      .init("stages", .list(report.plans.map { Self.plan($0, query.cells(of: $0), more: []) })),
      .init("requests", .integer(report.requests)), .init("ranges", .integer(report.ranges)),
      .init("items", .integer(report.rows)), .init("matches", .integer(query.page?.matches.count ?? 0)),
      .init("hasMore", .bool(query.page?.next != nil)),
      .init("waste", .number(report.waste)), .init("price", .number(report.price)),
      .init("expectedItems", .number(report.expectedRows)),
      .init("expectedPrice", .number(report.expectedPrice)),
      .init("estimateFactor", query.estimateFactor.map { .number($0) } ?? .null),
      .init("planningMicroseconds", .number(report.planningTime / .microseconds(1))),
      .init("readingMicroseconds", .number(report.readingTime / .microseconds(1))),
    ])
  }

  private static func plan(_ plan: QueryPlan, _ cells: [Int], more: [OutputRecord.Field])
    -> OutputRecord.Value
  {
    let ranges = zip(plan.ranges, cells).map { range, cells in
      OutputRecord.Value.object([
        // Texts: readers of JSON round numbers of 64 bits.
        .init("firstLeaf", .text(String(range.leaves.lowerBound))),
        .init("lastLeaf", .text(String(range.leaves.upperBound))),
        .init("minimumDistanceMeters", .number(range.minimumDistanceMeters)),
        .init("cells", .integer(cells)),
      ])
    }
    return .object(
      [
        .init("index", .integer(plan.index)), .init("cells", .integer(cells.reduce(0, +))),
        .init("coveringCells", .integer(plan.cells)), .init("ranges", .list(ranges)),
        .init("areaSquareKilometers", .number(plan.areaShare * ExplainedQuery.globeSquareMeters / 1e6)),
        .init("expectedItems", .number(plan.expectedRows)),
        .init("expectedPrice", .number(plan.expectedPrice)),
        .init("reachMeters", plan.reachMeters.map { .number($0) } ?? .null),
      ] + more)
  }
}

extension ExplainedQuery {
  /// How many cells each range of a plan is made of.
  func cells(of plan: QueryPlan) -> [Int] {
    plan.ranges.map { range in
      explanation.settings.grid == .s2
        ? CellDecomposition<S2Cell>(of: range.leaves).cells.count
        : CellDecomposition<GeohashCell>(of: range.leaves).cells.count
    }
  }

  /// By which factor the expected number of items was off, at least 1; nil when nothing was read, or nothing expected.
  ///
  /// Where the walk ended before its last range, only what was expected of the ranges read counts.
  var estimateFactor: Double? {
    guard let report = page?.report, report.rows > 0 else { return nil }
    var left = report.ranges
    var expected = 0.0
    for plan in report.plans {
      let sizes = plan.ranges.map { Double($0.leaves.upperBound - $0.leaves.lowerBound) + 1 }
      let share = sizes.prefix(left).reduce(0, +) / max(sizes.reduce(0, +), 1)
      expected += plan.expectedRows * share
      left -= min(left, sizes.count)
    }
    guard expected > 0 else { return nil }
    return max(expected / Double(report.rows), Double(report.rows) / expected)
  }
}
