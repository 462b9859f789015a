// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoDynamoSQLite

/// `geoquery table check`
enum TableCheckCommand {
  static let spec = CommandSpec(
    name: "check",
    summary: "Compare the items of the store with its index",
    discussion: """
      Every object must have the index keys of its place, and the index one equal row for it. Reads all items and
      all rows; of a file the structure and the counts are checked, too. Checks all collections unless --collection
      names one. --repair gives objects their keys again, unless they move meanwhile.
      """,
    options: [Options.repair],
    examples: [
      .init("geoquery table check --store users.sqlite", "a file, from its structure up"),
      .init("geoquery table check --store dynamodb://eu-west-1/geo --repair", "put right what has drifted"),
    ],
    action: run)

  /// The kinds of drift as fields, and as people call them.
  private static let kinds: [(kind: IndexDrift.Kind, field: String, meaning: String)] = [
    (.wrongKeys, "wrongKeys", "its index keys are not those of its place"),
    (.missingRow, "missingRows", "the index has no row for it"),
    (.staleRow, "staleRows", "its row in the index is another"),
    (.extraRow, "extraRows", "the index has a row that its item does not account for"),
    (.damagedItem, "damagedItems", "its item is damaged"),
  ]

  private static func run(_ invocation: Invocation) async throws {
    let location = try invocation.location()
    let isRepair = invocation.arguments.has(Options.repair)
    let named = invocation.arguments.has(Options.collection) ? try invocation.collection() : nil
    if case .dynamoDBGeo = location {
      throw CommandFailure(.failure, "a dynamodb-geo table has no index of cells to check")
    }
    var writer = try invocation.format().writer(of: .list(name: nil), to: invocation.output)
    var faults = 0
    try await location.withStore(isRepair ? .write : .read, collection: invocation.collection()) { store in
      if let file = store as? SQLiteStore {
        let report = try file.check()
        for problem in report.problems { invocation.messages.say("geoquery: \(printable(problem))") }
        faults += report.problems.count
      }
      let all = try await GeoIndex.collections(in: store).map(\.name)
      for collection in named.map({ [$0] }) ?? all {
        let index = try await GeoIndex(collection, in: store)
        let report = try await check(index, isRepair, invocation.messages)
        faults += report.count - report.repaired
        try writer.write(record(of: report, collection))
      }
    }
    try writer.finish()
    guard faults == 0 else {
      throw CommandFailure(
        .badData,
        faults == 1
          ? "one thing is wrong with \(location)" : "\(grouped(faults)) things are wrong with \(location)")
    }
  }

  private static func check(
    _ index: GeoIndex, _ isRepair: Bool, _ messages: OutputStream
  ) async throws -> IndexCheckReport {
    let clock = ContinuousClock()
    var bar = ProgressBar(of: "\(index.collection)", on: messages, startingAt: clock.now)
    defer { bar.clear() }
    let report = try await IndexCheck(of: index).run(repairing: isRepair) { looked in
      bar.show(objects: looked, fraction: nil, at: clock.now)
    }
    bar.clear()
    for drift in report.drifts {
      let meaning = kinds.first { $0.kind == drift.kind }!.meaning
      messages.say(
        "geoquery: \(index.collection) \(quoted(drift.id.text.string)): \(meaning)\(drift.isRepaired ? "; repaired" : "")"
      )
    }
    if report.count > report.drifts.count {
      messages.say(
        "geoquery: and \(grouped(report.count - report.drifts.count)) more objects of \(index.collection)")
    }
    return report
  }

  private static func record(of report: IndexCheckReport, _ collection: CollectionName) -> OutputRecord {
    OutputRecord(
      [
        .init("collection", .text("\(collection)")), .init("objects", .integer(report.objects)),
        .init("located", .integer(report.located)), .init("rows", .integer(report.rows)),
      ]
        + kinds.map { .init($0.field, .integer(report.counts[$0.kind] ?? 0)) } + [
          .init("repaired", .integer(report.repaired))
        ])
  }
}
