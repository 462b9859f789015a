// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The process from its first argument to its exit status.
enum Program {
  /// Runs what the process was started with, and ends it.
  static func main() async -> Never {
    // A reader that goes away, as head does, is seen as an error of the write and not as a signal.
    _ = signal(SIGPIPE, SIG_IGN)
    let output = OutputStream(descriptor: STDOUT_FILENO, name: "standard output")
    let messages = OutputStream(descriptor: STDERR_FILENO, name: "standard error")
    let status: ExitStatus
    do {
      status = await run(try arguments(), output: output, messages: messages)
    } catch {
      messages.say("geoquery: \(error)")
      status = .badUsage
    }
    exit(status.rawValue)
  }

  /// Runs a command line that does not hold the program's name.
  static func run(_ words: [String], output: OutputStream, messages: OutputStream) async -> ExitStatus {
    var parser = LineParser(root: CommandTree.root, everywhere: Options.everywhere)
    do {
      switch try parser.parse(words) {
      case .version: try output.write("geoquery \(CommandTree.version)\n")
      case .help(let command, let path):
        try output.write(HelpPage(command: command, path: path, everywhere: Options.everywhere).description)
      case .run(let command, _, let arguments):
        try await command.action?(Invocation(arguments: arguments, output: output, messages: messages))
      }
      try output.flush()
      return .success
    } catch is ReaderGone {
      return .success
    } catch {
      try? output.flush()
      let report = ErrorReport(error)
      messages.say("geoquery: \(report.message)")
      if report.status == .badUsage {
        messages.say("See '\(parser.path.joined(separator: " ")) --help'.")
      }
      return report.status
    }
  }

  /// The arguments of the process, which must be UTF-8: a repaired id would be another one.
  private static func arguments() throws -> [String] {
    var words: [String] = []
    for place in 1..<max(1, Int(CommandLine.argc)) {
      guard let bytes = unsafe CommandLine.unsafeArgv[place] else { break }
      guard let word = unsafe String(validatingCString: bytes) else {
        throw CommandFailure.usage("argument \(place) is not valid UTF-8")
      }
      words.append(word)
    }
    return words
  }
}
