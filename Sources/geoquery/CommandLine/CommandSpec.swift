// SPDX-License-Identifier: Apache-2.0

/// A command as a value: what it takes, what its help says, and what it does.
///
/// A command either has subcommands or an action.
struct CommandSpec: Sendable {
  /// A line to type and what it does.
  struct Example: Sendable {
    let line: String
    let meaning: String

    init(_ line: String, _ meaning: String) {
      self.line = line
      self.meaning = meaning
    }
  }

  typealias Action = @Sendable (Invocation) async throws -> Void

  let name: String
  /// One sentence without a full stop, for lists of commands.
  let summary: String
  /// Paragraphs below the summary.
  var discussion = ""
  /// Instead of the usage line made of operands and options.
  var usage: String?
  var operands: [OperandSpec] = []
  /// The command's own options; those of `Options.everywhere` are always taken.
  var options: [OptionSpec] = []
  var examples: [Example] = []
  var subcommands: [CommandSpec] = []
  var action: Action?

  /// The subcommand of that name.
  func subcommand(_ name: String) -> CommandSpec? {
    subcommands.first { $0.name == name }
  }
}
