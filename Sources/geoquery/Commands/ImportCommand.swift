// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import Glibc

/// `geoquery import`
enum ImportCommand {
  static let spec = CommandSpec(
    name: "import",
    summary: "Put the objects of a file into a collection, each in place of the one of its id",
    discussion: """
      Tables need a header line. The columns or members id, lat or latitude, and lon, lng, long or longitude are
      found by name; movedAt, if there is one, is a time as 2026-11-30T21:29:52Z; all others become attributes.
      In tables a number in its plainest form is stored as a number, every other text as text, and an empty cell
      not at all. Without latitude and longitude an object is kept without a position.
      """,
    operands: [OperandSpec("FILE", "the file, or - for standard input", .optional, completion: .files)],
    options: [Options.inputFormat, Options.index, Options.onError],
    examples: [
      .init(
        "geoquery import data/towns.csv --collection towns --index name,country", "fill a new collection"),
      .init("zcat users.ndjson.gz | geoquery import - --input-format ndjson", "from another program"),
      .init("geoquery import users.csv --on-error skip", "report bad rows and go on"),
    ],
    action: run)

  private static func run(_ invocation: Invocation) async throws {
    let arguments = invocation.arguments
    let path = arguments.operands.first ?? "-"
    let format = try arguments.value(of: Options.inputFormat) { try InputFormat(argument: $0) }
    let policy = try arguments.value(of: Options.onError) { try ErrorPolicy(argument: $0) } ?? .stop
    let indexed = try arguments.value(of: Options.index) { try IndexedAttributes(argument: $0) }
    let outputFormat = try invocation.format()
    if path == "-", arguments.operands.isEmpty, isatty(STDIN_FILENO) == 1 {
      throw CommandFailure.usage("give a FILE, or - to read what is typed")
    }
    let reader = try ImportReader(path: path, format: format, policy: policy)
    // A file that cannot be read makes no store.
    let first = try await reader.next(atLeast: ImportRun.batch)
    if let first, first.records.isEmpty, let error = first.end(under: policy) { throw error }
    Interruption.explainImport()
    try await invocation.creating(indexed: indexed) { index in
      var run = ImportRun(index: index, reader: reader, messages: invocation.messages, policy: policy)
      let summary = try await run.load(from: first)
      if outputFormat == .table {
        try invocation.output.write(summary.sentence + "\n")
      } else {
        try invocation.answer(summary.record)
      }
    }
  }
}

extension IndexedAttributes {
  /// Names of attributes as they are typed: `name,kind`; nothing for no attributes.
  init(argument: String) throws {
    let names =
      argument.isEmpty ? [] : argument.split(separator: ",", omittingEmptySubsequences: false).map(trimmed)
    guard names.allSatisfy({ !$0.isEmpty }) else {
      throw CommandFailure.usage("\(quoted(argument)) has an empty name; write names with commas between")
    }
    self = .only(Set(names.map { UTF8String(String($0)) }))
  }
}
