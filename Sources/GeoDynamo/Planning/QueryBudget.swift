// SPDX-License-Identifier: Apache-2.0

/// The most that a query may cost. One that is expected to cost more is refused before it reads anything.
public struct QueryBudget: Hashable, Sendable {
  /// Requests of the store; nil for any number.
  public var requests: Int?
  /// Index rows read; nil for any number.
  public var rows: Int?
  /// Time spent reading; nil for any.
  public var time: Duration?

  /// Makes a budget; without arguments, one that nothing exceeds.
  public init(requests: Int? = nil, rows: Int? = nil, time: Duration? = nil) {
    self.requests = requests
    self.rows = rows
    self.time = time
  }

  /// A budget that nothing exceeds.
  public static let unlimited = QueryBudget()

  /// Refuses a plan that is expected to cost more.
  func check(_ plan: QueryPlan, unit: String) throws(BudgetError) {
    let expected = Int(min(plan.expectedRows.rounded(), 1e18))
    if let rows, expected > rows {
      throw BudgetError(.rows, limit: "\(rows)", expected: "about \(expected)", plan: plan)
    }
    if let requests, plan.ranges.count > requests {
      throw BudgetError(.requests, limit: "\(requests)", expected: "\(plan.ranges.count)", plan: plan)
    }
    if let time, unit == "µs", plan.expectedPrice > time / .microseconds(1) {
      throw BudgetError(
        .time, limit: "\(time)", expected: "about \(Duration.microseconds(plan.expectedPrice.rounded()))",
        plan: plan)
    }
  }

  /// Ends a query that has cost more than it was expected to.
  func check(_ report: QueryReport, collected: [Match]) throws(BudgetError) {
    if let rows, report.rows > rows {
      throw BudgetError(.rows, limit: "\(rows)", spent: "\(report.rows)", report: report, partial: collected)
    }
    if let requests, report.requests > requests {
      throw BudgetError(
        .requests, limit: "\(requests)", spent: "\(report.requests)", report: report, partial: collected)
    }
    if let time, report.readingTime > time {
      throw BudgetError(
        .time, limit: "\(time)", spent: "\(report.readingTime)", report: report, partial: collected)
    }
  }
}

/// A query that would cost, or has cost, more than its budget.
public struct BudgetError: Error, Sendable, CustomStringConvertible {
  /// What there would be too much of.
  public enum Resource: String, Hashable, Sendable {
    case requests, rows, time
  }

  /// What there would be too much of.
  public let resource: Resource
  /// The plan that was refused; nil when the query was ended while it ran.
  public let plan: QueryPlan?
  /// What was read before the query was ended; nil when it was refused before.
  public let report: QueryReport?
  /// What had been found by then, in no order; empty when the query was refused before.
  public let partial: [Match]
  /// One sentence with the budget, the cost and what to do.
  public let description: String

  init(_ resource: Resource, limit: String, expected: String, plan: QueryPlan) {
    self.resource = resource
    self.plan = plan
    report = nil
    partial = []
    description =
      "the query would take \(expected) \(Self.noun(resource)), its budget is \(limit); \(Self.advice)"
  }

  init(_ resource: Resource, limit: String, spent: String, report: QueryReport, partial: [Match]) {
    self.resource = resource
    plan = nil
    self.report = report
    self.partial = partial
    description =
      "the query was ended after \(spent) \(Self.noun(resource)), its budget is \(limit); \(Self.advice)"
  }

  private static func noun(_ resource: Resource) -> String {
    switch resource {
    case .requests: "requests"
    case .rows: "items read"
    case .time: "of reading"
    }
  }

  private static let advice =
    "take a smaller region or a limit, or ask for a count, an estimate (count --estimate) or a sample (--sample)"
}
