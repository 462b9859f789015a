// SPDX-License-Identifier: Apache-2.0

import GeoHash

/// Measures moves, alone and among queries, and whether answers are right after them.
struct MoveRunner {
  let data: UserData
  let walks: [Move]
  let queries: [NearQuery]
  let options: ThroughputOptions

  init(_ data: UserData, _ options: ThroughputOptions) throws {
    self.data = data
    self.options = options
    walks = try data.walks(min(data.count * 4, options.isQuick ? 20_000 : 400_000))
    let question = Question(radius: 1_000, order: .nearestFirst, limit: nil)
    queries = QueryCenters.about(data, radius: 1_000, count: options.isQuick ? 1_024 : 16_384)
      .map { NearQuery(center: $0, question: question) }
  }

  /// Adds the moves to the records; what fails is thrown by the first that does.
  func measure(_ subject: any Subject, _ record: inout SubjectRecord) async throws {
    var sizes: [Int] = []
    // Where a thread moved users beside queries, it may have come to the end of the list.
    var most = record.threads?.movesBeside == nil ? 0 : walks.count
    for mode in subject.moveModes {
      let count = try await size(of: subject, mode)
      sizes.append(count)
      most = max(most, count)
    }
    record.moves = subject.moveModes.map { MoveRecord(mode: $0, rate: 0, cpuRate: 0) }
    for _ in 0..<options.rounds {
      for number in sizes.indices {
        let (start, cpu) = (Clock.seconds, Clock.processorSeconds(of: subject))
        try await subject.move(walks[..<sizes[number]], record.moves[number].mode)
        let count = Double(sizes[number])
        record.moves[number].rate = max(record.moves[number].rate, count / (Clock.seconds - start))
        record.moves[number].cpuRate = max(
          record.moves[number].cpuRate, count / (Clock.processorSeconds(of: subject) - cpu))
      }
    }
    guard let mode = subject.moveModes.first else { return }
    let mixed = try await mixedSize(of: subject, mode)
    most = max(most, mixed)
    var best = 0.0
    for _ in 0..<options.rounds {
      let start = Clock.seconds
      try await mix(subject, mode, mixed)
      best = max(best, Double(mixed * 10) / (Clock.seconds - start))
    }
    record.mixedRate = best
    // Now as many moves have come to be as the longest of the lists has, the shorter ones being its beginnings; once more,
    // for the shorter ones came later.
    try await subject.move(walks[..<most], mode)
    try await check(subject, moves: most)
  }

  private func size(of subject: any Subject, _ mode: MoveMode) async throws -> Int {
    var count = min(64, walks.count)
    while true {
      let start = Clock.seconds
      try await subject.move(walks[..<count], mode)
      if Clock.seconds - start > options.sweepSeconds * 0.7 || count * 2 > walks.count { return count }
      count *= 2
    }
  }

  /// Nine queries for each move.
  private func mix(_ subject: any Subject, _ mode: MoveMode, _ moves: Int) async throws {
    var tally = Tally()
    for number in 0..<moves {
      let first = number * 9 % (queries.count - 9)
      try await subject.sweep(queries[first..<first + 9], &tally)
      try await subject.move(walks[number...number], mode)
    }
  }

  private func mixedSize(of subject: any Subject, _ mode: MoveMode) async throws -> Int {
    var count = 4
    while true {
      let start = Clock.seconds
      try await mix(subject, mode, count)
      if Clock.seconds - start > options.sweepSeconds * 0.7 || count * 2 > walks.count { return count }
      count *= 2
    }
  }

  private func check(_ subject: any Subject, moves: Int) async throws {
    let scan = FullScan()
    _ = scan.load(data)
    scan.threadMove(walks[..<moves])
    let question = queries[0].question
    let oracle = Oracle(scan, queries.prefix(options.sample).map(\.center), radius: question.radius)
    let (share, _) = try await oracle.check(subject, question)
    if share < (subject.isOurs ? 1 : 0.5) {
      throw NotMeasured("after moves \(short(share * 100)) % of its answers equal the full scan's")
    }
  }
}
