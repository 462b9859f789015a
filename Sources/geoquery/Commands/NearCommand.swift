// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoHash

/// `geoquery near` and `geoquery nearest`
enum NearCommand {
  static let near = ShapeCommand(
    name: "near",
    summary: "List the objects within a distance, nearest first",
    discussion: """
      The distance is inclusive. With --limit the answer ends with a cursor if there is more: in json as "cursor",
      else on standard error; --after goes on from there. Matches carry the attributes of the collection's index.
      """,
    operands: [place], options: [Options.of, Options.within],
    examples: [
      .init("geoquery near 51.5074,-0.1278 --within 2km", "who is within 2 km of a place"),
      .init("geoquery near -17.8,179.9 --within 1000km --limit 10 --format ndjson", "the ten nearest"),
      .init("geoquery near --of ada --within 5mi --where kind=taxi", "taxis around an object"),
      .init(
        "geoquery near 51.5,-0.1 --within 2km --seen-within 10min --exclude ada",
        "who came there in the last ten minutes, without ada"),
      .init(
        "geoquery near 51.5,-0.1 --within 500km --max-items 10000", "refused if it would read more than that"),
    ],
    query: { invocation, arguments in
      let radius = try invocation.arguments.requiredValue(of: Options.within) { try Distance(argument: $0) }
      return try query(invocation, within: radius, arguments)
    })

  static let nearest = ShapeCommand(
    name: "nearest",
    summary: "List so many objects, the nearest to a place",
    discussion: """
      Without --within they may be anywhere on the globe. If there are more the answer ends with a cursor, as that
      of near does.
      """,
    operands: [place], options: [Options.of, Options.count, Options.withinAtMost], takesLimit: false,
    examples: [
      .init("geoquery nearest 51.5074,-0.1278 --count 10", "the ten nearest, however far"),
      .init(
        "geoquery nearest --of ada --count 3 --within 50km --where kind=taxi", "three taxis around an object"),
    ],
    query: { invocation, arguments in
      arguments.limit = try invocation.arguments.requiredValue(of: Options.count) {
        try Int(argument: $0, in: 1...Int.max)
      }
      let radius = try invocation.arguments.value(of: Options.withinAtMost) { try Distance(argument: $0) }
      return try query(invocation, within: radius ?? Earth.halfCircumference, arguments)
    })

  private static let place = OperandSpec("LAT,LON", "where to measure from, as 51.5074,-0.1278", .optional)

  private static func query(
    _ invocation: Invocation, within radius: Distance, _ arguments: QueryArguments
  ) throws -> ShapeCommand.Query {
    let center = try invocation.arguments.operands.first.map { try Coordinate(argument: $0) }
    let id = try invocation.arguments.value(of: Options.of) { try ObjectID($0) }
    guard (center == nil) != (id == nil) else {
      throw CommandFailure.usage("give either LAT,LON or --of ID")
    }
    return { [arguments] index in
      if let id {
        index.near(
          of: id, within: radius, limit: arguments.limit, after: arguments.cursor, where: arguments.filter,
          options: arguments.options)
      } else {
        index.near(
          center!, within: radius, limit: arguments.limit, after: arguments.cursor, where: arguments.filter,
          options: arguments.options)
      }
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
