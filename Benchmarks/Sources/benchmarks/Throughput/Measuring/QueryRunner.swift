// SPDX-License-Identifier: Apache-2.0

import CCounters

/// Measures the answers to one question, the subjects taking turns.
struct QueryRunner {
  let queries: [NearQuery]
  let oracle: Oracle
  let options: ThroughputOptions
  let users: Int

  /// One measurement for each subject; what fails is said in it.
  func measure(_ subjects: [any Subject]) async -> [Measurement] {
    var runs: [Run] = []
    let question = queries[0].question
    for subject in subjects where subject.orders.contains(question.order) {
      var run = Run(
        subject: subject, measurement: Measurement(subject: subject.name, users: users, question: question))
      await run.attempt {
        let (share, sum) =
          subject is FullScan
          ? (1, oracle.checksum(of: question)) : try await oracle.check(subject, question)
        ($0.measurement.equalShare, $0.measurement.checksum) = (share, sum)
        $0.count = try await size(of: subject, together: false)
        $0.togetherCount = try await size(of: subject, together: true)
      }
      runs.append(run)
    }
    for _ in 0..<options.rounds {
      for number in runs.indices {
        await runs[number].attempt { try await round(&$0) }
      }
    }
    return runs.map(\.finished)
  }

  private struct Run {
    let subject: any Subject
    var measurement: Measurement
    var count = 0
    var togetherCount = 0
    var nanoseconds: [UInt64] = []
    /// Processor seconds of other processes over all rounds: the system counts them by hundredths.
    var otherSeconds = 0.0
    var otherSecondsTogether = 0.0
    /// Of this process, the best round.
    var ownSeconds = Double.infinity
    var ownSecondsTogether = Double.infinity
    var rounds = 0

    mutating func attempt(_ body: (inout Run) async throws -> Void) async {
      guard measurement.failure == nil else { return }
      do { try await body(&self) } catch { measurement.failure = "\(error)" }
    }

    var finished: Measurement {
      var result = measurement
      let sorted = nanoseconds.sorted()
      guard !sorted.isEmpty else { return result }
      result.latencies = Measurement.latencyShares.map { share in
        Double(sorted[min(Int(share * Double(sorted.count)), sorted.count - 1)]) * 1e-9
      }
      return result
    }
  }

  /// How many queries, a power of two, fill a sweep's time; 0 where there is no such way to ask.
  private func size(of subject: any Subject, together: Bool) async throws -> Int {
    var count = min(together ? 64 : subject.fewestQueries, queries.count)
    while true {
      let start = Clock.seconds
      if together {
        guard try await subject.sweepTogether(queries[..<count]) != nil else { return 0 }
      } else {
        var tally = Tally()
        try await subject.sweep(queries[..<count], &tally)
      }
      if Clock.seconds - start > options.sweepSeconds * 0.7 || count * 2 > queries.count { return count }
      count *= 2
    }
  }

  private func round(_ run: inout Run) async throws {
    let subject = run.subject
    let batch = queries[..<run.count]
    let count = Double(run.count)
    var tally = Tally()
    let allocations = allocation_count()
    var times = try await Self.time(subject) { try await subject.sweep(batch, &tally) }
    run.measurement.allocations = Double(allocation_count() - allocations) / count
    run.measurement.queries = run.count
    run.measurement.found = Double(tally.found) / count
    run.measurement.wall = min(run.measurement.wall, times.wall / count)
    run.rounds += 1
    run.otherSeconds += times.others / count
    run.ownSeconds = min(run.ownSeconds, times.own / count)
    run.measurement.cpu = run.ownSeconds + run.otherSeconds / Double(run.rounds)

    var timed = Tally(isTimed: true, capacity: run.count)
    try await subject.sweep(batch, &timed)
    guard timed.found == tally.found else { throw NotMeasured("answers change from round to round") }
    run.nanoseconds += zip(timed.marks.dropFirst(), timed.marks).map { $0 - $1 }

    guard run.togetherCount > 0 else { return }
    let together = Double(run.togetherCount)
    times = try await Self.time(subject) {
      _ = try await subject.sweepTogether(queries[..<run.togetherCount])
    }
    run.otherSecondsTogether += times.others / together
    run.ownSecondsTogether = min(run.ownSecondsTogether, times.own / together)
    run.measurement.wallTogether = min(run.measurement.wallTogether ?? .infinity, times.wall / together)
    run.measurement.cpuTogether = run.ownSecondsTogether + run.otherSecondsTogether / Double(run.rounds)
  }

  /// Wall time, and the processor time of this process and of others for the subject.
  private static func time(_ subject: any Subject, _ body: () async throws -> Void) async rethrows -> (
    wall: Double, own: Double, others: Double
  ) {
    let (wall, own, others) = (Clock.seconds, process_seconds(), subject.otherSeconds)
    try await body()
    return (Clock.seconds - wall, process_seconds() - own, subject.otherSeconds - others)
  }
}
