// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// Threads in plain arrays, one operation after another: what `ChatThreads` is compared with.
struct ThreadModel {
  struct Entry: Equatable {
    var kind: ThreadEvent.Kind
    var user: ObjectID?
    var target: Int?
    var text: MessageText?
    var isEdited = false
    var isDeleted = false
    var replies = 0
  }

  enum Operation {
    case join(ObjectID, AreaID)
    case leave(ObjectID, AreaID)
    case post(ObjectID, AreaID, MessageText)
    case reply(ObjectID, AreaID, Int, MessageText)
    case edit(ObjectID, AreaID, Int, MessageText)
    case delete(ObjectID, AreaID, Int)
    case markRead(ObjectID, AreaID, Int)
    case readPosition(ObjectID, AreaID)
    case erase(ObjectID, UserErasure.Messages)
  }

  /// What an operation answers.
  enum Answer: Equatable {
    case done
    case number(Int)
    case position(ReadPosition)
    case failed(StoreError.Code)
  }

  private(set) var homes: [ObjectID: AreaID] = [:]
  private(set) var logs: [AreaID: [Entry]] = [:]
  /// What each user has read, and first seen, of each thread.
  private var reads: [ObjectID: [AreaID: Int]] = [:]
  private var firsts: [ObjectID: [AreaID: Int]] = [:]

  /// The members of a thread.
  func members(of area: AreaID) -> [ObjectID] { homes.filter { $0.value == area }.keys.sorted() }

  mutating func apply(_ operation: Operation) -> Answer {
    switch operation {
    case .join(let user, let area):
      if logs[area] == nil { logs[area] = [Entry(kind: .created)] }
      guard homes[user] != area else { return .done }
      if let old = homes[user] { logs[old]!.append(Entry(kind: .left, user: user)) }
      homes[user] = area
      logs[area]!.append(Entry(kind: .joined, user: user))
      if firsts[user]?[area] == nil { firsts[user, default: [:]][area] = posts(of: area) }
      return .done
    case .leave(let user, let area):
      guard homes[user] == area else { return .failed(.threadNotFound) }
      homes[user] = nil
      logs[area]!.append(Entry(kind: .left, user: user))
      return .done
    case .post(let user, let area, let text):
      guard homes[user] == area else { return .failed(.threadNotFound) }
      return append(Entry(kind: .message, user: user, text: text), to: area)
    case .reply(let user, let area, let target, let text):
      guard homes[user] == area else { return .failed(.threadNotFound) }
      guard let message = entry(target, of: area), message.kind == .message, message.text != nil else {
        return .failed(.messageNotFound)
      }
      logs[area]![target - 1].replies += 1
      return append(Entry(kind: .reply, user: user, target: target, text: text), to: area)
    case .edit(let user, let area, let target, let text):
      guard homes[user] == area else { return .failed(.threadNotFound) }
      guard let entry = entry(target, of: area), entry.text != nil, entry.user == user else {
        return .failed(.messageNotFound)
      }
      logs[area]![target - 1].text = text
      logs[area]![target - 1].isEdited = true
      return append(Entry(kind: .edited, user: user, target: target), to: area)
    case .delete(let user, let area, let target):
      guard homes[user] == area else { return .failed(.threadNotFound) }
      guard let entry = entry(target, of: area), entry.text != nil, entry.user == user else {
        return .failed(.messageNotFound)
      }
      remove(target, from: area)
      return append(Entry(kind: .deleted, user: user, target: target), to: area)
    case .markRead(let user, let area, let sequence):
      guard homes[user] == area else { return .failed(.threadNotFound) }
      guard entry(sequence, of: area) != nil else { return .failed(.messageNotFound) }
      reads[user, default: [:]][area] = max(sequence, reads[user]?[area] ?? 0)
      return .done
    case .readPosition(let user, let area):
      guard homes[user] == area, let log = logs[area] else { return .failed(.threadNotFound) }
      let read = reads[user]?[area]
      let before = read.map { posts(of: area, through: $0) } ?? firsts[user]![area]!
      return .position(
        ReadPosition(
          sequence: read.map { Int64($0) }, last: Int64(log.count), unread: posts(of: area) - before))
    case .erase(let user, let choice):
      guard firsts[user] != nil else { return .failed(.objectNotFound) }
      erase(user, choice)
      return .done
    }
  }

  private mutating func erase(_ user: ObjectID, _ choice: UserErasure.Messages) {
    if let area = homes.removeValue(forKey: user) { logs[area]!.append(Entry(kind: .left, user: user)) }
    for area in logs.keys {
      for place in logs[area]!.indices where logs[area]![place].user == user {
        logs[area]![place].user = nil
        guard choice == .remove, logs[area]![place].text != nil else { continue }
        remove(place + 1, from: area)
        logs[area]!.append(Entry(kind: .deleted, target: place + 1))
      }
    }
    reads[user] = nil
    firsts[user] = nil
  }

  private func entry(_ sequence: Int, of area: AreaID) -> Entry? {
    guard let log = logs[area], log.indices.contains(sequence - 1) else { return nil }
    return log[sequence - 1]
  }

  private mutating func remove(_ sequence: Int, from area: AreaID) {
    logs[area]![sequence - 1].text = nil
    logs[area]![sequence - 1].isDeleted = true
  }

  private mutating func append(_ entry: Entry, to area: AreaID) -> Answer {
    logs[area]!.append(entry)
    return .number(logs[area]!.count)
  }

  private func posts(of area: AreaID, through sequence: Int = .max) -> Int {
    logs[area]!.prefix(sequence).count { $0.kind == .message || $0.kind == .reply }
  }
}

extension ThreadModel.Operation {
  /// A random one, of a few users and areas, and of numbers that may or may not be there.
  init(using random: inout SeededGenerator, _ model: ThreadModel) {
    let users: [ObjectID] = ["ada", "bob", "e\u{301}", "\u{e9}", "u#5", "six"]
    let areas = ["A", "A#0000000000000001", "\u{e9}"].map { try! AreaID(set: "s", id: $0) }
    let user = users.randomElement(using: &random)!
    // Mostly where he lives.
    let area =
      Int.random(in: 0..<8, using: &random) == 0
      ? areas.randomElement(using: &random)! : model.homes[user] ?? areas.randomElement(using: &random)!
    let sequence = Int.random(in: 0...(model.logs[area]?.count ?? 0) + 1, using: &random)
    let text = try! MessageText("t\(random.next())" + random.text().string)
    switch Int.random(in: 0..<40, using: &random) {
    case 0..<5: self = .join(user, areas.randomElement(using: &random)!)
    case 5: self = .leave(user, area)
    case 6..<16: self = .post(user, area, text)
    case 16..<24: self = .reply(user, area, sequence, text)
    case 24..<29: self = .edit(user, area, sequence, text)
    case 29..<32: self = .delete(user, area, sequence)
    case 32..<35: self = .markRead(user, area, sequence)
    case 35..<39: self = .readPosition(user, area)
    default: self = .erase(user, Bool.random(using: &random) ? .keep : .remove)
    }
  }

  /// Carries it out.
  func run(on threads: ChatThreads) async throws -> ThreadModel.Answer {
    do {
      switch self {
      case .join(let user, let area): try await threads.join(user, area)
      case .leave(let user, let area): try await threads.leave(user, area)
      case .post(let user, let area, let text):
        return .number(Int(try await threads.post(text, in: area, by: user).sequence))
      case .reply(let user, let area, let target, let text):
        return .number(Int(try await threads.reply(text, to: Int64(target), in: area, by: user).sequence))
      case .edit(let user, let area, let target, let text):
        return .number(Int(try await threads.edit(Int64(target), to: text, in: area, by: user).sequence))
      case .delete(let user, let area, let target):
        return .number(Int(try await threads.delete(Int64(target), in: area, by: user).sequence))
      case .markRead(let user, let area, let sequence):
        try await threads.markRead(area, through: Int64(sequence), by: user)
      case .readPosition(let user, let area):
        return .position(try await threads.readPosition(of: user, in: area))
      case .erase(let user, let choice): try await threads.erase(user, messages: choice)
      }
      return .done
    } catch let error as StoreError {
      return .failed(error.code)
    }
  }
}
