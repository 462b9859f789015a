// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// A query by place as a command: `near`, `box`, `polygon` and the others differ in their shape and in nothing else.
struct ShapeCommand: Sendable {
  /// A query that waits for its collection.
  typealias Query = (GeoIndex) -> Matches

  let name: String
  let summary: String
  let discussion: String
  let operands: [OperandSpec]
  /// The options that say the shape.
  let options: [OptionSpec]
  /// Whether `--limit` is taken; a command with a number of its own has none.
  var takesLimit = true
  let examples: [CommandSpec.Example]
  /// Reads the shape off the command line. It may change the limit.
  let query: @Sendable (Invocation, inout QueryArguments) throws -> Query

  /// The command that lists what the query finds.
  var spec: CommandSpec {
    CommandSpec(
      name: name, summary: summary, discussion: discussion, usage: usage(more: []), operands: operands,
      options: allOptions, examples: examples, action: list)
  }

  /// The subcommand of `explain`.
  var explainSpec: CommandSpec {
    let more = [Options.run, Options.svg]
    return CommandSpec(
      name: name, summary: "Explain how \(name) would be answered", discussion: ExplainCommand.discussion,
      usage: usage(more: more), operands: operands, options: allOptions + more,
      examples: examples.prefix(1).flatMap { example -> [CommandSpec.Example] in
        let line = example.line.replacingPrefix("geoquery ", by: "geoquery explain ")
        return [
          .init(line, "what it would read and cost"),
          .init("\(line) --run --svg query.svg", "what it did read, with a picture"),
        ]
      }, action: { try await ExplainCommand.run(self, $0) })
  }

  private var allOptions: [OptionSpec] {
    options + QueryArguments.options.filter { takesLimit || $0.name != Options.limit.name }
  }

  private func usage(more: [OptionSpec]) -> String {
    let isEither = options.contains { $0.name == Options.of.name }
    let own = options.filter { $0.name != Options.of.name }
    var words = operands.map { isEither ? "\($0.name)|--of ID" : $0.usage }
    words += (own + more).map { $0.isRequired ? $0.usage : "[\($0.usage)]" }
    return words.joined(separator: " ") + " [OPTION…]"
  }

  private func list(_ invocation: Invocation) async throws {
    var arguments = try QueryArguments(invocation.arguments)
    let format = try invocation.format()
    let query = try query(invocation, &arguments)
    let isPaged = arguments.limit != nil
    try await invocation.reading { [arguments] index in
      let matches = query(index)
      var writer = format.writer(
        of: .list(name: "matches"), to: invocation.output,
        columns: ["id", "latitude", "longitude", "distanceMeters", "movedAt"])
      var next: Cursor?
      if isPaged {
        let page = try await matches.page()
        for match in page.matches { try writer.write(OutputRecord(match)) }
        next = page.next
      } else {
        for try await match in matches { try writer.write(OutputRecord(match)) }
      }
      let cursor = next.map { arguments.text(of: $0) }
      try writer.finish([.init("cursor", cursor.map { .text($0) } ?? .null)])
      if let cursor, format != .json { invocation.messages.say("more with --after \(cursor)") }
    }
  }
}

extension String {
  /// The text with one beginning in place of another.
  fileprivate func replacingPrefix(_ prefix: String, by other: String) -> String {
    hasPrefix(prefix) ? other + dropFirst(prefix.count) : self
  }
}
