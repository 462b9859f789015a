// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// `geoquery thread …`
enum ThreadCommands {
  static let spec = CommandSpec(
    name: "thread",
    summary: "Chat threads of areas: their members and what they write",
    discussion: """
      An area is written as its id where only one set of areas has a thread of it, else as set/id:
      gb-outcode/SW1A. Only members read and write a thread; to everybody else it looks as if it did not exist.
      """,
    subcommands: [
      HomeCommands.join, leave, list, members, post, reply, edit, delete, ThreadReading.read,
      ThreadReading.watch,
    ])

  static let area = OperandSpec("AREA", "the area's id, or set/id")
  private static let user = OperandSpec("USER", "the user's id")
  private static let sequence = OperandSpec("SEQ", "the number of the message or reply")
  private static let text = OperandSpec("TEXT", "what it says: 1 to 16384 bytes")

  private static let leave = CommandSpec(
    name: "leave",
    summary: "Take a user out of a thread",
    operands: [user, area],
    examples: [.init("geoquery thread leave ada SW1A", "ada lives nowhere then")],
    action: { invocation in
      let user = try invocation.id(0)
      try await invocation.withThreads(.write) { threads in
        let area = try await threads.area(named: invocation.operand(1))
        try await threads.leave(user, area)
        try invocation.answer(
          OutputRecord(
            [.init("user", .text(user.text.string))] + OutputRecord.fields(of: area) + [
              .init("left", .bool(true))
            ]))
      }
    })

  private static let list = CommandSpec(
    name: "list",
    summary: "List the threads of a user, and how much of each is unread",
    operands: [user],
    examples: [.init("geoquery thread list ada --format json", "threads and unread counts")],
    action: { invocation in
      let user = try invocation.id(0)
      var writer = try invocation.listWriter()
      try await invocation.withThreads(.read) { threads in
        for membership in try await threads.threads(of: user) {
          let position = try await threads.readPosition(of: user, in: membership.area)
          try writer.write(
            OutputRecord(
              OutputRecord.fields(of: membership.area) + [
                .init("since", .time(membership.since)),
                .init("unread", .integer(position.unread)),
                .init("read", position.sequence.map { .integer(Int($0)) } ?? .null),
                .init("last", .integer(Int(position.last))),
              ]))
        }
      }
      try writer.finish()
    })

  private static let members = CommandSpec(
    name: "members",
    summary: "List the members of a thread",
    operands: [area],
    options: [Options.reader],
    examples: [.init("geoquery thread members gb-outcode/SW1A", "who is there, and since when")],
    action: { invocation in
      let reader = try invocation.reader()
      var writer = try invocation.listWriter()
      try await invocation.withThreads(.read) { threads in
        let area = try await threads.area(named: invocation.operand(0))
        var last: ObjectID?
        repeat {
          let page = try await threads.members(of: area, as: reader, after: last, limit: 1000)
          for member in page.members {
            try writer.write(
              OutputRecord([
                .init("user", .text(member.user.text.string)), .init("since", .time(member.since)),
              ]))
          }
          last = page.next
        } while last != nil
      }
      try writer.finish()
    })

  private static let post = CommandSpec(
    name: "post",
    summary: "Write a message",
    operands: [area, user, text],
    examples: [.init("geoquery thread post SW1A ada 'Hello'", "prints its number in the thread")],
    action: { invocation in
      let user = try invocation.id(1)
      let text = try MessageText(invocation.operand(2))
      try await invocation.writing { try await $0.post(text, in: $1, by: user) }
    })

  private static let reply = CommandSpec(
    name: "reply",
    summary: "Reply to a message",
    operands: [area, sequence, user, text],
    examples: [.init("geoquery thread reply SW1A 3 bob 'Hello, Ada'", "a reply to message 3")],
    action: { invocation in
      let message = try invocation.sequence(1)
      let user = try invocation.id(2)
      let text = try MessageText(invocation.operand(3))
      try await invocation.writing { try await $0.reply(text, to: message, in: $1, by: user) }
    })

  private static let edit = CommandSpec(
    name: "edit",
    summary: "Put another text in place of a message's or a reply's, which its author may",
    operands: [area, sequence, user, text],
    examples: [.init("geoquery thread edit SW1A 3 ada 'Hello!'", "the old text is gone")],
    action: { invocation in
      let message = try invocation.sequence(1)
      let user = try invocation.id(2)
      let text = try MessageText(invocation.operand(3))
      try await invocation.writing { try await $0.edit(message, to: text, in: $1, by: user) }
    })

  private static let delete = CommandSpec(
    name: "delete",
    summary: "Remove the text of a message or a reply, which its author may",
    operands: [area, sequence, user],
    examples: [.init("geoquery thread delete SW1A 3 ada", "that there was a message stays to be seen")],
    action: { invocation in
      let message = try invocation.sequence(1)
      let user = try invocation.id(2)
      try await invocation.writing { try await $0.delete(message, in: $1, by: user) }
    })
}

extension Invocation {
  /// Opens the store, lends its threads to `body`, and closes it.
  func withThreads(_ access: StoreAccess, _ body: (ChatThreads) async throws -> Void) async throws {
    _ = try format()
    try await withStore(access) { try await body(ChatThreads(in: $0)) }
  }

  /// Has `body` write to the thread that the first operand names, and prints where it stands.
  func writing(_ body: (ChatThreads, AreaID) async throws -> ThreadReceipt) async throws {
    try await withThreads(.write) { threads in
      let area = try await threads.area(named: operand(0))
      try answer(OutputRecord(try await body(threads, area), in: area))
    }
  }

  /// A writer of a list in the format asked for.
  func listWriter() throws -> any RecordWriter { try format().writer(of: .list(name: nil), to: output) }

  /// An operand that is the number of an entry.
  func sequence(_ place: Int) throws -> Int64 { Int64(try Int(argument: operand(place), in: 1...Int.max)) }

  /// Who reads.
  func reader() throws -> ObjectID? { try arguments.value(of: Options.reader) { try ObjectID($0) } }
}
