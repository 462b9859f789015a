// SPDX-License-Identifier: Apache-2.0
import Foundation
import GeoDynamoSQLite
import Testing

/// With durability `full`, nothing is acknowledged before the log is on the disk: seen in the system calls.
///
/// Needs `strace` and the right to trace; without them the tests fail, since they have not seen anything.
struct DurabilityTests {
  @Test func theLogIsSyncedBeforeEachAcknowledgement() throws {
    let trace = try SystemCallTrace(durability: "full", operations: 25)
    #expect(trace.acknowledgements == 25)
    #expect(trace.withoutWrite == [], "each of these was acknowledged without a write to the log before it")
    #expect(trace.unsynced == [], "each of these was acknowledged before the log was synced")
  }

  @Test func durabilityNormalDoesNotWaitForTheDisk() throws {
    let trace = try SystemCallTrace(durability: "normal", operations: 25)
    #expect(trace.acknowledgements == 25)
    #expect(trace.withoutWrite == [])
    #expect(trace.unsynced.count == 25)
  }
}

/// What `strace` saw of a run of `crash-writer`.
private struct SystemCallTrace {
  private(set) var acknowledgements = 0
  /// Acknowledgements, counted from 0, with no write to the log since the one before.
  private(set) var withoutWrite: [Int] = []
  /// Acknowledgements with writes to the log since the last completed sync that began after them.
  private(set) var unsynced: [Int] = []

  private var hasWritten = false
  private var isDirty = false
  /// By thread: a sync of the log that has begun.
  private var syncing: Set<Substring> = []

  private struct NotTraced: Error, CustomStringConvertible {
    let description: String
  }

  init(durability: String, operations: Int) throws {
    let directory = try TemporaryDirectory()
    let file = directory.file("trace")
    let writer = try WriterProcess(
      in: directory, durability: durability, count: operations,
      tool: ["strace", "-f", "-y", "-e", "trace=fdatasync,fsync,pwrite64,write", "-o", file])
    let code = writer.wait()
    let lines = (try? String(contentsOfFile: file, encoding: .utf8))?.split(separator: "\n") ?? []
    guard code == 0, !lines.isEmpty else {
      throw NotTraced(
        description: "strace could not trace crash-writer (exit code \(code)): "
          + "install strace with scripts/setup, and allow ptrace in this container")
    }
    for line in lines { read(line) }
  }

  /// A line is `<thread> call(fd</path>, …) = result`, or cut in two where another thread's came between.
  private mutating func read(_ line: Substring) {
    let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    guard parts.count == 2 else { return }
    let (thread, call) = (parts[0], parts[1].drop { $0 == " " })
    let isUnfinished = call.hasSuffix("<unfinished ...>")
    if call.hasPrefix("pwrite64("), call.contains("-wal>") {
      hasWritten = true
      isDirty = true
      // A sync under way need not hold what is written now.
      syncing = []
    } else if call.hasPrefix("fdatasync(") || call.hasPrefix("fsync("), call.contains("-wal>") {
      if isUnfinished { syncing.insert(thread) } else if call.hasSuffix("= 0") { isDirty = false }
    } else if call.hasPrefix("<... fdatasync resumed>") || call.hasPrefix("<... fsync resumed>") {
      if syncing.remove(thread) != nil, call.hasSuffix("= 0") { isDirty = false }
    } else if call.hasPrefix("write(1<") {
      if !hasWritten { withoutWrite.append(acknowledgements) }
      if isDirty { unsynced.append(acknowledgements) }
      hasWritten = false
      acknowledgements += 1
    }
  }
}
