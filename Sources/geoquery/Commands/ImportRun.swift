// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// One import from its first batch to its last: while one batch is stored, the next is read on another thread.
struct ImportRun {
  /// How many objects are stored at once.
  static let batch = 100_000
  /// How many bad rows are reported in full.
  private static let reported = 20

  private let index: GeoIndex
  private let reader: ImportReader
  private let messages: OutputStream
  private let policy: ErrorPolicy
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var progress: ProgressBar
  private var summary: ImportSummary

  init(index: GeoIndex, reader: ImportReader, messages: OutputStream, policy: ErrorPolicy) {
    self.index = index
    self.reader = reader
    self.messages = messages
    self.policy = policy
    start = clock.now
    progress = ProgressBar(of: reader.name, on: messages, startingAt: start)
    summary = ImportSummary(collection: index.collection.description)
  }

  /// Stores everything.
  ///
  /// - Throws: Under `stop`, the first bad row's fault, and under both policies one that leaves no way to the next row, after
  ///   the rows before it have been stored; what the reader or the store throws. The message says how much has been stored.
  mutating func load(from first: ImportBatch?) async throws -> ImportSummary {
    var current = first
    defer { progress.clear() }
    let reader = reader
    while let batch = current {
      async let following = reader.next(atLeast: Self.batch)
      try await store(batch.records)
      report(batch.isCutShort ? batch.errors.dropLast() : batch.errors[...])
      if let error = batch.end(under: policy) { throw failure(.badData, error.description) }
      progress.show(objects: summary.imported, fraction: batch.fraction, at: clock.now)
      do {
        current = try await following
      } catch {
        let report = ErrorReport(error)
        throw failure(report.status, report.message)
      }
    }
    summary.elapsed = clock.now - start
    let hidden = summary.skipped - Self.reported
    if hidden > 0 { say("and \(grouped(hidden)) more bad rows") }
    return summary
  }

  private mutating func store(_ records: [ImportRecord]) async throws {
    guard let last = records.last else { return }
    let objects = records.map {
      GeoObject(id: $0.id, coordinate: $0.coordinate, movedAt: $0.movedAt, attributes: $0.attributes)
    }
    do {
      try await index.load(objects)
    } catch {
      let report = ErrorReport(error)
      throw failure(report.status, report.message, andPerhapsUpTo: last.line)
    }
    summary.imported += records.count
    summary.lastLine = last.line
    summary.withoutPosition += records.count { $0.coordinate == nil }
  }

  private mutating func report(_ errors: ArraySlice<ImportError>) {
    guard policy == .skip else { return }
    for error in errors {
      summary.skipped += 1
      if summary.skipped <= Self.reported { say("skipped \(error)") }
    }
  }

  private mutating func say(_ line: String) {
    progress.clear()
    messages.say("geoquery: \(line)")
  }

  private func failure(_ status: ExitStatus, _ message: String, andPerhapsUpTo line: Int? = nil)
    -> CommandFailure
  {
    let known =
      summary.imported == 0
      ? "no object" : "\(grouped(summary.imported)) objects, up to line \(summary.lastLine),"
    let rest = line.map { "and perhaps some of those from there to line \($0)" } ?? "and nothing after that"
    let verb = summary.imported == 0 ? "was imported before" : "have been imported"
    return CommandFailure(status, "\(message); \(known) \(verb), \(rest)")
  }
}
