// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Types what README.md shows after `$` and compares what comes with what it shows.
///
/// Moments, durations and cursors differ from run to run; they are compared as words.
@Suite struct ReadmeSessionTests {
  @Test func everyCommandPrintsWhatTheReadmeShows() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      at: folder.url.appendingPathComponent("data"),
      withDestinationURL: Repository.root.appendingPathComponent("data"))
    let readme = try String(contentsOf: Repository.root.appendingPathComponent("README.md"), encoding: .utf8)
    var steps: [(command: String, output: [String])] = []
    for block in readme.components(separatedBy: "```console\n").dropFirst() {
      for line in block.components(separatedBy: "\n```")[0].components(separatedBy: "\n") {
        if line.hasPrefix("$ ") {
          steps.append((String(line.dropFirst(2)), []))
        } else {
          steps[steps.count - 1].output.append(line)
        }
      }
    }
    #expect(steps.count > 8)
    for step in steps {
      let output = try shell(step.command, in: folder.url)
      #expect(plain(output) == plain(step.output.joined(separator: "\n")), "$ \(step.command)")
    }
  }

  private func shell(_ command: String, in folder: URL) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "exec 2>&1; \(command)"]
    process.currentDirectoryURL = folder
    var environment = ProcessInfo.processInfo.environment
    let products = Bundle.main.bundleURL.path
    environment["PATH"] = "\(products):\(environment["PATH"] ?? "/usr/bin:/bin")"
    process.environment = environment
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }

  /// The text with everything that differs from run to run replaced, and no spaces at the ends of lines.
  private func plain(_ text: String) -> [String] {
    text.replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/, with: "MOMENT")
      .replacing(/\ in (TIME|[\d.]+ (ms|s|min))/, with: " in TIME")
      .replacing(/planning .*/, with: "DURATIONS")
      .replacing(/--after [A-Za-z0-9_-]+/, with: "--after CURSOR")
      .split(separator: "\n")
      .map { String($0).replacing(/\ +$/, with: "") }
  }
}
