// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoHash

/// `geoquery count`
enum CountCommand {
  static let spec = CommandSpec(
    name: "count",
    summary: "Count the objects within a distance",
    operands: [OperandSpec("LAT,LON", "where to measure from, as 51.5074,-0.1278")],
    options: [Options.within, Options.filter],
    examples: [.init("geoquery count 51.5074,-0.1278 --within 2km", "how many are within 2 km")],
    action: run)

  private static func run(_ invocation: Invocation) async throws {
    let center = try Coordinate(argument: invocation.operand(0))
    let radius = try invocation.arguments.requiredValue(of: Options.within) { try Distance(argument: $0) }
    let filter = try Filter(invocation.arguments)
    _ = try invocation.format()
    try await invocation.reading { index in
      let count = try await index.count(near: center, within: radius, where: filter)
      try invocation.answer(OutputRecord([.init("count", .integer(count))], geometry: .point(center)))
    }
  }
}
