// SPDX-License-Identifier: Apache-2.0

import Foundation
import GeoDynamo
import GeoDynamoSQLite

/// Chat threads on SQLite: what a page of a thread of a million entries costs, and how many posts a second are taken.
enum ThreadBenchmark {
  private static let events = 1_000_000
  private static let pageSize = 100
  private static let pages = 500
  private static let seed: UInt64 = 15

  static func run(_ report: inout Report) async throws {
    let folder = Folders.build + "/threads-\(ProcessInfo.processInfo.processIdentifier)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await posting(in: folder, &report)
    try await paging(in: folder, &report)
  }

  // MARK: - Posts a second

  private static func posting(in folder: String, _ report: inout Report) async throws {
    print("messages of 40 bytes, each acknowledged when it is durable in the mode named; wall time\n")
    report.heading(
      "posts a second", ["posts", "at once", "a second"], width: 14)
    for durability in [SQLiteStore.Durability.full, .normal] {
      let mode = durability == .full ? "FULL" : "NORMAL"
      for (name, threads, writers, posts) in [
        ("one writer", 1, 1, 2_000), ("one thread", 1, 1_000, 40_000),
        ("1,000 threads", 1_000, 1_000, 40_000),
      ] {
        let store = try SQLiteStore.open(
          "\(folder)/\(mode)-\(threads)-\(writers)", mode: .create, durability: durability)
        let chat = ChatThreads(in: store)
        let areas = try (0..<threads).map { try AreaID(set: "bench", id: "\($0)") }
        for (number, area) in areas.enumerated() { try await chat.join(ObjectID("u\(number)"), area) }
        let seconds = try await time {
          try await post(posts, by: writers, to: chat, areas)
        }
        var sum: Int64 = 0
        for area in areas { sum += try await chat.lastEvent(of: area).posts }
        report.check(Double(sum))
        let rate = Double(posts) / seconds
        report.row(
          "\(name), \(mode)",
          ["\(posts)", "\(writers)", String(format: "%.0f", rate)], width: 14)
        report.record("posts a second, \(name), \(mode)", rate)
        store.close()
      }
    }
    print("")
  }

  /// Posts from so many tasks, each to a thread of its own where there are as many.
  private static func post(
    _ posts: Int, by writers: Int, to chat: ChatThreads, _ areas: [AreaID]
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<writers {
        let place = writer % areas.count
        group.addTask {
          let user = try ObjectID("u\(place)")
          let text = try MessageText("message of a usual length from \(writer % 100)")
          for _ in 0..<posts / writers { try await chat.post(text, in: areas[place], by: user) }
        }
      }
      try await group.waitForAll()
    }
  }

  // MARK: - Pages

  private static func paging(in folder: String, _ report: inout Report) async throws {
    let store = try SQLiteStore.open("\(folder)/pages", mode: .create, durability: .normal)
    let chat = ChatThreads(in: store)
    var lengths: [(area: AreaID, last: Int64)] = []
    for count in [1_000, events] {
      let area = try AreaID(set: "bench", id: "\(count)")
      try await chat.join("u0", area)
      try await post(count - 2, by: min(1_000, (count - 2) / 2), to: chat, [area])
      // What the division left.
      while try await chat.lastEvent(of: area).sequence < count {
        try await chat.post(MessageText("the last ones"), in: area, by: "u0")
      }
      lengths.append((area, Int64(count)))
    }
    print(
      "pages of \(pageSize) entries with access check, median of \(pages) at random places of seed \(seed); µs\n"
    )
    report.heading("entries, direction", ["start", "middle", "end", "unread count"], width: 14)
    var random = SeededGenerator(seed: seed)
    for (area, last) in lengths {
      // The user is a member of the second; the operator reads both.
      for descending in [false, true] {
        var columns: [String] = []
        for part in 0..<3 {
          let width = max(1, last / 20)
          let low = part == 0 ? 1 : part == 1 ? last / 2 : last - width - Int64(pageSize) + 1
          let first = max(1, low)
          let median = try await median {
            let from = Int64.random(in: first...first + width, using: &random) + (descending ? 99 : 0)
            let page = try await chat.log(of: area, from: from, descending: descending, limit: pageSize)
            report.check(Double(page.events[0].sequence))
          }
          columns.append(String(format: "%.0f", median))
          report.record("page of \(last), \(part), \(descending)", median)
        }
        if last == events, !descending {
          let unread = try await median { _ = try await chat.readPosition(of: "u0", in: area) }
          columns.append(String(format: "%.0f", unread))
        } else {
          columns.append("")
        }
        report.row("\(last), \(descending ? "backward" : "forward")", columns, width: 14)
      }
    }
    store.close()
  }

  private static func median(_ body: () async throws -> Void) async throws -> Double {
    var times: [Double] = []
    for _ in 0..<pages { times.append(try await time(body) * 1e6) }
    return times.sorted()[pages / 2]
  }

  private static func time(_ body: () async throws -> Void) async throws -> Double {
    let start = Clock.nanoseconds
    try await body()
    return Double(Clock.nanoseconds - start) * 1e-9
  }
}
