// SPDX-License-Identifier: Apache-2.0
import GeoHash

/// `geoquery distance`
enum DistanceCommand {
  static let spec = CommandSpec(
    name: "distance",
    summary: "Measure the great-circle distance between two places",
    discussion: "The earth is a sphere of radius 6371.0088 km; real distances differ by at most 0.6 %.",
    operands: [
      OperandSpec("LAT,LON", "where to measure from, as 51.5074,-0.1278"),
      OperandSpec("LAT,LON", "where to measure to"),
    ],
    examples: [
      .init("geoquery distance 51.5074,-0.1278 48.8566,2.3522", "London to Paris"),
      .init("geoquery distance -17.8,179.9 -17.8,-179.9 --format json", "across the 180° meridian"),
    ],
    action: run)

  private static func run(_ invocation: Invocation) async throws {
    let start = try Coordinate(argument: invocation.operand(0))
    let end = try Coordinate(argument: invocation.operand(1))
    var writer = try invocation.format().writer(of: .single, to: invocation.output)
    try writer.write(
      OutputRecord(
        [
          .init("distanceMeters", .meters(start.distance(to: end).meters)),
          .init("initialBearingDegrees", .number(start.initialBearing(to: end))),
          .init("from", .coordinate(start)),
          .init("to", .coordinate(end)),
        ], geometry: .line([start, end])))
    try writer.finish()
  }
}
