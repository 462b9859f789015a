// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoHash

/// `geoquery count`
enum CountCommand {
  static let spec = CommandSpec(
    name: "count",
    summary: "Count the objects within a distance",
    discussion: """
      An exact count reads what near would read. --estimate reads no objects: it adds up the store's counts of coarse
      cells, a share of them at the border, and tells between which numbers the true one lies. --sample reads about so
      many objects in cells drawn at random and tells a margin that holds the true number in 95 of 100 samples.
      """,
    operands: [OperandSpec("LAT,LON", "where to measure from, as 51.5074,-0.1278")],
    options: [Options.within, Options.estimate, Options.sample] + QueryArguments.optionsWithoutPages,
    examples: [
      .init("geoquery count 51.5074,-0.1278 --within 2km", "how many are within 2 km"),
      .init("geoquery count 51.5074,-0.1278 --within 500km --estimate", "about how many, at once"),
      .init(
        "geoquery count 51.5,-0.1 --within 500km --where kind=taxi --sample 1000", "about how many taxis"),
    ],
    action: run)

  private static func run(_ invocation: Invocation) async throws {
    let arguments = invocation.arguments
    let center = try Coordinate(argument: invocation.operand(0))
    let radius = try arguments.requiredValue(of: Options.within) { try Distance(argument: $0) }
    let rows = try arguments.value(of: Options.sample) { try Int(argument: $0, in: 1...1_000_000_000) }
    let query = try QueryArguments(arguments)
    _ = try invocation.format()
    let isEstimate = arguments.has(Options.estimate)
    if isEstimate { try checkEstimate(arguments, isSample: rows != nil) }
    let circle = Circle(center: center, radius: radius)
    try await invocation.reading { index in
      let fields =
        if isEstimate {
          try await estimate(circle, index)
        } else if let rows {
          try await sample(circle, index, reading: rows, query)
        } else {
          [
            OutputRecord.Field(
              "count",
              .integer(try await index.count(in: circle, where: query.filter, options: query.options)))
          ]
        }
      try invocation.answer(OutputRecord(fields, geometry: .point(center)))
    }
  }

  /// Counts of cells know nothing of attributes, ids and times.
  private static func checkEstimate(_ arguments: Arguments, isSample: Bool) throws {
    if isSample { throw CommandFailure.usage("give either --estimate or --sample") }
    for option in [Options.filter, Options.seenWithin, Options.exclude] where arguments.has(option) {
      throw CommandFailure.usage("--estimate knows all objects alike; with --\(option.name) give --sample N")
    }
  }

  private static func estimate(_ circle: Circle, _ index: GeoIndex) async throws -> [OutputRecord.Field] {
    guard let estimate = try await index.estimatedCount(in: circle) else {
      throw CommandFailure(.failure, "the store keeps no counts of cells; give --sample N instead")
    }
    return [
      .init("estimate", .integer(estimate.count)), .init("atLeast", .integer(estimate.atLeast)),
      .init("atMost", .integer(estimate.atMost)), .init("cells", .integer(estimate.cells)),
    ]
  }

  private static func sample(
    _ circle: Circle, _ index: GeoIndex, reading rows: Int, _ query: QueryArguments
  ) async throws -> [OutputRecord.Field] {
    var random = SystemRandomNumberGenerator()
    let sample = try await index.sampledCount(
      in: circle, reading: rows, where: query.filter, options: query.options, using: &random)
    return [
      .init("estimate", .integer(sample.count)), .init("margin", .integer(sample.margin)),
      .init("confidence", .number(0.95)), .init("items", .integer(sample.rows)),
      .init("cells", .integer(sample.cells)),
    ]
  }
}
