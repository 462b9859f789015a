// SPDX-License-Identifier: Apache-2.0

/// What a command line asks for.
enum ParsedLine: Sendable {
  /// Run the command whose names from the root down are `path`.
  case run(CommandSpec, path: [String], Arguments)
  /// Print the help of a command.
  case help(CommandSpec, path: [String])
  /// Print the version.
  case version
}
