// SPDX-License-Identifier: Apache-2.0
import Foundation
import GeoDynamo
import GeoDynamoSQLite

@testable import crash_writer

/// A run of `crash-writer` in a process of its own, its output in a file.
final class WriterProcess {
  private let process = Process()
  private let output: String

  /// Starts it, under `tool` if one is given.
  init(
    in directory: TemporaryDirectory, store: String = "store", durability: String = "full",
    prefix: String = "a",
    first: Int = 0, count: Int, tool: [String] = []
  ) throws {
    output = directory.file("output-\(UUID().uuidString)")
    _ = FileManager.default.createFile(atPath: output, contents: nil)
    let writer = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let program = URL(filePath: writer).deletingLastPathComponent().appending(path: "crash-writer").path
    let command = tool + [program, store, durability, prefix, "\(first)", "\(count)"]
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = URL(filePath: directory.path)
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: output))
    try process.run()
  }

  /// Ends it as a crash does: nothing it holds in memory is saved.
  func kill() {
    Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Waits for its end; returns its exit code.
  func wait() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// The operations acknowledged so far. A line cut off is none.
  func acknowledged() throws -> [Int] {
    let text = try String(contentsOfFile: output, encoding: .utf8)
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().compactMap { Int($0) }
  }
}

extension SQLiteStore {
  /// The scripted objects that are in the store, by what placed them, in both tables.
  func scriptState() async throws -> CrashScript.State {
    try await allRows().rows.mapValues { Int($0.movedAt) }
  }
}
