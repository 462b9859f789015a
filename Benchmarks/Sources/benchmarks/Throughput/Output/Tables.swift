// SPDX-License-Identifier: Apache-2.0

/// Prints what was measured as the tables that the README holds.
enum Tables {
  private static let width = 11

  /// One question, all subjects, the fastest first.
  static func print(_ question: Question, _ measured: [Measurement], checksum: String) {
    Swift.print("## \(question.title)\n")
    heading(
      "", ["queries/s", "users/s", "p50 µs", "p99 µs", "CPU µs", "together/s", "CPU µs", "allocs", "equal"])
    for one in measured.sorted(by: { $0.wall < $1.wall }) {
      if let failure = one.failure {
        Swift.print("| \(one.subject): not measured: \(failure)")
        continue
      }
      row(
        one.subject,
        [
          short(one.rate), short(one.rate * one.found), micros(one.latency(0.5)), micros(one.latency(0.99)),
          micros(one.cpu), one.wallTogether.map { short(1 / $0) } ?? "", one.cpuTogether.map(micros) ?? "",
          short(one.allocations), percent(one.equalShare),
        ])
    }
    let most = measured.max { $0.queries < $1.queries }
    Swift.print(
      "\nfound by a query \(short(most?.found ?? .nan)); checksum of the sample's answers \(checksum)\n")
  }

  /// What is not a query.
  static func print(_ records: [SubjectRecord]) {
    Swift.print("## loading, memory, moves, threads\n")
    heading(
      "", ["loads/s", "bytes/user", "moves/s", "of CPU", "together/s", "90/10 /s", "2 threads", "of CPU"])
    for one in records {
      let (single, together) = (one.moves.first, one.moves.first { $0.mode.together > 1 })
      row(
        one.name,
        [
          short(one.loadRate), one.bytesPerUser.map(short), single.map { short($0.rate) },
          single.map { short($0.cpuRate) }, together.map { short($0.rate) }, one.mixedRate.map(short),
          one.threads.map { short($0.scaling) }, one.threads.map { short($0.cpuShare * 2) },
        ].map { $0 ?? "" })
    }
    Swift.print("")
    for one in records {
      for move in one.moves where one.moves.count > 2 {
        Swift.print("\(one.name), \(move.mode.title): \(short(move.rate)) moves/s")
      }
      if let beside = one.threads?.movesBeside, let queries = one.threads?.queriesBeside {
        Swift.print(
          "\(one.name), one thread moves, one queries: \(short(beside)) moves/s, queries at \(percent(queries)) of their rate alone"
        )
      }
    }
    for one in records {
      Swift.print("\(one.name): \(one.title)\(one.settings.isEmpty ? "" : "; \(one.settings)")")
    }
  }

  /// Operations of cells.
  static func print(_ cells: [CellSpeed.Record]) {
    Swift.print("\n## cells\n")
    for one in cells {
      let name = one.name + String(repeating: " ", count: max(44 - one.name.count, 0))
      Swift.print("\(name) \(short(one.seconds * 1e9)) ns, \(short(one.allocations)) allocations")
    }
    Swift.print("")
  }

  static func heading(_ first: String, _ columns: [String]) {
    row(first, columns)
    Swift.print(
      "|" + String(repeating: "-", count: 24) + "|"
        + columns.map { _ in String(repeating: "-", count: width) + ":|" }.joined())
  }

  static func row(_ first: String, _ columns: [String]) {
    let cells = columns.map { String(repeating: " ", count: max(width + 1 - $0.count, 0)) + $0 + "|" }
    let name = first + String(repeating: " ", count: max(23 - first.count, 0))
    Swift.print("| \(name)|" + cells.joined())
  }

  private static func micros(_ seconds: Double) -> String { short(seconds * 1e6) }
  private static func percent(_ share: Double) -> String { short(share * 100) + " %" }
}
