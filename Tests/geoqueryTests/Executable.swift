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
    try process.run()
    process.waitUntilExit()
    return Result(
      status: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
      output: try String(contentsOf: names[1], encoding: .utf8),
      messages: try String(contentsOf: names[2], encoding: .utf8))
  }

  /// The program beside the test bundle.
  static let url: URL = {
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: bundle).deletingLastPathComponent().appendingPathComponent("geoquery")
  }()
}
