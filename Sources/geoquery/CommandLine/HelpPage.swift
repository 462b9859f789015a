// SPDX-License-Identifier: Apache-2.0

/// The help of a command as text.
struct HelpPage: CustomStringConvertible {
  let command: CommandSpec
  let path: [String]
  let everywhere: [OptionSpec]

  var description: String {
    var text = "\(command.summary).\n\nUsage: \(usage)\n"
    if !command.discussion.isEmpty { text += "\n\(command.discussion)\n" }
    text += section("Commands", command.subcommands.map { ($0.name, $0.summary) })
    text += section("Arguments", command.operands.map { ($0.name, $0.summary) })
    text += section("Options", command.options.map { ($0.usage, $0.summary) })
    text += section(
      "Options everywhere", everywhere.map { ($0.usage, $0.summary) } + [("--help", "print this help")])
    if !command.examples.isEmpty {
      text += "\nExamples:\n"
      for example in command.examples { text += "  # \(example.meaning)\n  \(example.line)\n" }
    }
    if !command.subcommands.isEmpty {
      text += "\nSee '\(path.joined(separator: " ")) COMMAND --help' for a command.\n"
    }
    return text
  }

  private var usage: String {
    let name = path.joined(separator: " ")
    if let usage = command.usage { return "\(name) \(usage)" }
    if !command.subcommands.isEmpty { return "\(name) COMMAND [OPTION…]" }
    let words =
      [name] + command.operands.map(\.usage)
      + command.options.map { $0.isRequired ? $0.usage : "[\($0.usage)]" }
    return words.joined(separator: " ")
  }

  /// Two columns, the second wrapped at 100 characters.
  private func section(_ title: String, _ rows: [(term: String, meaning: String)]) -> String {
    guard !rows.isEmpty else { return "" }
    let width = min(28, rows.map(\.term.count).max() ?? 0)
    var text = "\n\(title):\n"
    for row in rows {
      let lines = wrap(row.meaning, to: 96 - width)
      var start = "  " + row.term
      if row.term.count > width {
        text += start + "\n"
        start = "  "
      }
      for line in lines {
        text += start + String(repeating: " ", count: width + 4 - start.count) + line + "\n"
        start = ""
      }
    }
    return text
  }

  private func wrap(_ text: String, to width: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
