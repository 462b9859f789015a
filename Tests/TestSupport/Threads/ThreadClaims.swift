// SPDX-License-Identifier: Apache-2.0
import Testing
import GeoDynamo

/// What chat threads must do on every store, as claims that a test target runs on each of its stores.
public enum ThreadClaims {
  /// All claims; each needs a table of its own.
  public static var all: [Claim] {
    membership + messages + reading + access + erasing + reassigning + following
      + random
  }

  static let area = try! AreaID(set: "gb-outcode", id: "SW1A")
  static let other = try! AreaID(set: "gb-outcode", id: "EC2V")

  static func text(_ string: String) -> MessageText { try! MessageText(string) }

  static func expectSound(_ table: any TableStore, at location: SourceLocation = #_sourceLocation)
    async throws
  {
    let survey = try await ThreadSurvey(table)
    #expect(survey.problems == [], sourceLocation: location)
    #expect(survey.pending == [:], sourceLocation: location)
  }

  private static let membership: [Claim] = [
    Claim("who joins is a member, and the log says so") { table in
      let threads = ChatThreads(in: table)
      let result = try await threads.join("ada", area, version: 7, decidedBy: .position)
      #expect(result.isNew && result.left == nil)
      #expect(try await threads.home(of: "ada")?.area == area)
      #expect(try await threads.home(of: "ada")?.version == 7)
      #expect(try await threads.home(of: "ada")?.decision == .position)
      #expect(try await threads.members(of: area).members.map(\.user) == ["ada"])
      #expect(try await threads.threads(of: "ada").map(\.area) == [area])
      #expect(try await threads.memberCount(of: area) == 1)
      #expect(try await threads.log(of: area).events.map(\.kind) == [.created, .joined])
      try await expectSound(table)
    },
    Claim("joining where one is changes only what is known of the decision") { table in
      let threads = ChatThreads(in: table)
      try await threads.join("ada", area)
      let since = try await threads.home(of: "ada")?.since
      let result = try await threads.join("ada", area, version: 2, decidedBy: .position)
      #expect(!result.isNew)
      #expect(result.home.version == 2)
      #expect(result.home.since == since)
      #expect(try await threads.log(of: area).events.count == 2)
      try await expectSound(table)
    },
    Claim("who moves leaves one thread and enters the other") { table in
      let threads = ChatThreads(in: table)
      try await threads.join("ada", area)
      let result = try await threads.join("ada", other)
      #expect(result.left == area)
      #expect(try await threads.threads(of: "ada").map(\.area) == [other])
      #expect(try await threads.memberCount(of: area) == 0)
      #expect(try await threads.memberCount(of: other) == 1)
      #expect(try await threads.log(of: area).events.map(\.kind) == [.created, .joined, .left])
      try await expectSound(table)
    },
    Claim("who leaves lives nowhere and may come back") { table in
      let threads = ChatThreads(in: table)
      await expectError(.threadNotFound) { try await threads.leave("ada", area) }
      try await threads.join("ada", area)
      await expectError(.threadNotFound) { try await threads.leave("ada", other) }
      try await threads.leave("ada", area)
      #expect(try await threads.home(of: "ada") == nil)
      try await threads.join("ada", area)
      #expect(try await threads.memberCount(of: area) == 1)
      #expect(try await threads.log(of: area).events.map(\.kind) == [.created, .joined, .left, .joined])
      try await expectSound(table)
    },
    Claim("areas of two sets with one id are two threads, and a bare id names one only where it can") {
      table in
      let threads = ChatThreads(in: table)
      let (berlin, newYork) = (try AreaID("de-plz/10115"), try AreaID("us-zip/10115"))
      try await threads.join("ada", berlin)
      #expect(try await threads.area(named: "10115") == berlin)
      try await threads.join("bob", newYork)
      #expect(try await threads.memberCount(of: berlin) == 1)
      await #expect(throws: InputError.self) { try await threads.area(named: "10115") }
      #expect(try await threads.area(named: "us-zip/10115") == newYork)
      await expectError(.threadNotFound) { _ = try await threads.area(named: "us-zip/10116") }
      #expect(try await threads.areaSets() == ["de-plz", "us-zip"])
    },
    Claim("members come in pages by the bytes of their ids") { table in
      let threads = ChatThreads(in: table)
      let users: [ObjectID] = ["a", "a#b", "b", "\u{e9}", "e\u{301}", "z"]
      for user in users { try await threads.join(user, area) }
      var found: [ObjectID] = []
      var last: ObjectID?
      repeat {
        let page = try await threads.members(of: area, after: last, limit: 2)
        #expect(page.members.count <= 2)
        found += page.members.map(\.user)
        last = page.next
      } while last != nil
      #expect(found == users.sorted())
    },
    Claim("strange ids and areas are kept apart") { table in
      let threads = ChatThreads(in: table)
      let areas = try ["a", "a#0000000000000001", "a#b", "\u{e9}", "e\u{301}", "/", "\u{301}"].map {
        try AreaID(set: "s", id: $0)
      }
      for (place, area) in areas.enumerated() {
        let user = try ObjectID("u#\(place)\u{301}")
        try await threads.join(user, area)
        try await threads.post(text("in \(area)"), in: area, by: user)
        #expect(try await threads.threads(of: user).map(\.area) == [area])
        #expect(try await threads.readPosition(of: user, in: area).unread == 1)
      }
      for area in areas { #expect(try await threads.lastEvent(of: area).text?.text.string == "in \(area)") }
      for user in ["x"] as [ObjectID] {
        for area in areas {
          try await threads.join(user, area)
          #expect(try await threads.readPosition(of: user, in: area).unread == 0)
        }
        // He was in all; unread counts since he first came to each.
        try await threads.join(user, areas[0])
        try await threads.post(text("again"), in: areas[0], by: user)
        #expect(try await threads.readPosition(of: user, in: areas[0]).unread == 1)
      }
    },
  ]

  private static let messages: [Claim] = [
    Claim("texts come back byte for byte") { table in
      let threads = ChatThreads(in: table)
      try await threads.join("ada", area)
      let texts = [
        "a", "\u{0}", "a\u{0}b\u{0}", "\u{e9}", "e\u{301}", "\u{301}", "\u{FEFF}x", "\r\n",
        "\u{10FFFF}\u{FFFF}",
        "👩‍👩‍👧‍👦", " ", String(repeating: "字", count: 5461) + "a",
      ]
      for string in texts {
        let message = try await threads.post(text(string), in: area, by: "ada")
        let reply = try await threads.reply(text(string), to: message.sequence, in: area, by: "ada")
        for sequence in [message.sequence, reply.sequence] {
          let event = try await threads.event(sequence, in: area, as: "ada")
          #expect(event.text?.text.string.utf8.elementsEqual(string.utf8) == true)
        }
      }
      try await expectSound(table)
    },
    Claim("an edit replaces the text, a deletion removes it from every item") { table in
      let threads = ChatThreads(in: table)
      try await threads.join("ada", area)
      let message = try await threads.post(text("secret one"), in: area, by: "ada").sequence
      let reply = try await threads.reply(text("secret two"), to: message, in: area, by: "ada").sequence
      for sequence in [message, reply] {
        let edit = try await threads.edit(sequence, to: text("secret three"), in: area, by: "ada").sequence
        let event = try await threads.event(sequence, in: area)
        #expect(event.text == text("secret three"))
        #expect(event.editedBy == edit)
        #expect(try await threads.event(edit, in: area).target == sequence)
        let deletion = try await threads.delete(sequence, in: area, by: "ada").sequence
        #expect(try await threads.event(sequence, in: area).text == nil)
        #expect(try await threads.event(sequence, in: area).deletedBy == deletion)
        await expectError(.messageNotFound) {
          try await threads.edit(sequence, to: text("no"), in: area, by: "ada")
        }
        await expectError(.messageNotFound) { try await threads.delete(sequence, in: area, by: "ada") }
      }
      await expectError(.messageNotFound) {
        try await threads.reply(text("to nothing"), to: message, in: area, by: "ada")
      }
      let items = try await table.pages(ScanRequest()).flatMap(\.items)
      #expect(!items.contains { "\($0)".contains("secret") })
      try await expectSound(table)
    },
    Claim("only messages are replied to, and only messages and replies are changed") { table in
      let threads = ChatThreads(in: table)
      try await threads.join("ada", area)
      let message = try await threads.post(text("m"), in: area, by: "ada").sequence
      let reply = try await threads.reply(text("r"), to: message, in: area, by: "ada").sequence
      for sequence in [Int64.min, -1, 0, 1, 2, reply, reply + 1, reply + 2, 9_999_999_999_999_999, .max] {
        await expectError(.messageNotFound) {
          try await threads.reply(text("x"), to: sequence, in: area, by: "ada")
        }
      }
      for sequence in [Int64.min, 0, 1, 2, reply + 1, .max] {
        await expectError(.messageNotFound) {
          try await threads.edit(sequence, to: text("x"), in: area, by: "ada")
        }
        await expectError(.messageNotFound) { try await threads.delete(sequence, in: area, by: "ada") }
      }
      #expect(try await threads.lastEvent(of: area).sequence == reply)
    },
    Claim("replies lie apart and are counted") { table in
      let threads = ChatThreads(in: table)
      try await threads.join("ada", area)
      let first = try await threads.post(text("1"), in: area, by: "ada").sequence
      let second = try await threads.post(text("2"), in: area, by: "ada").sequence
      for number in 0..<5 {
        try await threads.reply(text("r\(number)"), to: number % 2 == 0 ? first : second, in: area, by: "ada")
      }
      #expect(try await threads.event(first, in: area).replies == 3)
      let page = try await threads.replies(to: first, in: area, as: "ada", limit: 2)
      #expect(page.events.map { $0.text?.text } == ["r0", "r2"])
      let rest = try await threads.replies(to: first, in: area, as: "ada", from: page.next)
      #expect(rest.events.map { $0.text?.text } == ["r4"])
      #expect(rest.next == nil)
      let back = try await threads.replies(to: first, in: area, as: "ada", descending: true, limit: 1)
      #expect(back.events.map { $0.text?.text } == ["r4"])
      let log = try await threads.log(of: area, from: second + 1)
      #expect(log.events.allSatisfy { $0.kind == .reply && $0.text == nil })
      let full = try await threads.log(of: area, from: second + 1, withReplyTexts: true)
      #expect(full.events.map { $0.text?.text } == ["r0", "r1", "r2", "r3", "r4"])
      try await expectSound(table)
    },
    Claim("fifty tasks post, reply and edit at once, and nothing is lost") { table in
      let threads = ChatThreads(in: table)
      try await threads.join("ada", area)
      try await threads.join("bob", area)
      let message = try await threads.post(text("begin"), in: area, by: "ada").sequence
      let sequences = try await withThrowingTaskGroup(of: Int64.self) { group in
        for number in 0..<50 {
          group.addTask {
            let user: ObjectID = number % 2 == 0 ? "ada" : "bob"
            return switch number % 5 {
            case 0, 1: try await threads.post(text("m\(number)"), in: area, by: user).sequence
            case 2, 3: try await threads.reply(text("r\(number)"), to: message, in: area, by: user).sequence
            default: try await threads.edit(message, to: text("e\(number)"), in: area, by: "ada").sequence
            }
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(sequences.sorted() == Array(message + 1...message + 50))
      #expect(try await threads.event(message, in: area).replies == 20)
      try await expectSound(table)
    },
    Claim("a refused post takes no other with it") { table in
      let threads = ChatThreads(in: table)
      try await threads.join("ada", area)
      let message = try await threads.post(text("mine"), in: area, by: "ada").sequence
      try await threads.join("bob", area)
      let codes = await withTaskGroup(of: String.self) { group in
        for number in 0..<30 {
          group.addTask {
            do {
              switch number % 3 {
              case 0: try await threads.post(text("fine"), in: area, by: "ada")
              case 1: try await threads.edit(message, to: text("not his"), in: area, by: "bob")
              default: try await threads.post(text("no member"), in: area, by: "eve")
              }
              return "fine"
            } catch {
              return (error as? StoreError)?.code.description ?? "\(error)"
            }
          }
        }
        return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
      }
      #expect(codes == ["fine": 10, "messageNotFound": 10, "threadNotFound": 10])
      #expect(
        try await threads.log(of: area, from: 5).events.map { $0.text?.text }
          == Array(repeating: "fine", count: 10))
      try await expectSound(table)
    },
  ]

  private static let reading: [Claim] = [
    Claim("pages in both directions hold every entry once") { table in
      let threads = ChatThreads(in: table)
      try await threads.join("ada", area)
      for number in 0..<23 { try await threads.post(text("\(number)"), in: area, by: "ada") }
      for limit in [1, 4, 24, 25, 26, 1000] {
        for descending in [false, true] {
          var found: [Int64] = []
          var next: Int64?
          repeat {
            let page = try await threads.log(
              of: area, as: "ada", from: next, descending: descending, limit: limit)
            #expect(page.events.count <= limit)
            found += page.events.map(\.sequence)
            next = page.next
          } while next != nil
          #expect(found == (descending ? (1...25).reversed() : Array(1...25)), "limit \(limit)")
        }
      }
      #expect(try await threads.log(of: area, from: 20).events.map(\.sequence) == Array(20...25))
      #expect(try await threads.log(of: area, from: 3, descending: true).events.map(\.sequence) == [3, 2, 1])
      #expect(try await threads.log(of: area, from: 26).events == [])
      #expect(try await threads.log(of: area, from: .max).events == [])
      #expect(try await threads.log(of: area, from: .max, descending: true, limit: 1).events.count == 1)
      #expect(try await threads.log(of: area, from: .min, descending: true).events == [])
      #expect(try await threads.log(of: area, from: .min).events.count == 25)
      await #expect(throws: InputError.limit(0)) { try await threads.log(of: area, limit: 0) }
    },
    Claim("a page of long messages is as long as asked for, though the store's pages end at 1 MB") { table in
      let threads = ChatThreads(in: table)
      try await threads.join("ada", area)
      let long = text(String(repeating: "x", count: MessageText.maximumBytes))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<15 {
          group.addTask { for _ in 0..<5 { try await threads.post(long, in: area, by: "ada") } }
        }
        try await group.waitForAll()
      }
      for descending in [false, true] {
        let page = try await threads.log(of: area, descending: descending, limit: 70)
        #expect(page.events.count == 70)
      }
    },
    Claim("unread messages are those after the position, which never moves back") { table in
      let threads = ChatThreads(in: table)
      try await threads.join("ada", area)
      for _ in 0..<3 { try await threads.post(text("before bob"), in: area, by: "ada") }
      try await threads.join("bob", area)
      #expect(try await threads.readPosition(of: "bob", in: area).unread == 0)
      let message = try await threads.post(text("1"), in: area, by: "ada").sequence
      let reply = try await threads.reply(text("2"), to: message, in: area, by: "ada").sequence
      try await threads.edit(message, to: text("3"), in: area, by: "ada")
      #expect(
        try await threads.readPosition(of: "bob", in: area)
          == ReadPosition(sequence: nil, last: reply + 1, unread: 2))
      try await threads.markRead(area, through: message, by: "bob")
      #expect(
        try await threads.readPosition(of: "bob", in: area)
          == ReadPosition(sequence: message, last: reply + 1, unread: 1))
      try await threads.markRead(area, through: 1, by: "bob")
      #expect(try await threads.readPosition(of: "bob", in: area).sequence == message)
      try await threads.markRead(area, through: reply + 1, by: "bob")
      #expect(try await threads.readPosition(of: "bob", in: area).unread == 0)
      await expectError(.messageNotFound) { try await threads.markRead(area, through: reply + 2, by: "bob") }
      try await threads.markRead(area, through: reply, by: "bob")
      #expect(try await threads.readPosition(of: "bob", in: area).sequence == reply + 1)
    },
  ]

  private static let access: [Claim] = [
    Claim("a thread that is not the user's looks like none") { table in
      let threads = ChatThreads(in: table)
      try await threads.join("ada", area)
      let message = try await threads.post(text("private"), in: area, by: "ada").sequence
      try await threads.join("bob", other)
      let nowhere = try AreaID(set: "gb-outcode", id: "ZZ99")
      let attempts: [@Sendable (AreaID) async throws -> Void] = [
        { _ = try await threads.log(of: $0, as: "bob") },
        { _ = try await threads.replies(to: message, in: $0, as: "bob") },
        { _ = try await threads.event(message, in: $0, as: "bob") },
        { _ = try await threads.lastEvent(of: $0, as: "bob") },
        { _ = try await threads.members(of: $0, as: "bob") },
        { _ = try await threads.memberCount(of: $0, as: "bob") },
        { _ = try await threads.readPosition(of: "bob", in: $0) },
        { try await threads.markRead($0, through: message, by: "bob") },
        { try await threads.post(text("x"), in: $0, by: "bob") },
        { try await threads.reply(text("x"), to: message, in: $0, by: "bob") },
        { try await threads.edit(message, to: text("x"), in: $0, by: "bob") },
        { try await threads.delete(message, in: $0, by: "bob") },
        { try await threads.leave("bob", $0) },
      ]
      for (number, attempt) in attempts.enumerated() {
        let foreign = await expectError(.threadNotFound) { try await attempt(area) }
        let missing = await expectError(.threadNotFound) { try await attempt(nowhere) }
        #expect(
          foreign?.message.replacing(area.description, with: "")
            == missing?.message.replacing(nowhere.description, with: ""),
          "attempt \(number)")
      }
      #expect(try await threads.lastEvent(of: area).sequence == message)
    },
    Claim("a member changes no other's message, and it looks like none") { table in
      let threads = ChatThreads(in: table)
      try await threads.join("ada", area)
      try await threads.join("bob", area)
      let message = try await threads.post(text("ada's"), in: area, by: "ada").sequence
      let foreign = await expectError(.messageNotFound) {
        try await threads.delete(message, in: area, by: "bob")
      }
      let missing = await expectError(.messageNotFound) { try await threads.delete(99, in: area, by: "bob") }
      #expect(foreign?.message == missing?.message.replacing("99", with: "\(message)"))
      await expectError(.messageNotFound) {
        try await threads.edit(message, to: text("x"), in: area, by: "bob")
      }
      #expect(try await threads.event(message, in: area).text == text("ada's"))
    },
    Claim("who has left neither reads nor writes") { table in
      let threads = ChatThreads(in: table)
      try await threads.join("ada", area)
      let message = try await threads.post(text("m"), in: area, by: "ada").sequence
      try await threads.join("ada", other)
      await expectError(.threadNotFound) {
        try await threads.edit(message, to: text("x"), in: area, by: "ada")
      }
      await expectError(.threadNotFound) { _ = try await threads.log(of: area, as: "ada") }
    },
  ]
}
