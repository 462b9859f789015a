// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoHash
import PostcodeAreas

/// `geoquery areas …`
enum AreaCommands {
  static let spec = CommandSpec(
    name: "areas",
    summary: "Areas as polygons: which one is a place in?",
    discussion: """
      gb-area and gb-outcode are in the program: the postcode areas and outward codes of the United Kingdom. Others are
      loaded into the store. Of several areas of a set that have a place the smallest counts. A bare id is taken where
      only one set has it, else set/id.
      """,
    subcommands: [load, list, locate, cover, export])

  private static let load = CommandSpec(
    name: "load",
    summary: "Keep the polygons of a GeoJSON file as a set of areas",
    discussion: """
      The file is a FeatureCollection of Polygons and MultiPolygons. One that crosses itself is repaired, and said; one
      without an area is refused. A set of the same name is replaced as a whole.
      """,
    operands: [OperandSpec("FILE", "a GeoJSON file; - is standard input", completion: .files)],
    options: [Options.areaSet(isRequired: true), Options.idProperty],
    examples: [.init("geoquery areas load wards.geojson --set wards --id code", "areas by their code")],
    action: { invocation in
      let name = invocation.arguments[Options.areaSet(isRequired: true)] ?? ""
      let shapes = try GeometryFile(invocation.operand(0))
        .areas(byProperty: invocation.arguments[Options.idProperty] ?? "id")
      let (collection, set) = (try CollectionName(name), try AreaSet(name: name, shapes: shapes))
      let bytes = set.encoded
      try await invocation.withStore(.create) { store in
        try await StoredAreaSets(in: store).save(
          .init(name: collection, version: set.version, areas: set.areas.count, bytes: bytes.count), bytes)
      }
      let repaired = set.areas.filter { $0.repaired != nil }
      try invocation.answer(
        OutputRecord([
          .init("set", .text(set.name)), .init("version", .text(set.version)),
          .init("areas", .integer(set.areas.count)),
          .init(
            "repaired",
            .list(
              repaired.map {
                .object([.init("id", .text($0.id)), .init("reason", .text($0.repaired ?? ""))])
              })),
        ]))
    })

  private static let list = CommandSpec(
    name: "list",
    summary: "List the sets of areas",
    examples: [.init("geoquery areas list", "the program's and those of the store")],
    action: { invocation in
      var writer = try invocation.format().writer(of: .list(name: nil), to: invocation.output)
      try await invocation.withAreas { areas in
        for entry in areas.entries {
          try writer.write(
            OutputRecord([
              .init("set", .text(entry.name)), .init("version", .text(entry.version)),
              .init("areas", .integer(entry.areas)),
              .init("source", .text(entry.stored == nil ? "program" : "store")),
            ]))
        }
      }
      try writer.finish()
    })

  private static let locate = CommandSpec(
    name: "locate",
    summary: "Print the area of each set that has a place, or the nearest",
    operands: [OperandSpec("LAT,LON", "the place, as 51.5074,-0.1278")],
    options: [Options.areaSet(isRequired: false), Options.withinAtMost],
    examples: [
      .init("geoquery areas locate 51.501,-0.142", "SW1A and SW"),
      .init("geoquery areas locate 50.5,-1 --set gb-area --within 50km", "the nearest, at sea"),
    ],
    action: { invocation in
      let place = try Coordinate(argument: invocation.operand(0))
      let most =
        try invocation.arguments.value(of: Options.withinAtMost) { try Distance(argument: $0) }
        ?? Earth.halfCircumference
      var writer = try invocation.format().writer(of: .list(name: nil), to: invocation.output)
      try await invocation.withAreas { areas in
        let asked =
          invocation.arguments[Options.areaSet(isRequired: false)].map { [$0] } ?? areas.entries.map(\.name)
        for name in asked {
          let set = try await areas.set(name)
          guard let found = set.locate(place, within: most) else { continue }
          try writer.write(
            OutputRecord([
              .init("set", .text(name)), .init("area", .text(found.area.id)),
              .init("inside", .bool(found.isInside)),
              .init("distanceMeters", .meters(found.distance.meters)),
              .init("others", .list(found.others.map { .text($0.id) })), .init("version", .text(set.version)),
            ]))
        }
      }
      try writer.finish()
    })

  private static let cover = CommandSpec(
    name: "cover",
    summary: "Print the cells that cover an area",
    discussion:
      "Cells of the geohash grid; of those that are inside no place needs to be compared with the polygon.",
    operands: [OperandSpec("ID", "the area's id, or set/id")],
    examples: [.init("geoquery areas cover gb-outcode/SW1A --format geojson", "to look at on a map")],
    action: { invocation in
      var writer = try invocation.format().writer(of: .list(name: nil), to: invocation.output)
      try await invocation.withAreas { areas in
        let (set, area) = try await areas.area(named: invocation.operand(0))
        for (cell, isInside) in set.cover(of: area.id) ?? [] {
          try writer.write(CellRecord.bits(cell, isInside: isInside))
        }
      }
      try writer.finish()
    })

  private static let export = CommandSpec(
    name: "export",
    summary: "Print the areas of a set; with --format geojson with their polygons",
    options: [Options.areaSet(isRequired: true)],
    examples: [.init("geoquery areas export --set gb-area --format geojson", "for a map")],
    action: { invocation in
      var writer = try invocation.format().writer(of: .list(name: nil), to: invocation.output)
      try await invocation.withAreas { areas in
        let set = try await areas.set(invocation.arguments[Options.areaSet(isRequired: true)] ?? "")
        for area in set.areas {
          let box = area.polygon.bounds
          try writer.write(
            OutputRecord(
              [.init("id", .text(area.id)), .init("set", .text(set.name))] + CellRecord.edges(box)
                + [.init("repaired", area.repaired.map { .text($0) } ?? .null)],
              geometry: .areas(area.polygon.polygons)))
        }
      }
      try writer.finish()
    })
}
