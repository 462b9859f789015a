// SPDX-License-Identifier: Apache-2.0
import GeoHash

/// `geoquery geohash …`
enum GeohashCommands {
  static let spec = CommandSpec(
    name: "geohash",
    summary: "Work with geohashes, the base-32 texts of geohash.org",
    subcommands: [encode, decode, neighbors, cover])

  private static let encode = CommandSpec(
    name: "encode",
    summary: "Print the geohash that contains a place",
    operands: [OperandSpec("LAT,LON", "the place, as 51.5074,-0.1278")],
    options: [Options.precision],
    examples: [
      .init("geoquery geohash encode 51.5074,-0.1278 --precision 6", "the box of about 1 km by 600 m")
    ],
    action: { invocation in
      let place = try Coordinate(argument: invocation.operand(0))
      let precision =
        try invocation.arguments.value(of: Options.precision) {
          try Int(argument: $0, in: Geohash.precisions)
        } ?? 9
      let hash = try Geohash(containing: place, precision: precision)
      var writer = try invocation.format().writer(of: .single, to: invocation.output)
      try writer.write(
        OutputRecord(
          [
            .init("geohash", .text(hash.text)),
            .init("latitude", .number(place.latitude)), .init("longitude", .number(place.longitude)),
          ], geometry: .point(place)))
      try writer.finish()
    })

  private static let decode = CommandSpec(
    name: "decode",
    summary: "Print the box and the centre of a geohash",
    operands: [OperandSpec("HASH", "a geohash of 1 to 12 characters")],
    examples: [.init("geoquery geohash decode gcpvj0 --format json", "edges and centre in degrees")],
    action: { invocation in
      let hash = try Geohash(invocation.operand(0))
      var writer = try invocation.format().writer(of: .single, to: invocation.output)
      try writer.write(CellRecord.box(of: hash))
      try writer.finish()
    })

  private static let neighbors = CommandSpec(
    name: "neighbors",
    summary: "Print the eight geohashes around one",
    discussion: "East and west go on across the 180° meridian; past a pole there is none.",
    operands: [OperandSpec("HASH", "a geohash of 1 to 12 characters")],
    examples: [.init("geoquery geohash neighbors gcpvj0", "clockwise from north")],
    action: { invocation in
      let around = try Geohash(invocation.operand(0)).neighbors
      let named: [(String, Geohash?)] = [
        ("n", around.north), ("ne", around.northeast), ("e", around.east), ("se", around.southeast),
        ("s", around.south), ("sw", around.southwest), ("w", around.west), ("nw", around.northwest),
      ]
      let format = try invocation.format()
      if format == .geojson {
        var writer = format.writer(of: .list(name: nil), to: invocation.output)
        for case (let name, let hash?) in named {
          let record = CellRecord.box(of: hash)
          try writer.write(
            OutputRecord([.init("direction", .text(name))] + record.fields, geometry: record.geometry))
        }
        try writer.finish()
      } else {
        var writer = format.writer(of: .single, to: invocation.output)
        try writer.write(
          OutputRecord(named.compactMap { name, hash in hash.map { .init(name, .text($0.text)) } }))
        try writer.finish()
      }
    })

  private static let cover = CommandSpec(
    name: "cover",
    summary: "Print geohashes that cover a circle",
    discussion:
      "No place within the distance lies outside of them. With few of them they cover more beside it.",
    operands: [OperandSpec("LAT,LON", "the centre, as 51.5074,-0.1278")],
    options: [Options.within, Options.maximumCells],
    examples: [.init("geoquery geohash cover 51.5074,-0.1278 --within 2km", "the geohashes to look into")],
    action: { invocation in
      let circle = try CoverArguments(invocation)
      let covering = Coverer(maximumCells: circle.maximumCells, levelStep: 5)
        .covering(of: circle.region, by: GeohashCell.self)
      var writer = try invocation.format().writer(of: .list(name: nil), to: invocation.output)
      // The globe as a whole has no geohash: its 32 children stand for it.
      for part in covering {
        let hashes = Geohash(part.cell).map { [$0] } ?? CellRecord.coarsestGeohashes
        for hash in hashes { try writer.write(CellRecord.covering(hash, isInside: part.isInside)) }
      }
      try writer.finish()
    })
}
