// SPDX-License-Identifier: Apache-2.0

import CCounters
import Foundation
import GeoHash

/// Queries, moves, loading and memory of this package and of its rivals, on the same users, in the same run.
struct Throughput {
  let options: ThroughputOptions
  private var results = Results()

  init(_ options: ThroughputOptions, command: String) {
    self.options = options
    results.command = command.replacing(#/ --(json|plots) [^ ]+/#, with: "")
    results.machine = Report.machine
    results.date = ISO8601DateFormatter().string(from: Date()).prefix(10).description
    results.spread = options.spread
    results.seeds = [
      "users": options.spread == .towns ? Towns.seed : UserData.evenSeed, "queries": QueryCenters.seed,
    ]
  }

  /// Measures and prints, and ends the process with 1 when the run or, if they are enforced, the claims fail.
  mutating func run() async throws {
    print("users \(options.spread.rawValue), seeds \(results.seeds); best of \(options.rounds) rounds")
    _ = ServerThread.shared
    for count in options.users { try await run(users: count) }
    try measureCells()
    for missing in results.missing { print("not measured: \(missing.name): \(missing.why)") }
    checkClaims()
    if let file = options.jsonFile { try results.write(to: file) }
    if let folder = options.plotFolder {
      for name in try Plots(results).write(to: folder) { print("\(folder)/\(name).svg") }
    }
    for failure in results.failures { print("failed: \(failure)") }
    if !results.failures.isEmpty { exit(1) }
  }

  private mutating func measureCells() throws {
    guard options.measuresMoves, options.only.isEmpty || options.only.contains(Self.cells) else { return }
    let data = try UserData(count: 10_000, spread: options.spread)
    results.cells = try CellSpeed(data, rounds: options.rounds).measure()
    Tables.print(results.cells)
  }

  /// Claims speak of a million users, or of the number nearest to that; a quick run is too short for any but exact counts.
  private mutating func checkClaims() {
    guard options.measuresMoves || options.isEnforced else { return }
    let users = options.users.min { abs($0 - 1_000_000) < abs($1 - 1_000_000) }!
    let readings = Readings(results: results, users: users, only: options.only)
    let broken = Claims.check(readings, onlyExact: !options.isEnforced)
    if options.isEnforced { results.failures += broken.map { "claim: \($0)" } }
  }

  /// What `--only` calls the operations of cells.
  private static let cells = "cells"

  private func subjects() throws -> (present: [any Subject], missing: [RivalLibraries.Missing]) {
    let own: [any Subject] = [FullScan(), PointIndexSubject(), StoreSubject(isKept: !options.isQuick)]
    let rivals = try RivalLibraries.all()
    let all = own + rivals.subjects
    let names = Set(all.map(\.name) + rivals.missing.map(\.name) + [Self.cells])
    for name in options.only where !names.contains(name) {
      throw NotMeasured("there is no subject \(name); there are: \(names.sorted().joined(separator: ", "))")
    }
    func isAsked(_ name: String) -> Bool { options.only.isEmpty || options.only.contains(name) }
    return (all.filter { isAsked($0.name) }, rivals.missing.filter { isAsked($0.name) })
  }

  private mutating func run(users: Int) async throws {
    let data = try UserData(count: users, spread: options.spread)
    let scan = FullScan()
    _ = scan.load(data)
    let (subjects, missing) = try subjects()
    results.missing = missing + results.missing.filter { old in !missing.contains { $0.name == old.name } }
    print("\n# \(users) users\n")
    var loaded: [any Subject] = []
    var records: [SubjectRecord] = []
    for subject in subjects {
      do {
        records.append(try await load(subject, data))
        loaded.append(subject)
      } catch { miss(subject.name, "\(error)") }
    }
    defer { for subject in loaded { subject.stop() } }
    for (radius, questions) in options.questions {
      let centers = QueryCenters.about(data, radius: radius, count: options.mostQueries(radius))
      let oracle = Oracle(scan, centers.prefix(options.sample), radius: radius)
      for question in questions { await ask(question, centers, loaded, oracle, users) }
    }
    if options.measuresMoves { try await move(loaded, data, &records) }
    results.subjects += records
    Tables.print(records)
  }

  private mutating func miss(_ name: String, _ why: String) {
    results.missing.append(RivalLibraries.Missing(name: name, why: why))
  }

  private func load(_ subject: any Subject, _ data: UserData) async throws -> SubjectRecord {
    // A rival that is slow with many users is not asked to hold ten times as many.
    if let slower = results.subjects.last(where: { $0.name == subject.name }) {
      let seconds = Double(data.count) / slower.loadRate
      guard seconds < 120 else { throw NotMeasured("\(data.count) users would load for \(short(seconds)) s") }
    }
    let before = resident_bytes()
    guard before > 0 else { throw NotMeasured("resident memory cannot be read") }
    let times = try await subject.load(data)
    let count = Double(data.count)
    var record = SubjectRecord(
      name: subject.name, title: subject.title, settings: subject.settings, isOurs: subject.isOurs,
      users: data.count, loadRate: count / times.wall, loadRateCPU: count / times.cpu)
    if let bytes = subject.bytes {
      record.bytesPerUser = bytes.isNaN ? nil : bytes / count
    } else {
      record.bytesPerUser = (resident_bytes() - before) / count
      if options.measuresMoves {
        try await data.scatter(times: 10) { try await subject.move($0[...], .alone) }
        record.bytesPerUserMoved = (resident_bytes() - before) / count
        _ = try await subject.load(data)
      }
    }
    return record
  }

  private mutating func ask(
    _ question: Question, _ centers: [Coordinate], _ subjects: [any Subject], _ oracle: Oracle, _ users: Int
  ) async {
    let queries = centers.map { NearQuery(center: $0, question: question) }
    let runner = QueryRunner(queries: queries, oracle: oracle, options: options, users: users)
    let measured = await runner.measure(subjects)
    results.measurements += measured
    Tables.print(question, measured, checksum: oracle.checksum(of: question))
    for one in measured {
      guard let subject = subjects.first(where: { $0.name == one.subject }) else { continue }
      if let why = one.failure {
        // A rival that cannot answer is named, one of ours that cannot is a failure.
        if subject.isOurs { results.failures.append("\(one.subject), \(question.title): \(why)") }
      } else if subject.isOurs, one.equalShare < 1 || one.checksum != oracle.checksum(of: question) {
        results.failures.append(
          "\(one.subject), \(question.title): \(short(one.equalShare * 100)) % of its answers equal the full scan's"
        )
      }
    }
  }

  private mutating func move(
    _ subjects: [any Subject], _ data: UserData, _ records: inout [SubjectRecord]
  ) async throws {
    let runner = try MoveRunner(data, options)
    let threads = ThreadRunner(queries: runner.queries, walks: runner.walks, options: options)
    // The full scan is there to tell what is right.
    for (number, subject) in subjects.enumerated() where !(subject is FullScan) {
      do {
        if let subject = subject as? any ThreadedSubject, subject.isConcurrent {
          records[number].threads = try threads.measure(subject)
        }
        try await runner.measure(subject, &records[number])
      } catch {
        if subject.isOurs {
          results.failures.append("\(subject.name), moves: \(error)")
        } else {
          miss(subject.name + ", moves", "\(error)")
        }
      }
    }
  }
}

extension Results {
  func write(to file: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    try encoder.encode(self).write(to: URL(fileURLWithPath: file))
  }
}
