// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import Testing

extension ThreadClaims {
  static let erasing: [Claim] = [
    Claim("erasing takes a user's name from everything and leaves the messages") { table in
      let threads = ChatThreads(in: table)
      try await fill(threads, table)
      let report = try await threads.erase("ada")
      #expect(report.left == 0)
      #expect(report.threads == 2)
      #expect(report.entries == 9)
      #expect(report.removedTexts == 0)
      try await expectForgotten("ada", table)
      let events = try await threads.log(of: area, withReplyTexts: true).events
      #expect(events.filter { $0.user == nil && $0.kind != .created }.count == 7)
      #expect(events.compactMap { $0.text?.text } == ["changed", "ada replies", "bob replies", "bob"])
      #expect(try await threads.memberCount(of: area) == 1)
      #expect(try await threads.memberCount(of: other) == 0)
      try await expectSound(table)
    },
    Claim("erasing with messages leaves no text, and who follows is told") { table in
      let threads = ChatThreads(in: table)
      try await fill(threads, table)
      let before = try await threads.lastEvent(of: area).sequence
      let report = try await threads.erase("ada", messages: .remove)
      #expect(report.left == 0)
      #expect(report.removedTexts == 2)
      try await expectForgotten("ada", table)
      let events = try await threads.log(of: area, withReplyTexts: true).events
      #expect(events.compactMap { $0.text?.text } == ["bob replies", "bob"])
      #expect(events.filter { $0.sequence > before }.map(\.kind) == [.left, .deleted, .deleted])
      let items = try await table.pages(ScanRequest()).flatMap(\.items)
      #expect(!items.contains { "\($0)".contains("ada replies") || "\($0)".contains("changed") })
      try await expectSound(table)
    },
    Claim("an erased user may come back as somebody new") { table in
      let threads = ChatThreads(in: table)
      try await fill(threads, table)
      try await threads.erase("ada")
      await expectError(.objectNotFound) { try await threads.erase("ada") }
      try await threads.join("ada", area)
      await expectError(.messageNotFound) { try await threads.edit(3, to: text("x"), in: area, by: "ada") }
      try await expectSound(table)
    },
    Claim("who is erased while he writes and moves leaves nothing behind") { table in
      let threads = ChatThreads(in: table)
      try await fill(threads, table)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<8 {
          group.addTask {
            for step in 0..<20 {
              do {
                if number == 0 {
                  try await threads.join("ada", step % 2 == 0 ? area : other)
                } else {
                  try await threads.post(text("ada \(step)"), in: area, by: "ada")
                }
              } catch let error as StoreError {
                #expect([.threadNotFound, .userErased].contains(error.code), "\(error)")
                if error.code == .userErased { return }
              }
            }
          }
        }
        group.addTask { try await threads.erase("ada") }
        try await group.waitForAll()
      }
      // He may have joined again after the end.
      _ = try? await threads.erase("ada")
      try await expectForgotten("ada", table)
      try await expectSound(table)
    },
    Claim("erasing that failed at any write goes on, with its first choice") { table in
      let plain = ChatThreads(in: table)
      try await fill(plain, table)
      var failures = 0
      for writes in 0... {
        let threads = ChatThreads(in: FailingTable(table, afterWrites: writes))
        do {
          try await threads.erase("ada", messages: writes <= 1 ? .remove : .keep)
          break
        } catch is FailingTable.Failure {
          failures += 1
          // Before the first write nothing has begun; after it he is kept out.
          if writes > 0 { await expectError(.userErased) { try await plain.join("ada", area) } }
        }
        guard failures < 100 else { throw EndlessPages() }
      }
      #expect(failures > 3)
      try await expectForgotten("ada", table)
      #expect(
        try await plain.log(of: area, withReplyTexts: true).events.compactMap { $0.text?.text } == [
          "bob replies", "bob",
        ])
      try await expectSound(table)
    },
  ]

  static let reassigning: [Claim] = [
    Claim("a new version of the areas moves those whose area is another one") { table in
      let threads = ChatThreads(in: table)
      for number in 0..<10 {
        try await threads.join(try ObjectID("u\(number)"), number < 5 ? area : other, version: 1)
      }
      try await threads.join("new", area, version: 2)
      let third = try AreaID(set: area.set, id: "SW1B")
      var moves: [Reassignment.Move] = []
      let result = try await threads.reassign(area.set, to: 2) {
        moves.append($0)
      } area: { user, home in
        #expect(home.version == 1)
        return switch user {
        case "u0", "u7": third
        case "u1": nil
        case "u8": area
        default: home.area
        }
      }
      #expect(result.moved == 4)
      #expect(result.stayed == 6)
      #expect(
        Set(moves) == [
          .init(user: "u0", old: area, new: third), .init(user: "u7", old: other, new: third),
          .init(user: "u1", old: area, new: nil), .init(user: "u8", old: other, new: area),
        ])
      #expect(try await threads.home(of: "u0").map { [$0.version] } == [2])
      #expect(try await threads.home(of: "u2").map { [$0.version] } == [2])
      let again = try await threads.reassign(area.set, to: 2) { _, _ in
        Issue.record("nobody is left")
        return nil
      }
      #expect(again.moved + again.stayed == 0)
      try await expectSound(table)
    },
    Claim("a re-assignment that was interrupted goes on and moves everybody once") { table in
      struct Interrupted: Error {}
      let threads = ChatThreads(in: table)
      for number in 0..<12 {
        let area = try AreaID(set: "s", id: "a\(number % 4)")
        try await threads.join(try ObjectID("u\(number)"), area, version: 1)
      }
      var moved: [ObjectID] = []
      var interruptions = 0
      while true {
        do {
          var budget = 2
          try await threads.reassign("s", to: 5) {
            moved.append($0.user)
          } area: { _, _ in
            budget -= 1
            if budget < 0 { throw Interrupted() }
            return try AreaID(set: "s", id: "everybody")
          }
          break
        } catch is Interrupted {
          interruptions += 1
        }
      }
      #expect(interruptions == 6 || interruptions == 5)
      #expect(moved.count == 12)
      #expect(Set(moved).count == 12)
      #expect(try await threads.memberCount(of: AreaID(set: "s", id: "everybody")) == 12)
      try await expectSound(table)
    },
  ]

  static let following: [Claim] = [
    Claim("a feed delivers what is there and what comes, each entry once and in order") { table in
      let threads = ChatThreads(in: table)
      try await threads.join("ada", area)
      try await threads.join("bob", area)
      for number in 0..<250 { try await threads.post(text("\(number)"), in: area, by: "ada") }
      let feed = threads.feed(of: area, as: "bob", from: 2, signal: PollingSignal(every: .milliseconds(1)))
      async let found: [Int64] = {
        var found: [Int64] = []
        for try await event in feed {
          found.append(event.sequence)
          if event.text?.text == "end" { break }
        }
        return found
      }()
      for number in 0..<20 { try await threads.post(text("later \(number)"), in: area, by: "ada") }
      let last = try await threads.post(text("end"), in: area, by: "ada").sequence
      #expect(try await found == Array(2...last))
    },
    Claim("a feed ends when its reader is no member any more") { table in
      let threads = ChatThreads(in: table)
      try await threads.join("ada", area)
      try await threads.join("bob", area)
      let feed = threads.feed(of: area, as: "bob", signal: PollingSignal(every: .milliseconds(1)))
      var walk = feed.makeAsyncIterator()
      for _ in 0..<3 { _ = try await walk.next() }
      try await threads.leave("bob", area)
      try await threads.post(text("after"), in: area, by: "ada")
      await expectError(.threadNotFound) { _ = try await walk.next() }
    },
    Claim("a feed that waits ends when its task is cancelled") { table in
      let threads = ChatThreads(in: table)
      try await threads.join("ada", area)
      let feed = threads.feed(of: area, from: 3, signal: PollingSignal(every: .seconds(3600)))
      let task = Task {
        for try await _ in feed {}
      }
      try await Task.sleep(for: .milliseconds(5))
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    },
  ]

  /// Ada has lived in both areas, written, replied, edited, read and has a profile and a role.
  private static func fill(_ threads: ChatThreads, _ table: any TableStore) async throws {
    try await threads.join("ada", other)
    try await threads.join("ada", area)
    try await threads.join("bob", area)
    let message = try await threads.post(text("first"), in: area, by: "ada").sequence
    try await threads.edit(message, to: text("changed"), in: area, by: "ada")
    try await threads.reply(text("ada replies"), to: message, in: area, by: "ada")
    try await threads.reply(text("bob replies"), to: message, in: area, by: "bob")
    let second = try await threads.post(text("second"), in: area, by: "ada").sequence
    try await threads.delete(second, in: area, by: "ada")
    try await threads.post(text("bob"), in: area, by: "bob")
    try await threads.markRead(area, through: message, by: "ada")
    try await table.put(item("o#users#ada", "o", ["x": .map([:])]))
    try await table.put(item("o#users#ada", "r#admins"))
    try await table.put(item("r#admins", "u#ada"))
    try await table.put(item("o#users#adam", "o", ["x": .map([:])]))
  }

  /// No item's key or user says who it was.
  private static func expectForgotten(_ user: String, _ table: any TableStore) async throws {
    for item in try await table.pages(ScanRequest()).flatMap(\.items) {
      #expect(item["user"]?.string?.string != user)
      let keys = ["pk", "sk"].compactMap { item[$0]?.string?.string.split(separator: "#") }.joined()
      #expect(!keys.contains(Substring(user)), "\(item)")
    }
  }
}
