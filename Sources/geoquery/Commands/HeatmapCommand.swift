// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoHash

/// `geoquery heatmap`
enum HeatmapCommand {
  static let spec = CommandSpec(
    name: "heatmap",
    summary: "Count the objects of each cell in a box",
    discussion: """
      Lists the cells of a level that meet the box and hold objects, with all the objects they hold. Cells are of the
      grid of the store. Up to level 10 of S2, or 20 bits (four characters) of a geohash, the store has counted them and
      no objects are read; finer levels read the objects of all these cells.
      """,
    operands: [OperandSpec("SOUTH,WEST,NORTH,EAST", "the edges in degrees, as 51.3,-0.5,51.7,0.3")],
    options: [
      Options.mapLevel, Options.maximumItems, Options.maximumRequests, Options.maximumTime,
    ],
    examples: [
      .init("geoquery heatmap 35,-12,72,40 --level 5", "Europe in cells of about 300 km"),
      .init(
        "geoquery heatmap -25,175,-12,-170 --level 8 --format geojson", "across the 180° meridian, for a map"),
    ],
    action: run)

  private static func run(_ invocation: Invocation) async throws {
    let box = try BoundingBox(argument: invocation.operand(0))
    let level = try invocation.arguments.requiredValue(of: Options.mapLevel) {
      try Int(argument: $0, in: 0...60)
    }
    let query = try QueryArguments(invocation.arguments)
    let format = try invocation.format()
    try await invocation.reading { index in
      let cells = try await index.heatmap(of: box, level: level, options: query.options)
      var writer = format.writer(of: .list(name: "cells"), to: invocation.output)
      for cell in cells { for record in records(of: cell, index.settings.grid) { try writer.write(record) } }
      try writer.finish([.init("objects", .integer(cells.reduce(0) { $0 + $1.count }))])
    }
  }

  private static func records(of cell: HeatmapCell, _ grid: TableSettings.Grid) -> [OutputRecord] {
    let count = OutputRecord.Field("count", .integer(cell.count))
    switch grid {
    case .s2:
      return CellDecomposition<S2Cell>(of: cell.leaves).cells.map { part in
        OutputRecord(
          [.init("token", .text(part.token)), count, .init("center", .coordinate(part.center))],
          geometry: CellRecord.s2(part).geometry)
      }
    case .geohash:
      return CellDecomposition<GeohashCell>(of: cell.leaves).cells.map { part in
        OutputRecord(
          [
            .init("token", .text(CellRecord.token(of: part))), count,
            .init("center", .coordinate(part.bounds.center)),
          ],
          geometry: CellRecord.bits(part, isInside: false).geometry)
      }
    }
  }
}
