// SPDX-License-Identifier: Apache-2.0
import Foundation
import GeoDynamoSQLite
import TestSupport
import Testing

@testable import crash_writer

/// A process that is killed loses no acknowledged write and leaves a sound store.
@Suite(.serialized)
struct CrashTests {
  @Test func everyAcknowledgedWriteSurvivesTheKill() async throws {
    let directory = try TemporaryDirectory()
    let script = CrashScript(prefix: "a")
    var generator = SeededGenerator(seed: 2026)
    var state: CrashScript.State = [:]
    var next = 0
    var killedMidway = 0
    for round in 0..<30 {
      let writer = try WriterProcess(in: directory, first: next, count: 1_000_000)
      try await Task.sleep(for: .milliseconds(Int.random(in: 5...120, using: &generator)))
      writer.kill()
      let acknowledged = try writer.acknowledged()
      let end = next + acknowledged.count
      try #require(acknowledged == Array(next..<end), "seed 2026, round \(round)")
      for operation in acknowledged { script.apply(operation, to: &state) }
      if !acknowledged.isEmpty { killedMidway += 1 }
      next = end

      let store = try SQLiteStore.open(directory.file(), mode: .create)
      #expect(try store.check().problems == [], "seed 2026, round \(round)")
      let found = try await store.scriptState()
      store.close()
      guard found != state else { continue }
      // The one in flight may have been committed before it could be acknowledged.
      script.apply(next, to: &state)
      try #require(found == state, "seed 2026, round \(round), after operation \(next)")
      next += 1
    }
    #expect(killedMidway >= 15, "\(killedMidway) of 30 kills met a writer at work; make the delays longer")
  }

  @Test func twoProcessesWriteToOneStore() async throws {
    let directory = try TemporaryDirectory()
    let writers = try ["a", "b"].map { try WriterProcess(in: directory, prefix: $0, count: 400) }
    for writer in writers {
      #expect(writer.wait() == 0)
      #expect(try writer.acknowledged() == Array(0..<400))
    }
    var state: CrashScript.State = [:]
    for prefix in ["a", "b"] {
      for operation in 0..<400 { CrashScript(prefix: prefix).apply(operation, to: &state) }
    }
    let store = try SQLiteStore.open(directory.file(), mode: .readOnly)
    #expect(try await store.scriptState() == state)
    #expect(try store.check().problems == [])
  }

  @Test func readsSeeWhatAnotherProcessWrites() async throws {
    let directory = try TemporaryDirectory()
    let store = try directory.store()
    #expect(try await store.scriptState() == [:])
    let writer = try WriterProcess(in: directory, count: 6)
    #expect(writer.wait() == 0)
    var state: CrashScript.State = [:]
    for operation in 0..<6 { CrashScript(prefix: "a").apply(operation, to: &state) }
    #expect(try await store.scriptState() == state)
  }

  @Test(arguments: [":memory:", "file:store?mode=memory", "-store"])
  func aNameIsNeverTakenForOneOfSQLitesOwn(name: String) throws {
    let directory = try TemporaryDirectory()
    let writer = try WriterProcess(in: directory, store: name, count: 1)
    #expect(writer.wait() == 0)
    #expect(FileManager.default.fileExists(atPath: directory.file(name)))
  }
}
