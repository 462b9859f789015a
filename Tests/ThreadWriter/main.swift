// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoDynamoSQLite
import Glibc

/// Uses the threads of a store until it is killed or done.
///
///     thread-writer <store> join <set/area> <prefix> <number of users>     all at once
///     thread-writer <store> random <prefix> <seed> <number of operations>  from four tasks
///
/// In the second form it tells on standard output, one `write` each, every message that was acknowledged: area, number, text.
enum ThreadWriter {
  static let areas = (0..<4).map { try! AreaID(set: "s", id: "a\($0)") }

  static func run(_ arguments: [String]) async throws {
    guard arguments.count == 6, let count = Int(arguments[5]) else { exit(64) }
    let store = try SQLiteStore.open(
      arguments[1], mode: .create, durability: .normal, busyTimeout: .seconds(30))
    let threads = ChatThreads(in: store)
    if arguments[2] == "join" {
      let area = try AreaID(arguments[3])
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<count {
          group.addTask { try await threads.join(ObjectID("\(arguments[4])\(number)"), area) }
        }
        try await group.waitForAll()
      }
    } else {
      guard let seed = UInt64(arguments[4]) else { exit(64) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for task in 0..<4 {
          group.addTask {
            try await randomOperations(
              on: threads, of: "\(arguments[3])\(task)-", seed &+ UInt64(task), count)
          }
        }
        try await group.waitForAll()
      }
    }
    store.close()
  }

  /// Three users of its own join, move, leave, write, reply, edit and delete.
  private static func randomOperations(
    on threads: ChatThreads, of prefix: String, _ seed: UInt64, _ count: Int
  ) async throws {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func random(_ bound: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(bound))
    }
    var written: [(area: AreaID, sequence: Int64)] = []
    for operation in 0..<count {
      let user = try ObjectID("\(prefix)\(random(3))")
      do {
        let home = try await threads.home(of: user)?.area
        guard let home, random(5) > 0 else {
          if let home, random(4) == 0 {
            try await threads.leave(user, home)
          } else {
            try await threads.join(user, areas[random(areas.count)])
          }
          continue
        }
        let text = try MessageText("\(user) \(operation)")
        let target = written.last { $0.area == home }
        switch (random(8), target) {
        case (0, let target?): try await threads.edit(target.sequence, to: text, in: home, by: user)
        case (1, let target?): try await threads.delete(target.sequence, in: home, by: user)
        case (2...3, let target?): try await threads.reply(text, to: target.sequence, in: home, by: user)
        default:
          let sequence = try await threads.post(text, in: home, by: user).sequence
          written.append((home, sequence))
          let line = Array("\(home) \(sequence)\n".utf8)
          guard unsafe write(1, line, line.count) == line.count else { exit(74) }
        }
      } catch let error as StoreError where [.messageNotFound, .threadNotFound].contains(error.code) {
        // The other users' and deleted ones are refused; that is as it should be.
      }
    }
  }
}

try await ThreadWriter.run(CommandLine.arguments)
