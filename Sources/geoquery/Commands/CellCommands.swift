// SPDX-License-Identifier: Apache-2.0
import GeoHash

/// `geoquery cell …`
enum CellCommands {
  static let spec = CommandSpec(
    name: "cell",
    summary: "Work with the cells of Google's S2 grid",
    subcommands: [of, show, cover])

  private static let of = CommandSpec(
    name: "of",
    summary: "Print the S2 cell that contains a place",
    operands: [OperandSpec("LAT,LON", "the place, as 51.5074,-0.1278")],
    options: [Options.level],
    examples: [.init("geoquery cell of 51.5074,-0.1278 --level 12", "a cell of about 5 km²")],
    action: { invocation in
      let place = try Coordinate(argument: invocation.operand(0))
      let level =
        try invocation.arguments.value(of: Options.level) { try Int(argument: $0, in: S2Cell.levels) } ?? 30
      var writer = try invocation.format().writer(of: .single, to: invocation.output)
      try writer.write(CellRecord.s2(try S2Cell(containing: place, level: level)))
      try writer.finish()
    })

  private static let show = CommandSpec(
    name: "show",
    summary: "Print what is known of an S2 cell: place, corners, bounds, parent, neighbours",
    operands: [OperandSpec("TOKEN", "the cell's token, as 4876051")],
    examples: [.init("geoquery cell show 4876051 --format json", "everything about a cell")],
    action: { invocation in
      let cell = try S2Cell(token: invocation.operand(0))
      var record = CellRecord.s2(cell)
      record.fields += [.init("vertices", .list(cell.vertices.map { .coordinate($0) }))]
      record.fields += CellRecord.edges(cell.bounds)
      if cell.level > 0 {
        record.fields.append(.init("parent", .text(cell.parent(at: cell.level - 1).token)))
      }
      record.fields += [
        .init("neighbors", .list(cell.neighbors.map { .text($0.token) })),
        .init(
          "areaSquareMeters",
          .number(cell.areaShare * 4 * Double.pi * Earth.radiusMeters * Earth.radiusMeters)),
      ]
      var writer = try invocation.format().writer(of: .single, to: invocation.output)
      try writer.write(record)
      try writer.finish()
    })

  private static let cover = CommandSpec(
    name: "cover",
    summary: "Print cells that cover a circle",
    discussion:
      "No place within the distance lies outside of them. With few of them they cover more beside it.",
    operands: [OperandSpec("LAT,LON", "the centre, as 51.5074,-0.1278")],
    options: [Options.within, Options.grid, Options.maximumCells],
    examples: [
      .init("geoquery cell cover 51.5074,-0.1278 --within 2km", "at most 8 cells of S2"),
      .init(
        "geoquery cell cover 51.5,-0.1 --within 2km --grid geohash --max-cells 20", "geohash prefixes in bits"
      ),
      .init("geoquery cell cover 89.9,0 --within 50km --format geojson", "for a map"),
    ],
    action: { invocation in
      let circle = try CoverArguments(invocation)
      let coverer = Coverer(maximumCells: circle.maximumCells)
      let grid = invocation.arguments[Options.grid] ?? "s2"
      let records: [OutputRecord]
      switch grid {
      case "s2":
        records = coverer.covering(of: circle.region, by: S2Cell.self).map { part in
          var record = CellRecord.s2(part.cell)
          record.fields.append(.init("inside", .bool(part.isInside)))
          return record
        }
      case "geohash":
        records = coverer.covering(of: circle.region, by: GeohashCell.self).map {
          CellRecord.bits($0.cell, isInside: $0.isInside)
        }
      default: throw CommandFailure.usage("unknown grid \(quoted(grid)); one of s2, geohash")
      }
      var writer = try invocation.format().writer(of: .list(name: nil), to: invocation.output)
      for record in records { try writer.write(record) }
      try writer.finish()
    })
}
