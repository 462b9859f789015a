// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// An explanation as features of a map: the cells, then the shape, then the matches.
struct ExplanationFeatures {
  private let query: ExplainedQuery

  init(_ query: ExplainedQuery) { self.query = query }

  var records: [OutputRecord] {
    get throws {
      let outline = ShapeOutline(query.explanation.region)
      let shape = OutputRecord(
        [
          .init("kind", .text("shape")), .init("type", .text(outline.type)),
          .init("title", .text(query.title)),
        ],
        geometry: outline.geometry)
      let matches = try (query.page?.matches ?? []).map { match in
        var record = try OutputRecord(match)
        record.fields.insert(.init("kind", .text("match")), at: 0)
        return record
      }
      return query.cells.map(Self.record) + [shape] + matches
    }
  }

  private static func record(of cell: ExplainedQuery.Cell) -> OutputRecord {
    OutputRecord(
      [
        .init("kind", .text("cell")), .init("token", .text(cell.token)), .init("range", .integer(cell.range)),
        .init("minimumDistanceMeters", .meters(cell.minimumMeters)),
        .init("read", cell.wasRead.map { .bool($0) } ?? .null),
      ], geometry: cell.geometry)
  }
}
