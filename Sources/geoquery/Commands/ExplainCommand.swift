// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoHash

/// `geoquery explain …`
enum ExplainCommand {
  static let spec = CommandSpec(
    name: "explain",
    summary: "Tell what a query would read and cost, and with --run what it did",
    subcommands: [
      NearCommand.near, NearCommand.nearest, RegionCommands.box, RegionCommands.polygon, RegionCommands.ring,
      RegionCommands.corridor,
    ].map(\.explainSpec))

  static let discussion = """
    Prints the cells that cover the shape, the ranges of the index they make, what reading these should cost here and
    on DynamoDB, and what that rests on; it reads no objects. With --run the query is carried out and the estimate
    compared with what happened. --svg draws it all; --format geojson prints the cells, for a map.
    """

  static func run(_ command: ShapeCommand, _ invocation: Invocation) async throws {
    var arguments = try QueryArguments(invocation.arguments)
    let format = try invocation.format()
    let query = try command.query(invocation, &arguments)
    let isRun = invocation.arguments.has(Options.run)
    try await invocation.reading { index in
      let matches = query(index)
      let explanation = try await matches.explain()
      if isRun, let refusal = explanation.refusal { throw refusal }
      let subject = ExplainedQuery(
        name: command.name, collection: index.collection.description, explanation: explanation,
        page: isRun ? try await matches.page() : nil)
      switch format {
      case .table: try invocation.output.write(ExplanationText(subject).description)
      case .geojson: try write(ExplanationFeatures(subject).records, invocation, format, .list(name: nil))
      case .json, .ndjson, .csv:
        try write([ExplanationRecord(subject).record], invocation, format, .single)
      }
      try invocation.output.flush()
      guard let path = invocation.arguments[Options.svg] else { return }
      try OutputFile.write(ExplanationPicture(subject).svg, to: path)
      if format == .table { invocation.messages.say("drawn into \(printable(path))") }
    }
  }

  private static func write(
    _ records: [OutputRecord], _ invocation: Invocation, _ format: OutputFormat, _ shape: OutputShape
  ) throws {
    var writer = format.writer(of: shape, to: invocation.output)
    for record in records { try writer.write(record) }
    try writer.finish()
  }
}
