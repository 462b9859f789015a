// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// `geoquery thread read` and `watch`.
enum ThreadReading {
  static let read = CommandSpec(
    name: "read",
    summary: "Print a thread's log, or the replies to a message",
    discussion:
      "The last 100 entries with --reverse, the first 100 without; --from and --limit say otherwise.",
    operands: [ThreadCommands.area],
    options: [
      Options.fromEntry, Options.reverse, Options.limit, Options.replies, Options.reader, Options.markRead,
    ],
    examples: [
      .init("geoquery thread read SW1A --reverse --limit 20", "the last twenty entries, latest first"),
      .init("geoquery thread read SW1A --from 21 --as ada --mark-read", "as a member"),
    ],
    action: { invocation in
      let arguments = invocation.arguments
      let from = try arguments.value(of: Options.fromEntry) { try Int(argument: $0, in: 1...Int.max) }
      let limit = try arguments.value(of: Options.limit) { try Int(argument: $0, in: 1...1_000_000) } ?? 100
      let message = try arguments.value(of: Options.replies) { try Int(argument: $0, in: 1...Int.max) }
      let reader = try invocation.reader()
      let marks = arguments.has(Options.markRead)
      if marks, reader == nil { throw CommandFailure.usage("--mark-read needs --as USER") }
      var writer = try invocation.listWriter()
      try await invocation.withThreads(marks ? .write : .read) { threads in
        let area = try await threads.area(named: invocation.operand(0))
        let descending = arguments.has(Options.reverse)
        let page: ThreadPage
        if let message {
          page = try await threads.replies(
            to: Int64(message), in: area, as: reader, from: from.map { Int64($0) }, descending: descending,
            limit: limit)
        } else {
          page = try await threads.log(
            of: area, as: reader, from: from.map { Int64($0) }, descending: descending, limit: limit,
            withReplyTexts: true)
        }
        for event in page.events { try writer.write(OutputRecord(event)) }
        if marks, let reader, let last = page.events.map(\.sequence).max() {
          try await threads.markRead(area, through: last, by: reader)
        }
      }
      try writer.finish()
    })

  static let watch = CommandSpec(
    name: "watch",
    summary: "Print a thread's log as it grows",
    discussion: """
      Begins after the last entry there is, or with --from at any; nothing is left out and nothing comes twice.
      Ends at an interrupt, after --limit entries, or when the user of --as is no member any more.
      A table is printed as lines of ndjson.
      """,
    operands: [ThreadCommands.area],
    options: [Options.fromEntry, Options.limit, Options.reader],
    examples: [.init("geoquery thread watch SW1A --as ada", "what is written from now on")],
    action: { invocation in
      let arguments = invocation.arguments
      let from = try arguments.value(of: Options.fromEntry) { try Int(argument: $0, in: 1...Int.max) }
      let limit = try arguments.value(of: Options.limit) { try Int(argument: $0, in: 1...Int.max) }
      let reader = try invocation.reader()
      let format = try invocation.format()
      var writer = (format == .table ? .ndjson : format).writer(of: .list(name: nil), to: invocation.output)
      try await invocation.withThreads(.read) { threads in
        let area = try await threads.area(named: invocation.operand(0))
        let first: Int64
        if let from {
          first = Int64(from)
        } else {
          first = try await threads.lastEvent(of: area, as: reader).sequence + 1
        }
        var left = limit ?? .max
        for try await event in threads.feed(of: area, as: reader, from: first) {
          try writer.write(OutputRecord(event))
          try invocation.output.flush()
          left -= 1
          if left == 0 { break }
        }
      }
      try writer.finish()
    })
}
