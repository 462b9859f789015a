// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoHash

/// `geoquery box`, `polygon`, `ring` and `corridor`
enum RegionCommands {
  static let box = ShapeCommand(
    name: "box",
    summary: "List the objects in a box of latitudes and longitudes",
    discussion: """
      Edges belong to it. A box whose west is greater than its east crosses the 180° meridian. The order is that of the
      distance from the middle of the box.
      """,
    operands: [OperandSpec("SOUTH,WEST,NORTH,EAST", "the edges in degrees, as 51.3,-0.5,51.7,0.3")],
    options: [],
    examples: [
      .init("geoquery box 51.3,-0.5,51.7,0.3", "who is in London"),
      .init("geoquery box -25,175,-12,-170 --limit 10", "across the 180° meridian: Fiji, Tonga, Samoa"),
    ],
    query: { invocation, arguments in
      objects(in: try BoundingBox(argument: invocation.operand(0)), arguments)
    })

  static let polygon = ShapeCommand(
    name: "polygon",
    summary: "List the objects in a polygon of a GeoJSON file",
    discussion: """
      The file holds a Polygon or a MultiPolygon, alone, as a Feature, or as the only one of a FeatureCollection. Borders
      belong to it, holes do not. Edges are straight in longitude and latitude, as RFC 7946 says, so that a polygon across
      ±180° is cut into two; with --edges geodesic they are great circles that run the short way, over ±180° and poles
      too. The order is that of the distance from the middle of the polygon's box.
      """,
    operands: [OperandSpec("FILE", "a GeoJSON file, - for standard input", completion: .files)],
    options: [Options.edges],
    examples: [
      .init("geoquery polygon borough.geojson", "who is in a polygon"),
      .init("geoquery polygon - --edges geodesic --format geojson < zone.geojson", "with great-circle edges"),
    ],
    query: { invocation, arguments in
      let edges = try invocation.arguments.value(of: Options.edges, edges) ?? .planar
      return objects(in: try GeometryFile(invocation.operand(0)).polygon(edges: edges), arguments)
    })

  static let ring = ShapeCommand(
    name: "ring",
    summary: "List the objects between two distances of a place, nearest first",
    discussion: "Both distances are inclusive.",
    operands: [OperandSpec("LAT,LON", "where to measure from, as 51.5074,-0.1278")],
    options: [Options.from, Options.within],
    examples: [
      .init(
        "geoquery ring 51.5074,-0.1278 --from 1km --within 5km", "who is within 5 km, but not within 1 km")
    ],
    query: { invocation, arguments in
      let center = try Coordinate(argument: invocation.operand(0))
      let from = try invocation.arguments.requiredValue(of: Options.from) { try Distance(argument: $0) }
      let to = try invocation.arguments.requiredValue(of: Options.within) { try Distance(argument: $0) }
      return objects(in: try Ring(center: center, from: from, to: to), arguments)
    })

  static let corridor = ShapeCommand(
    name: "corridor",
    summary: "List the objects within a distance of a line of a GeoJSON file, nearest to it first",
    discussion: """
      The file holds a LineString or a MultiLineString, alone, as a Feature, or as the only one of a FeatureCollection.
      The line runs along great circles, the short way; the distance is inclusive, its ends are round.
      """,
    operands: [OperandSpec("FILE", "a GeoJSON file, - for standard input", completion: .files)],
    options: [Options.within],
    examples: [
      .init("geoquery corridor route.geojson --within 200m", "who is along a route"),
      .init("geoquery corridor route.geojson --within 2km --limit 5", "the five nearest to it"),
    ],
    query: { invocation, arguments in
      let distance = try invocation.arguments.requiredValue(of: Options.within) { try Distance(argument: $0) }
      return objects(in: try GeometryFile(invocation.operand(0)).corridor(within: distance), arguments)
    })

  private static func objects(in region: any Region, _ arguments: QueryArguments) -> ShapeCommand.Query {
    { [arguments] index in
      index.objects(
        in: region, limit: arguments.limit, after: arguments.cursor, where: arguments.filter,
        options: arguments.options)
    }
  }

  private static func edges(_ text: String) throws -> Polygon.Edges {
    switch text {
    case "planar": return .planar
    case "geodesic": return .geodesic
    default: throw CommandFailure.usage("\(quoted(text)) is neither planar nor geodesic")
    }
  }
}
