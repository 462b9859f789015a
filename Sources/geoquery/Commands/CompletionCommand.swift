// SPDX-License-Identifier: Apache-2.0

/// `geoquery completion`
enum CompletionCommand {
  static let spec = CommandSpec(
    name: "completion",
    summary: "Print a completion script for a shell",
    operands: [
      OperandSpec(
        "SHELL", "bash, zsh or fish", completion: .choices(ShellCompletion.allCases.map(\.rawValue)))
    ],
    examples: [
      .init("source <(geoquery completion bash)", "complete in this shell"),
      .init("geoquery completion fish > ~/.config/fish/completions/geoquery.fish", "complete in every fish"),
    ],
    action: run)

  private static func run(_ invocation: Invocation) async throws {
    let name = invocation.operand(0)
    guard let shell = ShellCompletion(rawValue: name) else {
      throw CommandFailure.usage("unknown shell \(quoted(name)); one of bash, zsh, fish")
    }
    try invocation.output.write(shell.script(for: CommandTree.root, everywhere: Options.everywhere))
    try invocation.output.flush()
  }
}
