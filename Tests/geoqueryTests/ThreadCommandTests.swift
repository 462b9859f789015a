// SPDX-License-Identifier: Apache-2.0
import Foundation
import GeoDynamo
import GeoDynamoSQLite
import TestSupport
import Testing

/// The thread and user commands as others see them.
struct ThreadCommandTests {
  private let program = try! Executable()

  /// Ada and Bob are members of gb-outcode/SW1A.
  private func filled(_ more: (ChatThreads) async throws -> Void = { _ in }) async throws {
    let store = try SQLiteStore.open(program.folder.path("geoquery.sqlite"), mode: .create)
    let threads = ChatThreads(in: store) { Timestamp(microseconds: 1_796_000_000_000_000) }
    try await threads.join("ada", AreaID("gb-outcode/SW1A"), version: 3)
    try await threads.join("bob", AreaID("gb-outcode/SW1A"), version: 3, decidedBy: .position)
    try await more(threads)
    store.close()
  }

  private func json(_ arguments: String...) throws -> Any {
    let result = try program.runAll(arguments + ["--format", "json"])
    #expect(result.status == 0, "\(arguments): \(result.messages)")
    return try JSONSerialization.jsonObject(with: Data(result.output.utf8), options: .fragmentsAllowed)
  }

  private func field<T>(_ name: String, _ value: Any) -> T? { (value as? [String: Any])?[name] as? T }

  @Test func aConversationIsWrittenAndRead() async throws {
    try await filled()
    let message = try json("thread", "post", "SW1A", "ada", "Hello \"all\"\n\u{e9}e\u{301}")
    #expect(field("sequence", message) == 4)
    #expect(field("set", message) == "gb-outcode")
    #expect(field("sequence", try json("thread", "reply", "gb-outcode/SW1A", "4", "bob", "Hi")) == 5)
    #expect(field("sequence", try json("thread", "edit", "SW1A", "5", "bob", "Hi, Ada")) == 6)
    #expect(field("sequence", try json("thread", "post", "SW1A", "bob", "oops")) == 7)
    #expect(field("sequence", try json("thread", "delete", "SW1A", "7", "bob")) == 8)
    let log = try #require(try json("thread", "read", "SW1A") as? [[String: Any]])
    #expect(
      log.map { $0["kind"] as? String } == [
        "created", "joined", "joined", "message", "reply", "edited", "message", "deleted",
      ])
    #expect(
      log.map { ($0["text"] as? String).map { Array($0.unicodeScalars) } } == [
        nil, nil, nil, Array("Hello \"all\"\n\u{e9}e\u{301}".unicodeScalars), Array("Hi, Ada".unicodeScalars),
        nil, nil, nil,
      ])
    #expect(log[4]["editedBy"] as? Int == 6)
    #expect(log[6]["deletedBy"] as? Int == 8)
    #expect(log[3]["replies"] as? Int == 1)
    let last = try #require(
      try json("thread", "read", "SW1A", "--reverse", "--limit", "2", "--as", "ada", "--mark-read")
        as? [[String: Any]])
    #expect(last.map { $0["sequence"] as? Int } == [8, 7])
    let replies = try #require(try json("thread", "read", "SW1A", "--replies", "4") as? [[String: Any]])
    #expect(replies.map { $0["text"] as? String } == ["Hi, Ada"])
    let ada = try #require(try json("thread", "list", "ada") as? [[String: Any]])
    #expect(ada.map { $0["unread"] as? Int } == [0])
    let bob = try #require(try json("thread", "list", "bob") as? [[String: Any]])
    #expect(bob.map { $0["unread"] as? Int } == [3])
    let members = try #require(try json("thread", "members", "SW1A") as? [[String: Any]])
    #expect(members.map { $0["user"] as? String } == ["ada", "bob"])
  }

  @Test func usersAreFoundLeaveAndAreErased() async throws {
    try await filled()
    let home = try json("user", "where", "bob")
    #expect(field("area", home) == "SW1A")
    #expect(field("version", home) == 3)
    #expect(field("decidedBy", home) == "position")
    #expect(field("left", try json("thread", "leave", "bob", "SW1A")) == true)
    #expect(try program.run("user", "where", "bob").status == 66)
    #expect(field("sequence", try json("thread", "post", "SW1A", "ada", "mine")) == 5)
    let erased = try json("user", "erase", "ada", "--messages", "remove")
    #expect(field("left", erased) == 0)
    #expect(field("removedTexts", erased) == 1)
    #expect(try program.run("user", "erase", "ada").status == 66)
    let log = try #require(try json("thread", "read", "SW1A", "--from", "4") as? [[String: Any]])
    #expect(log.map { $0["kind"] as? String } == ["left", "message", "left", "deleted"])
    #expect(log.map { $0["user"] as? String } == ["bob", nil, nil, nil])
  }

  @Test func whatIsNotTheUsersIsNotFound() async throws {
    try await filled()
    let foreign = try program.run("thread", "read", "SW1A", "--as", "eve")
    #expect(foreign.status == 66 && foreign.output.isEmpty)
    #expect(try program.run("thread", "post", "SW1A", "eve", "x").status == 66)
    #expect(try program.run("thread", "edit", "SW1A", "2", "ada", "x").status == 66)
    #expect(try program.run("thread", "read", "nowhere").status == 66)
    #expect(try program.run("thread", "read", "SW1A", "--store", "none.sqlite").status == 66)
    #expect(try program.run("thread", "post", "SW1A", "ada", "").status == 64)
    #expect(
      try program.run("thread", "post", "SW1A", "ada", String(repeating: "x", count: 16_385)).status == 64)
    #expect(try program.run("thread", "reply", "SW1A", "0", "ada", "x").status == 64)
    #expect(try program.run("thread", "read", "SW1A", "--mark-read").status == 64)
    #expect(try program.run("user", "erase", "ada", "--messages", "some").status == 64)
  }

  @Test func anIdInTwoSetsMustBeWrittenOut() async throws {
    try await filled { threads in try await threads.join("cy", AreaID("test/SW1A")) }
    let result = try program.run("thread", "members", "SW1A")
    #expect(result.status == 64)
    #expect(result.messages.contains("gb-outcode/SW1A, test/SW1A"))
    #expect(try program.run("thread", "members", "test/SW1A", "--format", "csv").output.contains("cy,"))
  }

  @Test func watchDeliversWhatAnotherProcessWrites() async throws {
    try await filled()
    let program = program
    async let watched = program.runAside([
      "thread", "watch", "SW1A", "--from", "3", "--limit", "3", "--as", "ada",
    ])
    #expect(try await program.runAside(["thread", "post", "SW1A", "bob", "one"]).status == 0)
    #expect(try await program.runAside(["thread", "reply", "SW1A", "4", "bob", "two"]).status == 0)
    let lines = try await watched.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.map { $0.prefix(14) } == [3, 4, 5].map { "{\"sequence\":\($0)," })
    #expect(lines.last?.contains("\"text\":\"two\"") == true)
  }
}
