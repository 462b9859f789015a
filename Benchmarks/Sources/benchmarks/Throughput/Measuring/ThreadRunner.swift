// SPDX-License-Identifier: Apache-2.0

import CCounters
import Foundation
import Synchronization

/// Measures two threads that query at once, and one that moves users while another queries.
struct ThreadRunner {
  let queries: [NearQuery]
  let walks: [Move]
  let options: ThroughputOptions

  func measure(_ subject: some ThreadedSubject) throws -> ThreadRecord {
    let half = try share(of: subject)
    let (first, second) = (queries[..<half], queries[half..<2 * half])
    var record = ThreadRecord(alone: 0, two: 0, cpuShare: 0)
    var (aloneCPU, twoCPU, besideCPU, moves) = (Double.infinity, Double.infinity, Double.infinity, 0.0)
    let repeats = try repeats(of: subject, first)
    let count = Double(half * repeats)
    func query(_ part: ArraySlice<NearQuery>) -> @Sendable () throws -> Void {
      {
        for _ in 0..<repeats {
          var tally = Tally()
          try subject.threadSweep(part, &tally)
        }
      }
    }
    for _ in 0..<options.rounds {
      let alone = try Self.run([query(first)])
      record.alone = max(record.alone, count / alone.wall)
      aloneCPU = min(aloneCPU, alone.cpu[0])
      let two = try Self.run([query(first), query(second)])
      record.two = max(record.two, 2 * count / two.wall)
      twoCPU = min(twoCPU, max(two.cpu[0], two.cpu[1]))
      if subject.movesBesideQueries {
        let beside = try moveBeside(subject, query(first))
        moves = max(moves, beside.moves)
        besideCPU = min(besideCPU, beside.cpu)
      }
    }
    record.cpuShare = aloneCPU / twoCPU
    if subject.movesBesideQueries {
      (record.movesBeside, record.queriesBeside) = (moves, aloneCPU / besideCPU)
    }
    return record
  }

  /// How many queries are a thread's: a slow subject does not take all of them.
  private func share(of subject: some ThreadedSubject) throws -> Int {
    var count = min(32, queries.count / 2)
    while true {
      let start = Clock.seconds
      var tally = Tally()
      try subject.threadSweep(queries[..<count], &tally)
      if Clock.seconds - start > options.sweepSeconds || count * 4 > queries.count { return count }
      count *= 2
    }
  }

  private func repeats(of subject: some ThreadedSubject, _ part: ArraySlice<NearQuery>) throws -> Int {
    let start = Clock.seconds
    var tally = Tally()
    try subject.threadSweep(part, &tally)
    return max(1, Int(2 * options.sweepSeconds / (Clock.seconds - start)))
  }

  /// The moves in a second of the moving thread's processor time, and the processor time of the querying one.
  private func moveBeside(
    _ subject: some ThreadedSubject, _ query: @escaping @Sendable () throws -> Void
  ) throws -> (moves: Double, cpu: Double) {
    let (flags, walks) = (Flags(), walks)
    let times = try Self.run([
      {
        defer { flags.isDone.store(true, ordering: .releasing) }
        try query()
      },
      {
        var start = 0
        while !flags.isDone.load(ordering: .acquiring) {
          let end = min(start + 256, walks.count)
          try subject.threadMove(walks[start..<end])
          flags.moved.add(end - start, ordering: .relaxed)
          start = end == walks.count ? 0 : end
        }
      },
    ])
    return (Double(flags.moved.load(ordering: .relaxed)) / times.cpu[1], times.cpu[0])
  }

  private final class Flags: Sendable {
    let isDone = Atomic(false)
    let moved = Atomic(0)
  }

  /// Runs each body on a thread of its own, all begun at once.
  static func run(_ bodies: [@Sendable () throws -> Void]) throws -> (wall: Double, cpu: [Double]) {
    let outcomes = Outcomes(bodies.count)
    let (ready, go) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let done = DispatchSemaphore(value: 0)
    for (number, body) in bodies.enumerated() {
      let thread = Thread {
        ready.signal()
        go.wait()
        let start = thread_seconds()
        let result = Result { try body() }
        outcomes.note(number, result.map { thread_seconds() - start })
        done.signal()
      }
      thread.stackSize = 8 << 20
      thread.start()
    }
    for _ in bodies { ready.wait() }
    let start = Clock.seconds
    for _ in bodies { go.signal() }
    for _ in bodies { done.wait() }
    let wall = Clock.seconds - start
    return (wall, try outcomes.seconds())
  }
}

/// What threads leave behind.
private final class Outcomes: Sendable {
  private let results: Mutex<[Result<Double, any Error>]>

  init(_ count: Int) { results = Mutex(Array(repeating: .success(0), count: count)) }

  func note(_ number: Int, _ result: sending Result<Double, any Error>) {
    results.withLock { $0[number] = result }
  }

  func seconds() throws -> [Double] { try results.withLock { try $0.map { try $0.get() } } }
}
