// SPDX-License-Identifier: Apache-2.0

/// What one subject's answers to one question took.
struct Measurement: Codable {
  var subject: String
  var users: Int
  var question: Question
  /// Different queries of a sweep.
  var queries = 0
  /// Users found by a query, mean.
  var found = 0.0
  /// Seconds for a query, one after another, the best round.
  var wall = Double.infinity
  /// Processor seconds for a query, servers included, the best round.
  var cpu = Double.infinity
  /// The same with as many under way as pays; nil where there is no such way.
  var wallTogether: Double?
  var cpuTogether: Double?
  /// Seconds of single queries: what `latencyShares` of them do not exceed.
  var latencies: [Double] = []
  /// Allocations of a query, mean.
  var allocations = 0.0
  /// The share of a sample's answers that equal the full scan's, order included where there is one.
  var equalShare = 0.0
  /// Of the ids of the sample's answers.
  var checksum = ""
  /// Why it could not be measured.
  var failure: String?

  static let latencyShares = [
    0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 0.999,
  ]

  var rate: Double { 1 / wall }
  func latency(_ share: Double) -> Double {
    Self.latencyShares.firstIndex(of: share).flatMap { latencies.indices.contains($0) ? latencies[$0] : nil }
      ?? .nan
  }
}

/// What a subject takes apart from queries.
struct SubjectRecord: Codable {
  var name: String
  var title: String
  var settings: String
  var isOurs: Bool
  var users: Int
  /// Users loaded in a second of wall time, and of processor time.
  var loadRate: Double
  var loadRateCPU: Double
  /// Of memory, or of the file or the server; nil when unknown.
  var bytesPerUser: Double?
  /// Ditto after as many random moves as there are users, ten times.
  var bytesPerUserMoved: Double?
  var moves: [MoveRecord] = []
  /// Operations in a second, nine queries of 1 km for each move.
  var mixedRate: Double?
  var threads: ThreadRecord?
}

/// Moves in one mode.
struct MoveRecord: Codable {
  var mode: MoveMode
  /// Moves in a second of wall time, and of processor time; the best round.
  var rate: Double
  var cpuRate: Double
}

/// Two threads at once.
struct ThreadRecord: Codable {
  /// Queries in a second of wall time by one thread and by two.
  var alone: Double
  var two: Double
  /// Queries in a processor second of each of two threads, as a share of that of one alone.
  var cpuShare: Double
  /// Moves in a second while another thread queries, and the queries' share of their rate alone, by processor time; nil where
  /// that is not allowed.
  var movesBeside: Double?
  var queriesBeside: Double?
  var scaling: Double { two / alone }
}

/// All of a run.
struct Results: Codable {
  var command = ""
  var machine = ""
  var date = ""
  var spread = Spread.towns
  var seeds: [String: UInt64] = [:]
  var measurements: [Measurement] = []
  var subjects: [SubjectRecord] = []
  var cells: [CellSpeed.Record] = []
  var missing: [RivalLibraries.Missing] = []
  /// What makes the run itself a failure.
  var failures: [String] = []

  func measurement(_ subject: String, _ question: Question, users: Int) -> Measurement? {
    measurements.first { $0.subject == subject && $0.question == question && $0.users == users }
  }
}
