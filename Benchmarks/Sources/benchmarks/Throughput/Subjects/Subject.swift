// SPDX-License-Identifier: Apache-2.0

/// Something that holds users and answers who is near: of this package, or a rival.
///
/// All calls are made one after another, except those of `ThreadedSubject`.
protocol Subject: AnyObject {
  /// What `--only` and the tables call it.
  var name: String { get }
  /// The name with the version and how it is asked.
  var title: String { get }
  /// What was chosen for it; empty for nothing.
  var settings: String { get }
  /// Whether it is of this package: then its answers must be the full scan's.
  var isOurs: Bool { get }
  /// The orders that it can answer in.
  var orders: Set<AnswerOrder> { get }
  /// The fewest queries whose mean says how fast it is.
  var fewestQueries: Int { get }

  /// Holds these users and no others, indexed.
  func load(_ data: UserData) async throws -> LoadTimes
  /// Answers queries one after another.
  func sweep(_ queries: ArraySlice<NearQuery>, _ tally: inout Tally) async throws
  /// Answers queries with as many under way as pays, and returns how many users it found; nil when it has no such way.
  func sweepTogether(_ queries: ArraySlice<NearQuery>) async throws -> Int?
  /// The answer of one query.
  func answer(_ query: NearQuery) async throws -> Answer
  /// The ways it can move users.
  var moveModes: [MoveMode] { get }
  func move(_ moves: ArraySlice<Move>, _ mode: MoveMode) async throws
  /// Bytes that the users take, wherever they are kept; nil when they are counted by the growth of this process.
  var bytes: Double? { get }
  /// Processor seconds that other processes have spent for it.
  var otherSeconds: Double { get }
  /// Lets go of everything.
  func stop()
}

/// A subject whose calls do not suspend, so that threads can make them.
protocol ThreadedSubject: Subject, Sendable {
  /// Whether several threads may query at once.
  var isConcurrent: Bool { get }
  /// As `sweep`, by the calling thread.
  func threadSweep(_ queries: ArraySlice<NearQuery>, _ tally: inout Tally) throws
  /// As `move` one at a time, by the calling thread.
  func threadMove(_ moves: ArraySlice<Move>) throws
  /// Whether one thread may move while another queries.
  var movesBesideQueries: Bool { get }
}

/// How moves are carried out.
struct MoveMode: Hashable, Codable, Sendable {
  /// As in "one at a time, synchronous=FULL".
  let title: String
  /// Moves under way at once.
  let together: Int
  /// Whether a move that was acknowledged survives loss of power; nil where nothing is kept.
  var isDurable: Bool?

  static let alone = MoveMode(title: "one at a time", together: 1)
}

/// How long loading took, in seconds.
struct LoadTimes: Codable {
  var wall: Double
  var cpu: Double
}

/// What a sweep notes of its answers.
struct Tally {
  private(set) var found = 0
  /// When each query was answered, beginning with when the first began; only kept when asked for.
  private(set) var marks: [UInt64] = []
  private let isTimed: Bool

  init(isTimed: Bool = false, capacity: Int = 0) {
    self.isTimed = isTimed
    if isTimed { marks.reserveCapacity(capacity + 1) }
  }

  /// Called before the first query.
  @inline(__always) mutating func begin() { if isTimed { marks.append(Clock.nanoseconds) } }

  /// Called after each query.
  @inline(__always) mutating func note(_ found: Int) {
    self.found &+= found
    if isTimed { marks.append(Clock.nanoseconds) }
  }
}

/// Why a subject cannot be measured.
struct NotMeasured: Error, CustomStringConvertible {
  let description: String
  init(_ why: String) { description = why }
}

extension Subject {
  var settings: String { "" }
  var isOurs: Bool { false }
  var orders: Set<AnswerOrder> { Set(AnswerOrder.allCases) }
  var fewestQueries: Int { 32 }
  var moveModes: [MoveMode] { [.alone] }
  var otherSeconds: Double { 0 }
  var bytes: Double? { nil }
  func sweepTogether(_ queries: ArraySlice<NearQuery>) async throws -> Int? { nil }
  func stop() {}
}
