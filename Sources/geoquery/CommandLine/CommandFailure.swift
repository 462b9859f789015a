// SPDX-License-Identifier: Apache-2.0

/// Why a command ended: the exit status and one sentence that says what would be right.
struct CommandFailure: Error, Equatable, CustomStringConvertible {
  let status: ExitStatus
  let description: String

  init(_ status: ExitStatus, _ description: String) {
    self.status = status
    self.description = description
  }

  /// The command line is wrong.
  static func usage(_ description: String) -> CommandFailure { CommandFailure(.badUsage, description) }
}
