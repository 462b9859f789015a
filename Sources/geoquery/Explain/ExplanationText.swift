// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// An explanation for people: a name and a sentence a line.
struct ExplanationText: CustomStringConvertible {
  private let query: ExplainedQuery

  init(_ query: ExplainedQuery) { self.query = query }

  var description: String {
    var text = "\(query.title), in \(query.collection)\n"
    for (name, value) in lines where !value.isEmpty {
      text += name + String(repeating: " ", count: 14 - name.count) + printable(value) + "\n"
    }
    return text
  }

  private var lines: [(name: String, value: String)] {
    let explanation = query.explanation
    let plan = explanation.plan
    let billed = query.dynamoDB
    let counts = query.cells(of: plan).reduce(0, +)
    let lines = [
      ("grid", Self.grid(of: explanation)),
      ("density", "\(Self.density(query)) (\(Self.basis(of: explanation.densitySource)))"),
      (
        "reach",
        plan.reachMeters.map { "\(TextCells.length($0)), where it should find enough; farther if not" } ?? ""
      ),
      (
        "plan",
        "\(ShapeOutline.plural(counts, "cell")) in \(ShapeOutline.plural(plan.ranges.count, "range")), \(ShapeOutline.plural(explanation.partitions, "partition"))"
      ),
      (
        "expected",
        "\(ShapeOutline.plural(query.expectedRequests, "request")), \(Self.amount(plan.expectedRows)) items, \(Self.price(plan.expectedPrice, explanation.priceUnit))"
      ),
      (
        "on DynamoDB",
        "\(ShapeOutline.plural(billed.requests, "request")), \(Self.amount(billed.readUnits)) read units (400-byte items, eventually consistent)"
      ),
      ("refused", explanation.refusal?.description ?? ""),
    ]
    return lines + run
  }

  private var run: [(name: String, value: String)] {
    guard let page = query.page else { return [] }
    let report = page.report
    let planned = query.plans.reduce(0) { $0 + $1.ranges.count }
    let more = page.next == nil ? "" : ", and there are more"
    return [
      (
        "read",
        "\(ShapeOutline.plural(report.requests, "request")), \(ShapeOutline.plural(report.rows, "item")), \(Self.price(report.price, report.priceUnit)); \(report.ranges) of \(ShapeOutline.plural(planned, "range")), \(ShapeOutline.plural(report.plans.count, "stage"))"
      ),
      ("returned", "\(ShapeOutline.plural(page.matches.count, "object"))\(more)\(Self.waste(page))"),
      (
        "estimate",
        query.estimateFactor.map { "off by a factor of \(TextCells.rounded($0, to: 2))" }
          ?? "nothing to compare"
      ),
      (
        "time",
        "planning \(Self.time(report.planningTime)), reading \(Self.time(report.readingTime))"
      ),
    ]
  }

  private static func waste(_ page: MatchPage) -> String {
    guard !page.matches.isEmpty else { return "" }
    let perMatch = Double(page.report.rows) / Double(page.matches.count)
    return "; \(TextCells.rounded(perMatch, to: 2)) read for each"
  }

  /// Which cells, and which of them are partitions.
  static func grid(of explanation: Explanation) -> String {
    let name = explanation.settings.grid == .s2 ? "S2 cells" : "geohashes"
    return explanation.settings.grid == .s2
      ? "\(name), partitions of level \(explanation.partitionLevel)"
      : "\(name), partitions of \(ShapeOutline.plural(explanation.partitionLevel / 5, "character"))"
  }

  /// What an expected density rests on.
  static func basis(of source: DensitySource) -> String {
    switch source {
    case .learned: "learned from earlier queries"
    case .counted: "counted by the store"
    case .probed: "seen in the index about the middle"
    case .standard: "assumed, nothing is known"
    }
  }

  /// How densely objects are expected to lie, for an area in which there are some.
  static func density(_ query: ExplainedQuery) -> String {
    let density = query.objectsPerSquareKilometer
    switch density {
    case 0.1...: return "\(amount(density)) per km²"
    case 1e-4...: return "\(amount(density * 1000)) per 1,000 km²"
    default: return "\(amount(density * 1e6)) per 1,000,000 km²"
    }
  }

  static func price(_ price: Double, _ unit: String) -> String { "\(amount(price)) \(unit)" }

  /// A duration in the unit in which people would say it.
  static func time(_ duration: Duration) -> String {
    let microseconds = duration / .microseconds(1)
    switch microseconds {
    case ..<1000: return "\(amount(microseconds)) µs"
    case ..<1e6: return "\(amount(microseconds / 1000)) ms"
    default: return "\(amount(microseconds / 1e6)) s"
    }
  }

  /// A number to three digits, with a comma between thousands.
  static func amount(_ value: Double) -> String {
    switch abs(value) {
    case 0: "0"
    case ..<0.001: "under 0.001"
    case ..<1: TextCells.rounded(value, to: 3)
    case ..<10: TextCells.rounded(value, to: 2)
    case ..<100: TextCells.rounded(value, to: 1)
    case ..<1e15: grouped(Int(value.rounded()))
    default: shortest(value)
    }
  }
}
