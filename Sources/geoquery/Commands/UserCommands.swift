// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// `geoquery user …`
enum UserCommands {
  static let spec = CommandSpec(
    name: "user",
    summary: "Where users live, and erasing them",
    subcommands: [HomeCommands.setPostcode, home, HomeCommands.rule, HomeCommands.reassign, erase])

  private static let user = OperandSpec("ID", "the user's id")

  private static let home = CommandSpec(
    name: "where",
    summary: "Print the area in which a user lives",
    operands: [user],
    examples: [.init("geoquery user where ada", "the area, and what it was decided by")],
    action: { invocation in
      let user = try invocation.id(0)
      try await invocation.withThreads(.read) { threads in
        guard let home = try await threads.home(of: user) else {
          throw CommandFailure(.notFound, "user \(quoted(user.text.string)) lives in no area")
        }
        try invocation.answer(OutputRecord(home, of: user))
      }
    })

  private static let erase = CommandSpec(
    name: "erase",
    summary: "Erase a user: profile, position, membership, read positions, and the name in every thread",
    discussion: """
      Messages stay without an author, or go with --messages remove. When it was interrupted the same command
      goes on. At the end all that is stored under the user's keys is looked for once more.
      """,
    operands: [user],
    options: [Options.messages],
    examples: [.init("geoquery user erase ada --messages remove", "nothing of hers is left")],
    action: { invocation in
      let user = try invocation.id(0)
      let messages = try invocation.arguments.value(of: Options.messages) { text in
        guard let messages = UserErasure.Messages(rawValue: text) else {
          throw CommandFailure.usage("\(quoted(text)) is neither keep nor remove")
        }
        return messages
      }
      try await invocation.withThreads(.write) { threads in
        let report = try await threads.erase(user, messages: messages ?? .keep)
        try invocation.answer(
          OutputRecord([
            .init("user", .text(user.text.string)),
            .init("threads", .integer(report.threads)),
            .init("entries", .integer(report.entries)),
            .init("removedTexts", .integer(report.removedTexts)),
            .init("items", .integer(report.items)),
            .init("left", .integer(report.left)),
          ]))
      }
    })
}
