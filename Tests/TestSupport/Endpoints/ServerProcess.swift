// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Synchronization

/// A program that ends with this value and with this process, however that ends.
final class ServerProcess: Sendable {
  private let process: Mutex<Process>
  /// Its end tells the shell that this process is gone.
  private let lifeline: Pipe
  private let folder: TemporaryFolder

  /// Starts `program`; what it writes goes to a file.
  init(_ program: URL, _ arguments: [String], _ environment: [String: String]) throws {
    folder = try TemporaryFolder()
    lifeline = Pipe()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", Self.script, "server", program.path] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.currentDirectoryURL = folder.url
    process.standardInput = lifeline
    let log = folder.url.appendingPathComponent("log")
    try Data().write(to: log)
    let output = try FileHandle(forWritingTo: log)
    process.standardOutput = output
    process.standardError = output
    try process.run()
    self.process = Mutex(process)
  }

  /// Becomes the program, beside a shell that ends it when standard input does. That shell makes sure that it is still the
  /// program's child: a program that has ended by itself leaves its number to others.
  private static let script = """
    exec 3<&0
    {
      read -r _ <&3
      read -r _ _ _ parent _ < /proc/self/stat
      [ "$parent" = $$ ] && kill -9 $$
    } > /dev/null 2>&1 &
    exec "$@" < /dev/null 3<&-
    """

  deinit { try? lifeline.fileHandleForWriting.close() }

  /// The last of what the program wrote.
  var messages: String {
    let text = (try? String(contentsOf: folder.url.appendingPathComponent("log"), encoding: .utf8)) ?? ""
    return String(text.suffix(2_000))
  }

  /// Waits until a server on the port answers.
  ///
  /// - Returns: false when the program has ended.
  /// - Throws: `LocalServer.Failure` after 60 s.
  func waitUntilAnswering(on port: UInt16) async throws -> Bool {
    let deadline = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < deadline {
      if LoopbackPort.answersHTTP(port) { return true }
      guard process.withLock({ $0.isRunning }) else { return false }
      try await Task.sleep(for: .milliseconds(50))
    }
    throw LocalServer.Failure(description: "nothing answers on port \(port); the server wrote: \(messages)")
  }
}
