// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport

/// Runs the built `geoquery` in a folder of its own.
struct Executable {
  struct Result {
    let status: Int32
    let output: String
    let messages: String
  }

  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes a file into the folder.
  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: folder.url.appendingPathComponent(name))
  }

  /// Runs it to its end.
  func run(_ arguments: String..., input: String = "") throws -> Result {
    try runAll(arguments, input: input)
  }

  /// Runs it to its end, with `environment` over that of the test.
  func runAll(_ arguments: [String], input: String = "", environment: [String: String] = [:]) throws -> Result
  {
    let run = try prepare(arguments, input: input, environment: environment)
    try run.process.run()
    run.process.waitUntilExit()
    return try run.result()
  }

  /// Runs it to its end without holding a thread: for a program that asks an endpoint of this process.
  func runAside(
    _ arguments: [String], input: String = "", environment: [String: String] = [:]
  ) async throws -> Result {
    let run = try prepare(arguments, input: input, environment: environment)
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      run.process.terminationHandler = { _ in continuation.resume() }
      do {
        try run.process.run()
      } catch {
        run.process.terminationHandler = nil
        continuation.resume(throwing: error)
      }
    }
    return try run.result()
  }

  private struct Run {
    let process: Process
    let output: URL
    let messages: URL

    func result() throws -> Result {
      Result(
        status: process.terminationReason == .exit
          ? process.terminationStatus : -process.terminationStatus,
        output: try String(contentsOf: output, encoding: .utf8),
        messages: try String(contentsOf: messages, encoding: .utf8))
    }
  }

  private func prepare(
    _ arguments: [String], input: String, environment: [String: String]
  ) throws -> Run {
    // Files and no pipes: nothing can fill up and wait.
    let names = ["stdin", "stdout", "stderr"].map {
      folder.url.appendingPathComponent(".\($0)-\(UUID().uuidString)")
    }
    try Data(input.utf8).write(to: names[0])
    for name in names.dropFirst() { try Data().write(to: name) }
    let process = Process()
    process.executableURL = Self.url
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "GEOQUERY_STORE" }
      .merging(environment) { $1 }
    process.standardInput = try FileHandle(forReadingFrom: names[0])
    process.standardOutput = try FileHandle(forWritingTo: names[1])
    process.standardError = try FileHandle(forWritingTo: names[2])
    return Run(process: process, output: names[1], messages: names[2])
  }

  /// The program beside the test bundle.
  static let url: URL = {
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: bundle).deletingLastPathComponent().appendingPathComponent("geoquery")
  }()
}
