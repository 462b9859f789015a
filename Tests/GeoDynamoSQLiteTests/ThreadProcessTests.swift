// SPDX-License-Identifier: Apache-2.0
import Foundation
import GeoDynamo
import GeoDynamoSQLite
import TestSupport
import Testing

/// Threads of one file that several processes use, some of which are killed.
@Suite(.serialized)
struct ThreadProcessTests {
  @Test func aThousandJoinsFromFourProcessesMakeOneThreadOfAThousand() async throws {
    let directory = try TemporaryDirectory()
    // The file is made first, so that all four begin at the same moment.
    try directory.store().close()
    let writers = try (0..<4).map {
      try ThreadProcess(in: directory, ["join", "gb-outcode/SW1A", "p\($0)-", "250"])
    }
    for writer in writers { #expect(writer.wait() == 0) }
    let store = try SQLiteStore.open(directory.file(), mode: .readOnly)
    let survey = try await ThreadSurvey(store)
    #expect(survey.problems == [])
    #expect(survey.pending == [:])
    #expect(survey.members["gb-outcode#SW1A"]?.count == 1000)
    #expect(survey.logs.mapValues(\.count) == ["gb-outcode#SW1A": 1001])
    #expect(try await ChatThreads(in: store).memberCount(of: AreaID("gb-outcode/SW1A")) == 1000)
  }

  @Test func killedProcessesLeaveWhatTheNextOneSetsRight() async throws {
    let directory = try TemporaryDirectory()
    try directory.store().close()
    var generator = SeededGenerator(seed: 7)
    var acknowledged: [String] = []
    var leftovers = 0
    for round in 0..<8 {
      let writers = try (0..<2).map {
        try ThreadProcess(in: directory, ["random", "r\(round)p\($0)", "\(round * 2 + $0 + 1)", "100000"])
      }
      try await Task.sleep(for: .milliseconds(Int.random(in: 40...200, using: &generator)))
      for writer in writers { writer.kill() }
      for writer in writers { acknowledged += try writer.lines() }
      let store = try SQLiteStore.open(directory.file(), mode: .readWrite)
      let before = try await ThreadSurvey(store)
      #expect(before.problems == [], "round \(round)")
      leftovers += before.pending.values.map(\.count).reduce(0, +)
      // Whoever writes next, here somebody who joins, writes what was left.
      let threads = ChatThreads(in: store)
      for area in try await areas(of: store) { try await threads.join("next", area) }
      let after = try await ThreadSurvey(store)
      #expect(after.problems == [], "round \(round)")
      #expect(after.pending == [:], "round \(round)")
      let entries = after.logs.mapValues { log in
        Dictionary(log.map { ($0.sequence, $0) }) { first, _ in first }
      }
      for line in acknowledged {
        let parts = line.split(separator: " ")
        let area = try AreaID(String(parts[0]))
        let entry = entries[UTF8String("\(area.set)#\(area.id)")]?[Int(parts[1])!]
        #expect(entry?.kind == "message", "round \(round): \(line)")
      }
      acknowledged = []
      store.close()
    }
    #expect(leftovers > 0, "no process was killed between joining and the log; make more rounds")
  }

  private func areas(of store: SQLiteStore) async throws -> [AreaID] {
    let page = try await store.query(QueryRequest(partition: "threads#s"))
    return try page.items.compactMap { try $0["sk"]?.string.map { try AreaID(set: "s", id: $0.string) } }
  }
}

/// A run of `thread-writer` in a process of its own.
private final class ThreadProcess {
  private let process = Process()
  private let output: String

  init(in directory: TemporaryDirectory, _ arguments: [String]) throws {
    output = directory.file("output-\(UUID().uuidString)")
    _ = FileManager.default.createFile(atPath: output, contents: nil)
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    process.executableURL = URL(filePath: tests).deletingLastPathComponent().appending(path: "thread-writer")
    process.arguments = [directory.file()] + arguments
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: output))
    try process.run()
  }

  func kill() {
    Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  func wait() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// The lines written so far. A line cut off is none.
  func lines() throws -> [String] {
    try String(contentsOfFile: output, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }
}
