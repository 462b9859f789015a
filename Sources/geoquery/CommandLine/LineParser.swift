// SPDX-License-Identifier: Apache-2.0

/// Sorts the words of a command line by a tree of commands.
///
/// - A word with a leading hyphen is an option, except `-` alone and a hyphen before a digit or a full stop
///   (`-17.8,179.9` is a coordinate).
/// - `--name VALUE` and `--name=VALUE` mean the same; a value may begin with a hyphen only after `=` or when it is a number.
/// - After `--` every word is an operand.
/// - Options may stand anywhere after their command, those of `everywhere` also before it.
struct LineParser {
  let root: CommandSpec
  let everywhere: [OptionSpec]

  /// The path reached when an error was found, for the hint at its help.
  private(set) var path: [String] = []

  init(root: CommandSpec, everywhere: [OptionSpec]) {
    self.root = root
    self.everywhere = everywhere
  }

  /// Sorts `words`, which do not hold the program's name.
  ///
  /// - Throws: `CommandFailure` with status 64.
  mutating func parse(_ words: [String]) throws -> ParsedLine {
    var command = root
    var arguments = Arguments()
    var rest = words[...]
    path = [root.name]
    if rest.first == "help" { return try help(for: rest.dropFirst()) }
    while let word = rest.popFirst() {
      if word == "--", command.subcommands.isEmpty {
        arguments.operands += rest
        break
      }
      if word == "--help" || word == "-h" { return .help(command, path: path) }
      if word == "--version", path.count == 1 { return .version }
      if Self.isOption(word) {
        try take(word, &rest, of: command, into: &arguments)
      } else if command.subcommands.isEmpty {
        arguments.operands.append(word)
      } else {
        command = try subcommand(word, of: command)
        path.append(word)
      }
    }
    guard command.action != nil else {
      let names = command.subcommands.map(\.name).joined(separator: ", ")
      throw CommandFailure.usage(
        path.count == 1 ? "a command is missing: one of \(names)" : "\(command.name) needs one of \(names)")
    }
    try check(arguments.operands, of: command)
    return .run(command, path: path, arguments)
  }

  private mutating func help(for names: ArraySlice<String>) throws -> ParsedLine {
    var command = root
    for name in names where !Self.isOption(name) {
      command = try subcommand(name, of: command)
      path.append(name)
    }
    return .help(command, path: path)
  }

  private func subcommand(_ name: String, of command: CommandSpec) throws -> CommandSpec {
    if let found = command.subcommand(name) { return found }
    let names = command.subcommands.map(\.name)
    if names.isEmpty { throw CommandFailure.usage("\(command.name) has no subcommands") }
    let place = path.count == 1 ? "" : " of \(command.name)"
    throw CommandFailure.usage(
      "unknown command \(quoted(name))\(place)\(suggestion(for: name, among: names) ?? "; known: \(names.joined(separator: ", "))")"
    )
  }

  private func take(
    _ word: String, _ rest: inout ArraySlice<String>, of command: CommandSpec, into arguments: inout Arguments
  ) throws {
    guard word.hasPrefix("--") else {
      throw CommandFailure.usage(
        "unknown option \(quoted(word)); options begin with two hyphens, and after -- every word is an operand"
      )
    }
    let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let known = command.options + everywhere
    guard let option = known.first(where: { $0.name == name }) else {
      let hint = suggestion(for: name, among: known.map(\.name), prefix: "--") ?? ""
      throw CommandFailure.usage("unknown option \(quoted("--" + name)) of \(command.name)\(hint)")
    }
    guard option.repeats || !arguments.has(option) else {
      throw CommandFailure.usage("--\(name) is given twice")
    }
    if option.value == nil {
      guard parts.count == 1 else { throw CommandFailure.usage("--\(name) takes no value") }
      arguments.add("", to: option)
    } else if parts.count == 2 {
      arguments.add(String(parts[1]), to: option)
    } else if let value = rest.first, !Self.isOption(value), value != "--" {
      arguments.add(value, to: option)
      rest.removeFirst()
    } else {
      throw CommandFailure.usage("\(option.usage) lacks its value")
    }
  }

  private func check(_ operands: [String], of command: CommandSpec) throws {
    var left = operands.count
    for operand in command.operands {
      switch operand.count {
      case .one, .atLeastOne:
        guard left > 0 else {
          throw CommandFailure.usage("\(operand.name) is missing: \(operand.summary)")
        }
        left = operand.count == .one ? left - 1 : 0
      case .optional: left = max(0, left - 1)
      case .anyNumber: left = 0
      }
    }
    guard left == 0 else {
      throw CommandFailure.usage("\(quoted(operands[operands.count - left])) is one argument too many")
    }
  }

  private static func isOption(_ word: String) -> Bool {
    let bytes = Array(word.utf8.prefix(2))
    guard bytes.count == 2, bytes[0] == UInt8(ascii: "-") else { return false }
    return bytes[1] != UInt8(ascii: ".") && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[1])
  }
}
