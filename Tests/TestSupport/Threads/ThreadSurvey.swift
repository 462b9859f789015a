// SPDX-License-Identifier: Apache-2.0
public import GeoDynamo

/// All items of a table that belong to threads, read raw and by a hand of their own, and what is wrong with them.
public struct ThreadSurvey: Sendable {
  /// An entry of a log as it lies in the table.
  public struct Entry: Sendable {
    /// Its number.
    public var sequence: Int
    /// What happened.
    public var kind: String
    /// Who did it.
    public var user: UTF8String?
    /// What it is about.
    public var target: Int?
    /// The text that lies in it.
    public var text: UTF8String?
    var replies: Int
    var posts: Int
    var members: Int
  }

  /// The logs by `set#area`.
  public private(set) var logs: [UTF8String: [Entry]] = [:]
  /// The members by thread.
  public private(set) var members: [UTF8String: Set<UTF8String>] = [:]
  /// Entries that wait to be written, by thread.
  public private(set) var pending: [UTF8String: [UTF8String]] = [:]
  /// The thread of each user that has a home.
  public private(set) var homes: [UTF8String: UTF8String] = [:]
  /// How many items name each user in their keys.
  public private(set) var itemsOfUsers: [UTF8String: Int] = [:]
  /// What is wrong; empty for a sound table.
  public private(set) var problems: [String] = []

  private var threads: Set<UTF8String> = []
  private var listed: Set<UTF8String> = []
  private var mirrors: [UTF8String: Set<UTF8String>] = [:]
  private var visits: [UTF8String: Set<UTF8String>] = [:]
  private var traces: [UTF8String: [UTF8String: Set<Int>]] = [:]
  private var replyTexts: [UTF8String: [Int: (message: Int, text: UTF8String?, user: UTF8String?)]] = [:]

  /// Reads a whole table and checks it.
  public init(_ table: any TableStore) async throws {
    var request = ScanRequest()
    repeat {
      let page = try await table.scan(request)
      for item in page.items { take(item) }
      request.start = page.next
    } while request.start != nil
    check()
  }

  private mutating func take(_ item: Item) {
    guard let partition = item["pk"]?.string, let sort = item["sk"]?.string else { return }
    if let thread = Self.rest(of: partition, after: "t#") {
      take(item, of: thread, sort)
    } else if let user = Self.rest(of: partition, after: "o#users#") {
      itemsOfUsers[user, default: 0] += 1
      if sort == "home", let set = item["set"]?.string, let area = item["area"]?.string {
        homes[user] = UTF8String("\(set)#\(area)")
      }
      if let thread = Self.rest(of: sort, after: "t#") { mirrors[user, default: []].insert(thread) }
    } else if let user = Self.rest(of: partition, after: "u#") {
      itemsOfUsers[user, default: 0] += 1
      if let thread = Self.rest(of: sort, after: "t#") { visits[user, default: []].insert(thread) }
      if let trace = Self.rest(of: sort, after: "m#")?.string.utf8 {
        let thread = UTF8String(String(Substring(trace.dropLast(17))))
        let sequence = Int(String(Substring(trace.suffix(16)))) ?? 0
        if traces[user, default: [:]][thread, default: []].insert(sequence).inserted == false {
          problems.append("two mirrors of \(user), \(thread), \(sequence)")
        }
      }
    } else if let set = Self.rest(of: partition, after: "threads#") {
      listed.insert(UTF8String("\(set)#\(sort)"))
    }
  }

  /// By bytes: for a String, a combining mark after the prefix is a part of it.
  private static func rest(of text: UTF8String, after prefix: String) -> UTF8String? {
    guard text.string.utf8.starts(with: prefix.utf8) else { return nil }
    return UTF8String(String(Substring(text.string.utf8.dropFirst(prefix.utf8.count))))
  }

  private mutating func take(_ item: Item, of thread: UTF8String, _ sort: UTF8String) {
    func number(_ name: UTF8String) -> Int? {
      item[name]?.number.flatMap { Int64(exactly: $0) }.map { Int($0) }
    }
    if let user = Self.rest(of: sort, after: "u#") {
      members[thread, default: []].insert(user)
      itemsOfUsers[user, default: 0] += 1
      return
    }
    let rest = String(sort.string.dropFirst(2))
    switch sort.string.prefix(2) {
    case "t": threads.insert(thread)
    case "x#": pending[thread, default: []].append(UTF8String(rest))
    case "e#":
      guard rest.utf8.count == 16, let sequence = Int(rest), let kind = item["kind"]?.string?.string,
        let posts = number("posts"), let members = number("members")
      else { return problems.append("entry \(sort) of \(thread) is damaged") }
      logs[thread, default: []].append(
        Entry(
          sequence: sequence, kind: kind, user: item["user"]?.string, target: number("target"),
          text: item["text"]?.string, replies: number("replies") ?? 0, posts: posts, members: members))
    case "r#":
      let numbers = rest.split(separator: "#").compactMap { Int($0) }
      guard numbers.count == 2 else { return problems.append("reply \(sort) of \(thread) is damaged") }
      replyTexts[thread, default: [:]][numbers[1]] =
        (numbers[0], item["text"]?.string, item["user"]?.string)
    default: problems.append("unknown item \(sort) of \(thread)")
    }
  }

  private mutating func check() {
    for (thread, log) in logs { check(log.sorted { $0.sequence < $1.sequence }, of: thread) }
    for (thread, users) in members {
      for user in users where mirrors[user]?.contains(thread) != true {
        problems.append("the membership of \(user) in \(thread) has no mirror")
      }
    }
    for (user, threads) in mirrors {
      for thread in threads where members[thread]?.contains(user) != true {
        problems.append("a mirror of \(user) in \(thread) without membership")
      }
      if threads != Set([homes[user]].compactMap { $0 }) {
        problems.append(
          "\(user) is a member of \(threads.sorted()) and lives in \(homes[user]?.string ?? "none")")
      }
    }
    for (user, home) in homes where mirrors[user]?.contains(home) != true {
      problems.append("\(user) lives in \(home) and is no member")
    }
    for (user, traces) in traces {
      for (thread, sequences) in traces {
        let own = (logs[thread] ?? []).filter { $0.user == user }.map(\.sequence)
        for sequence in sequences.subtracting(own) {
          problems.append("a mirror of \(user), entry \(sequence) of \(thread), without entry")
        }
        if visits[user]?.contains(thread) != true { problems.append("\(user) has no note of \(thread)") }
      }
    }
    for thread in threads where !listed.contains(thread) { problems.append("\(thread) is not listed") }
  }

  private mutating func check(_ log: [Entry], of thread: UTF8String) {
    if !threads.contains(thread), log.count > 1 { problems.append("\(thread) has a log and does not exist") }
    if log.map(\.sequence) != Array(1...log.count) { problems.append("the log of \(thread) has a gap") }
    var (posts, count) = (0, 0)
    var kinds: [Int: Entry] = [:]
    var replies: [Int: Int] = [:]
    for entry in log {
      switch entry.kind {
      case "created": if entry.sequence != 1 { problems.append("\(thread) was created at \(entry.sequence)") }
      case "joined": count += 1
      case "left": count -= 1
      case "message": posts += 1
      case "reply":
        posts += 1
        replies[entry.target ?? 0, default: 0] += 1
        let text = replyTexts[thread]?[entry.sequence]
        if text?.message != entry.target {
          problems.append("reply \(entry.sequence) of \(thread) has no text item")
        }
        if text?.user != entry.user {
          problems.append("reply \(entry.sequence) of \(thread) has two authors")
        }
        if kinds[entry.target ?? 0]?.kind != "message" {
          problems.append("reply \(entry.sequence) of \(thread) to no message")
        }
      case "edited", "deleted":
        if !["message", "reply"].contains(kinds[entry.target ?? 0]?.kind) {
          problems.append("entry \(entry.sequence) of \(thread) is about no message")
        }
      default: problems.append("entry \(entry.sequence) of \(thread) is of kind \(entry.kind)")
      }
      kinds[entry.sequence] = entry
      if entry.posts != posts || entry.members != count {
        problems.append(
          "entry \(entry.sequence) of \(thread) counts \(entry.posts), \(entry.members), not \(posts), \(count)"
        )
      }
      if let user = entry.user {
        if traces[user]?[thread]?.contains(entry.sequence) != true {
          problems.append("entry \(entry.sequence) of \(thread) has no mirror under \(user)")
        }
      }
    }
    for entry in log where entry.replies != replies[entry.sequence] ?? 0 {
      problems.append("message \(entry.sequence) of \(thread) counts \(entry.replies) replies")
    }
    for reply in (replyTexts[thread] ?? [:]).keys where kinds[reply]?.kind != "reply" {
      problems.append("text of a reply \(reply) of \(thread) without entry")
    }
    if pending[thread] == nil, count != members[thread]?.count ?? 0 {
      problems.append("the log of \(thread) counts \(count) members of \(members[thread]?.count ?? 0)")
    }
  }
}
