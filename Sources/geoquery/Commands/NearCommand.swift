// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoHash

/// `geoquery near`
enum NearCommand {
  static let spec = CommandSpec(
    name: "near",
    summary: "List the objects within a distance, nearest first",
    discussion: """
      The distance is inclusive. With --limit the answer ends with a cursor if there is more: in json as "cursor",
      else on standard error; --after goes on from there. Matches carry the attributes of the collection's index.
      """,
    usage: "LAT,LON|--of ID --within DISTANCE [--limit N] [--after CURSOR] [--where KEY=VALUE…]",
    operands: [OperandSpec("LAT,LON", "where to measure from, as 51.5074,-0.1278", .optional)],
    options: [Options.of, Options.within, Options.limit, Options.after, Options.filter],
    examples: [
      .init("geoquery near 51.5074,-0.1278 --within 2km", "who is within 2 km of a place"),
      .init("geoquery near -17.8,179.9 --within 1000km --limit 10 --format ndjson", "the ten nearest"),
      .init("geoquery near --of ada --within 5mi --where kind=taxi", "taxis around an object"),
    ],
    action: run)

  private static func run(_ invocation: Invocation) async throws {
    let arguments = invocation.arguments
    let radius = try arguments.requiredValue(of: Options.within) { try Distance(argument: $0) }
    let limit = try arguments.value(of: Options.limit) { try Int(argument: $0, in: 1...Int.max) }
    let cursor = try arguments.value(of: Options.after) { try Cursor($0) }
    let filter = try Filter(arguments)
    let format = try invocation.format()
    let center = try arguments.operands.first.map { try Coordinate(argument: $0) }
    let id = try arguments.value(of: Options.of) { try ObjectID($0) }
    guard (center == nil) != (id == nil) else {
      throw CommandFailure.usage("give either LAT,LON or --of ID")
    }
    try await invocation.reading { index in
      let matches =
        if let id {
          index.near(of: id, within: radius, limit: limit, after: cursor, where: filter)
        } else {
          index.near(center!, within: radius, limit: limit, after: cursor, where: filter)
        }
      var writer = format.writer(of: .list(name: "matches"), to: invocation.output)
      var next: Cursor?
      if limit == nil {
        for try await match in matches { try writer.write(OutputRecord(match)) }
      } else {
        let page = try await matches.page()
        for match in page.matches { try writer.write(OutputRecord(match)) }
        next = page.next
      }
      try writer.finish([.init("cursor", next.map { .text($0.text) } ?? .null)])
      if let next, format != .json { invocation.messages.say("more with --after \(next.text)") }
    }
  }
}

extension Filter {
  /// The filter of every `--where`; nil when there is none. A value that may be read as a number or a truth value
  /// matches that and the text.
  init?(_ arguments: Arguments) throws {
    var filter: Filter?
    for text in arguments.all(Options.filter) {
      let pair = try KeyValueArgument(text)
      var values: Set = [pair.value, .string(UTF8String(pair.text))]
      if let truth = Bool(pair.text) { values.insert(.bool(truth)) }
      let part = Filter.attribute(pair.key, isAnyOf: values)
      filter = filter?.and(part) ?? part
    }
    guard let filter else { return nil }
    self = filter
  }
}
