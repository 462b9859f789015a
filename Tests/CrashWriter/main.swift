// SPDX-License-Identifier: Apache-2.0
import GeoDynamoSQLite
import Glibc

/// Writes to a store until it is killed or done, and tells on standard output, one `write` each, the number of every
/// operation that was acknowledged.
///
///     crash-writer <store> full|normal <prefix> <first operation> <number of operations>
enum CrashWriter {
  static func run(_ arguments: [String]) async throws {
    guard arguments.count == 6, let first = Int(arguments[4]), let count = Int(arguments[5]) else { exit(64) }
    let store = try SQLiteStore.open(
      arguments[1], mode: .create, durability: arguments[2] == "full" ? .full : .normal,
      busyTimeout: .seconds(30))
    let script = CrashScript(prefix: arguments[3])
    for operation in first..<first + count {
      try await script.run(operation, on: store)
      let line = Array("\(operation)\n".utf8)
      guard unsafe write(1, line, line.count) == line.count else { exit(74) }
    }
    store.close()
  }
}

try await CrashWriter.run(CommandLine.arguments)
