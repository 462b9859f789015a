// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// `geoquery copy`
enum CopyCommand {
  static let spec = CommandSpec(
    name: "copy",
    summary: "Copy a collection into another store",
    discussion: """
      From a file to Amazon DynamoDB and back, from a dynamodb-geo table, or under another name. The target may have
      another grid and other levels; attributes, positions and times arrive as they are. At the end the target is
      read and compared with what was read. After an interruption the same command goes on where the copy was.
      """,
    options: [Options.to, Options.toCollection, Options.restart, Options.intoExisting],
    examples: [
      .init("geoquery copy --collection towns --to dynamodb://eu-west-1/geo", "move to DynamoDB"),
      .init("geoquery copy --store dynamodb://eu-west-1/geo --to backup.sqlite", "and back into a file"),
      .init(
        "geoquery copy --store dynamodb-geo://eu-west-1/places --to places.sqlite --collection places",
        "leave a dynamodb-geo table"),
    ],
    action: run)

  private static func run(_ invocation: Invocation) async throws {
    let arguments = invocation.arguments
    let to = try arguments.requiredValue(of: Options.to) { try StoreLocation(argument: $0) }
    let name = try arguments.value(of: Options.toCollection) { try CollectionName($0) }
    let options = CollectionCopy.Options(
      restarts: arguments.has(Options.restart), keepsNewer: arguments.has(Options.intoExisting))
    let format = try invocation.format()
    let collection = try name ?? invocation.collection()
    try await invocation.reading { source in
      try await to.withStore(.create, collection: collection) { store in
        Interruption.explainCopy()
        var run = CopyRun(to: to, messages: invocation.messages)
        let summary = try await run.copy(source, into: store, as: collection, options)
        if format == .table {
          try invocation.output.write(summary.sentence + "\n")
        } else {
          try invocation.answer(summary.record)
        }
      }
    }
  }
}

/// One copy from its first page to its proof.
private struct CopyRun {
  private let to: StoreLocation
  private let messages: OutputStream
  private let clock = ContinuousClock()
  private var progress: ProgressBar?
  private var phase: CopyProgress.Phase?
  private var copied = 0

  init(to: StoreLocation, messages: OutputStream) {
    self.to = to
    self.messages = messages
  }

  mutating func copy(
    _ source: GeoIndex, into store: any GeoStore, as name: CollectionName, _ options: CollectionCopy.Options
  ) async throws -> CopySummary {
    let start = clock.now
    defer { progress?.clear() }
    do {
      let copy = try await CollectionCopy(of: source, into: store, as: name)
      let report = try await copy.run(options) { show($0, of: source.collection) }
      return CopySummary(
        collection: source.collection, to: to, target: name, report: report, elapsed: clock.now - start)
    } catch {
      progress?.clear()
      throw explained(error)
    }
  }

  private mutating func show(_ now: CopyProgress, of collection: CollectionName) {
    if phase != now.phase {
      let name = now.phase == .copying ? "\(collection)" : "\(collection), verifying"
      progress?.clear()
      progress = ProgressBar(of: name, on: messages, startingAt: clock.now)
      phase = now.phase
    }
    if now.phase == .copying { copied = now.objects }
    let fraction = now.total.map { $0 > 0 ? min(1, Double(now.objects) / Double($0)) : 1 }
    let instant = clock.now
    progress?.show(objects: now.objects, fraction: fraction, at: instant)
  }

  /// What went wrong and what may be typed next.
  private func explained(_ error: any Error) -> any Error {
    let report = ErrorReport(error)
    let advice: String? =
      switch (error as? StoreError)?.code {
      case .targetNotEmpty:
        "give --into-existing to copy beside them, or --to-collection NAME for another one"
      case .copyDiffers: "--restart copies it anew"
      case _ where copied > 0:
        "\(grouped(copied)) objects have been copied, and the same command goes on from there"
      default: nil
      }
    return CommandFailure(report.status, advice.map { "\(report.message); \($0)" } ?? report.message)
  }
}

/// What a copy did, to be printed.
private struct CopySummary {
  let collection: CollectionName
  let to: StoreLocation
  let target: CollectionName
  let report: CopyReport
  let elapsed: Duration

  /// For people.
  var sentence: String {
    var text = "copied \(grouped(report.objects)) objects of \(collection) to \(to)"
    if target != collection { text += " as \(target)" }
    if report.resumedAfter > 0 { text += ", \(grouped(report.resumedAfter)) of them in an earlier run" }
    if report.kept > 0 { text += ", but left \(grouped(report.kept)) that are newer there" }
    return text + ", and verified them, in \(TextCells.rounded(elapsed / .seconds(1), to: 2)) s"
  }

  /// For programs.
  var record: OutputRecord {
    OutputRecord([
      .init("collection", .text("\(collection)")), .init("to", .text("\(to)")),
      .init("toCollection", .text("\(target)")), .init("objects", .integer(report.objects)),
      .init("kept", .integer(report.kept)), .init("resumedAfter", .integer(report.resumedAfter)),
      .init("seconds", .number(elapsed / .seconds(1))),
    ])
  }
}
