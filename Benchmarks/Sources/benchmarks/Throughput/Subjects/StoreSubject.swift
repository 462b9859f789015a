// SPDX-License-Identifier: Apache-2.0

import Foundation
import GeoDynamo
import GeoDynamoSQLite
import GeoHash

/// The SQLite store by its public API: objects of an id of 36 bytes and three attributes that the index carries.
final class StoreSubject: Subject {
  let name = "GeoIndex"
  let title = "GeoIndex on SQLiteStore"
  let settings = "ids of 36 bytes, three declared attributes; the id of each match is read"
  let isOurs = true
  let orders: Set<AnswerOrder> = [.nearestFirst]

  /// Whether the file stays for the next run.
  private let isKept: Bool
  private let durability: SQLiteStore.Durability
  private var path = ""
  private var store: SQLiteStore?
  private var index: GeoIndex?
  private var relaxed: (store: SQLiteStore, index: GeoIndex)?
  /// Whether users are no longer where they were loaded.
  private var hasMoved = false

  init(isKept: Bool, durability: SQLiteStore.Durability = .full) {
    self.isKept = isKept
    self.durability = durability
  }

  func load(_ data: UserData) async throws -> LoadTimes {
    path = "\(Folders.build)/throughput-\(data.spread.rawValue)-\(data.count).sqlite"
    if isKept, let kept = try? await opened(), try await kept.objectCount() == data.count {
      return try loadTimesOfEarlierRun()
    }
    remove()
    let index = try await opened()
    let (start, cpu) = (Clock.seconds, Clock.processorSeconds(of: self))
    for first in stride(from: 0, to: data.count, by: 10_000) {
      try await index.load((first..<min(first + 10_000, data.count)).map { Self.object($0, data.places[$0]) })
    }
    let times = LoadTimes(wall: Clock.seconds - start, cpu: Clock.processorSeconds(of: self) - cpu)
    try JSONEncoder().encode(times).write(to: URL(fileURLWithPath: path + ".times"))
    return times
  }

  private func loadTimesOfEarlierRun() throws -> LoadTimes {
    try JSONDecoder().decode(LoadTimes.self, from: Data(contentsOf: URL(fileURLWithPath: path + ".times")))
  }

  private func opened() async throws -> GeoIndex {
    let store = try SQLiteStore.open(path, mode: .create, durability: durability)
    let index = try await GeoIndex(creating: "users", in: store, indexed: .only(["name", "kind", "open"]))
    (self.store, self.index) = (store, index)
    return index
  }

  func sweep(_ queries: ArraySlice<NearQuery>, _ tally: inout Tally) async throws {
    let index = index!
    var (bytes, found) = (0, 0)
    tally.begin()
    for query in queries {
      let page = try await index.near(
        query.center, within: .meters(query.question.radius), limit: query.question.limit
      ).page()
      for match in page.matches { bytes &+= match.id.text.string.utf8.count }
      found += page.matches.count
      tally.note(page.matches.count)
    }
    guard bytes == found * 36 else { throw NotMeasured("an id is not what was stored") }
  }

  func answer(_ query: NearQuery) async throws -> Answer {
    let matches = try await index!.near(
      query.center, within: .meters(query.question.radius), limit: query.question.limit
    ).page().matches
    return Answer(ids: matches.map { Self.number(of: $0.id) }, meters: matches.map(\.distance.meters))
  }

  let moveModes = [
    MoveMode(title: "one at a time, synchronous=FULL", together: 1, isDurable: true),
    MoveMode(title: "64 in group commit, synchronous=FULL", together: 64, isDurable: true),
    MoveMode(title: "one at a time, synchronous=NORMAL", together: 1, isDurable: false),
    MoveMode(title: "64 in group commit, synchronous=NORMAL", together: 64, isDurable: false),
  ]

  func move(_ moves: ArraySlice<Move>, _ mode: MoveMode) async throws {
    hasMoved = true
    let index = mode.isDurable == false ? try await relaxedIndex() : index!
    guard mode.together > 1 else {
      for move in moves { try await index.move(Self.id(Int(move.id)), to: move.to) }
      return
    }
    // Each task has users of its own: two moves of one user at once have no order.
    var shares = [[Move]](repeating: [], count: mode.together)
    for move in moves { shares[Int(move.id) % mode.together].append(move) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for share in shares where !share.isEmpty {
        group.addTask { for move in share { try await index.move(Self.id(Int(move.id)), to: move.to) } }
      }
      try await group.waitForAll()
    }
  }

  /// The same file with commits that a loss of power may undo.
  private func relaxedIndex() async throws -> GeoIndex {
    if let relaxed { return relaxed.index }
    let store = try SQLiteStore.open(path, mode: .readWrite, durability: .normal)
    let index = try await GeoIndex("users", in: store)
    relaxed = (store, index)
    return index
  }

  var bytes: Double? {
    ["", "-wal"].reduce(0.0) { sum, suffix in
      let size = try? FileManager.default.attributesOfItem(atPath: path + suffix)[.size] as? Int
      return sum + Double(size ?? 0)
    }
  }

  func stop() {
    relaxed?.store.close()
    store?.close()
    (store, index, relaxed) = (nil, nil, nil)
    if !isKept || hasMoved { remove() }
  }

  private func remove() {
    relaxed?.store.close()
    store?.close()
    for suffix in ["", "-wal", "-shm", ".times"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
  }

  private static func object(_ number: Int, _ place: Coordinate) -> GeoObject {
    GeoObject(
      id: id(number), coordinate: place,
      attributes: ["name": "User L.", "kind": "rider", "open": .bool(number % 2 == 0)])
  }

  /// Ids as they come from outside, in no order of their own; the last twelve digits tell the user.
  private static func id(_ number: Int) -> ObjectID {
    var random = SeededGenerator(seed: UInt64(number))
    let digits = String(random.next() | 1 << 63, radix: 16)
    let tail = String(number, radix: 16)
    let zeros = String(repeating: "0", count: 12 - tail.count)
    let parts = [digits.prefix(8), digits.dropFirst(8).prefix(4), "4" + digits.dropFirst(12).prefix(3)]
    return try! ObjectID(parts.joined(separator: "-") + "-8000-" + zeros + tail)
  }

  private static func number(of id: ObjectID) -> UInt32 {
    UInt32(id.text.string.suffix(12), radix: 16)!
  }
}
