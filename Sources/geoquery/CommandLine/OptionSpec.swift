// SPDX-License-Identifier: Apache-2.0

/// An option of the command line: `--name VALUE`, or `--name` alone for a flag.
struct OptionSpec: Sendable {
  /// What a shell offers as the value.
  enum Completion: Sendable, Equatable {
    case nothing
    case files
    case choices([String])
  }

  /// The name without its two hyphens.
  let name: String
  /// How the help calls the value; nil for a flag.
  let value: String?
  /// Half a sentence for the help.
  let summary: String
  /// Whether it may be given more than once.
  let repeats: Bool
  /// Whether every command that has it needs it.
  let isRequired: Bool
  let completion: Completion

  /// An option with a value.
  init(
    _ name: String, _ value: String, _ summary: String, repeats: Bool = false, isRequired: Bool = false,
    completion: Completion = .nothing
  ) {
    self.name = name
    self.value = value
    self.summary = summary
    self.repeats = repeats
    self.isRequired = isRequired
    self.completion = completion
  }

  /// A flag.
  init(flag name: String, _ summary: String) {
    self.name = name
    value = nil
    self.summary = summary
    repeats = true
    isRequired = false
    completion = .nothing
  }

  /// How the help writes it: `--within DISTANCE`.
  var usage: String { value.map { "--\(name) \($0)" } ?? "--\(name)" }
}
