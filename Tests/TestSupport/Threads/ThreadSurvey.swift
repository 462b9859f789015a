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
    public var user: String?
    /// What it is about.
    public var target: Int?
    /// The text that lies in it.
    public var text: UTF8String?
    var replies: Int
    var posts: Int
    var members: Int
  }

  /// The logs by `set#area`.
  public private(set) var logs: [String: [Entry]] = [:]
  /// The members by thread.
  public private(set) var members: [String: Set<String>] = [:]
  /// Entries that wait to be written, by thread.
  public private(set) var pending: [String: [String]] = [:]
  /// The thread of each user that has a home.
  public private(set) var homes: [String: String] = [:]
  /// How many items name each user in their keys.
  public private(set) var itemsOfUsers: [String: Int] = [:]
  /// What is wrong; empty for a sound table.
  public private(set) var problems: [String] = []

  private var threads: Set<String> = []
  private var listed: Set<String> = []
  private var mirrors: [String: Set<String>] = [:]
  private var visits: [String: Set<String>] = [:]
  private var traces: [String: Set<String>] = [:]
  private var replyTexts: [String: [Int: (message: Int, text: UTF8String?, user: String?)]] = [:]

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
    guard let partition = item["pk"]?.string?.string, let sort = item["sk"]?.string?.string else { return }
    if partition.hasPrefix("t#") {
      take(item, of: String(partition.dropFirst(2)), sort)
    } else if partition.hasPrefix("o#users#") {
      let user = String(partition.dropFirst(8))
      itemsOfUsers[user, default: 0] += 1
      if sort == "home", let set = item["set"]?.string, let area = item["area"]?.string {
        homes[user] = "\(set)#\(area)"
      }
      if sort.hasPrefix("t#") { mirrors[user, default: []].insert(String(sort.dropFirst(2))) }
    } else if partition.hasPrefix("u#") {
      let user = String(partition.dropFirst(2))
      itemsOfUsers[user, default: 0] += 1
      if sort.hasPrefix("t#") { visits[user, default: []].insert(String(sort.dropFirst(2))) }
      if sort.hasPrefix("m#") { traces[user, default: []].insert(String(sort.dropFirst(2))) }
    } else if partition.hasPrefix("threads#") {
      listed.insert("\(partition.dropFirst(8))#\(sort)")
    }
  }

  private mutating func take(_ item: Item, of thread: String, _ sort: String) {
    func number(_ name: UTF8String) -> Int? {
      item[name]?.number.flatMap { Int64(exactly: $0) }.map { Int($0) }
    }
    let rest = String(sort.dropFirst(2))
    switch sort.prefix(2) {
    case "t": threads.insert(thread)
    case "u#":
      members[thread, default: []].insert(rest)
      itemsOfUsers[rest, default: 0] += 1
    case "x#": pending[thread, default: []].append(rest)
    case "e#":
      guard rest.utf8.count == 16, let sequence = Int(rest), let kind = item["kind"]?.string?.string,
        let posts = number("posts"), let members = number("members")
      else { return problems.append("entry \(sort) of \(thread) is damaged") }
      logs[thread, default: []].append(
        Entry(
          sequence: sequence, kind: kind, user: item["user"]?.string?.string, target: number("target"),
          text: item["text"]?.string, replies: number("replies") ?? 0, posts: posts, members: members))
    case "r#":
      let numbers = rest.split(separator: "#").compactMap { Int($0) }
      guard numbers.count == 2 else { return problems.append("reply \(sort) of \(thread) is damaged") }
      replyTexts[thread, default: [:]][numbers[1]] =
        (numbers[0], item["text"]?.string, item["user"]?.string?.string)
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
        problems.append("\(user) is a member of \(threads.sorted()) and lives in \(homes[user] ?? "none")")
      }
    }
    for (user, home) in homes where mirrors[user]?.contains(home) != true {
      problems.append("\(user) lives in \(home) and is no member")
    }
    for (user, traces) in traces {
      for trace in traces {
        let (thread, sequence) = (String(trace.dropLast(17)), Int(trace.suffix(16)))
        guard let entry = logs[thread]?.first(where: { $0.sequence == sequence }), entry.user == user else {
          problems.append("a mirror of \(user), \(trace), without entry")
          continue
        }
        if visits[user]?.contains(thread) != true { problems.append("\(user) has no note of \(thread)") }
      }
    }
    for thread in threads where !listed.contains(thread) { problems.append("\(thread) is not listed") }
  }

  private mutating func check(_ log: [Entry], of thread: String) {
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
        let digits = String(entry.sequence)
        let trace = "\(thread)#" + String(repeating: "0", count: 16 - digits.count) + digits
        if traces[user]?.contains(trace) != true {
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
