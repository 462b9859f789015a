// SPDX-License-Identifier: Apache-2.0

public import GeoHash

/// What a query would do, before it reads any object: its first plan and what that rests on.
///
/// ```swift
/// let explanation = try await users.near(home, within: .kilometers(2), limit: 20).explain()
/// print(explanation.plan.ranges.count, explanation.plan.expectedPrice, explanation.priceUnit)
/// ```
///
/// A query with a limit goes on with farther plans where the first holds too few objects; which, only reading tells.
public struct Explanation: Sendable {
  /// What is asked for; for `near(of:)` the circle about where the object is now.
  public let region: any Region
  /// The plan that is carried out first, and for most queries the only one.
  public let plan: QueryPlan
  /// The table's settings: the grid of the ranges' leaves, and the levels that partition the index.
  public let settings: TableSettings
  /// How many objects the globe would hold at the density expected about here.
  public let rowsPerGlobe: Double
  /// What that density rests on.
  public let densitySource: DensitySource
  /// The unit of the plan's price: `read units`, `µs`.
  public let priceUnit: String
  /// Whether the store reads a range across the borders of partitions.
  public let rangesSpanPartitions: Bool
  /// Why the query's budget refuses the plan; nil when it does not.
  public let refusal: BudgetError?

  /// The level of the cells that partition the index to be read.
  public var partitionLevel: Int { settings.partitionLevels[plan.index] }

  /// How many partitions of that level the ranges lie in.
  public var partitions: Int {
    let bits = partitionBits
    let runs = plan.ranges.map { $0.leaves.lowerBound >> bits...$0.leaves.upperBound >> bits }
      .sorted { $0.lowerBound < $1.lowerBound }
    var next: UInt64 = 0
    var count: UInt64 = 0
    for run in runs where run.upperBound >= next {
      count += run.upperBound - max(run.lowerBound, next) + 1
      next = run.upperBound + 1
    }
    return Int(count)
  }

  /// What the plan would cost by another price list, in its units, on a store whose ranges end at the borders of
  /// partitions: each range makes as many requests as it meets partitions.
  ///
  /// - Parameters:
  ///   - prices: The other price list.
  ///   - bytesPerRow: The size of an index row. Pages of large ranges are not counted as requests.
  public func price(by prices: PriceList, bytesPerRow: Double) -> (price: Double, requests: Int) {
    let bits = partitionBits
    let leaves = plan.ranges.reduce(0) { $0 + Self.leafCount($1) }
    var (price, requests) = (0.0, 0)
    for range in plan.ranges {
      let parts = Int((range.leaves.upperBound >> bits) - (range.leaves.lowerBound >> bits)) + 1
      let rows = plan.expectedRows * Self.leafCount(range) / leaves
      price += Double(parts) * prices.price(rows: rows / Double(parts), bytes: bytesPerRow)
      requests += parts
    }
    return (price, requests)
  }

  /// How many low bits of a leaf's number tell leaves of one partition apart.
  private var partitionBits: UInt64 {
    settings.grid == .s2 ? UInt64(2 * (30 - partitionLevel)) : UInt64(60 - partitionLevel)
  }

  private static func leafCount(_ range: IndexRange) -> Double {
    Double(range.leaves.upperBound - range.leaves.lowerBound) + 1
  }
}

extension Matches {
  /// What this query would do, without reading any object of its region.
  ///
  /// It looks up where an object is, for `near(of:)`, and what the store has counted, if that is not known yet.
  ///
  /// - Throws: As `page()` does, but no `BudgetError`: that is the explanation's `refusal`.
  public func explain() async throws -> Explanation {
    let executor = try await execution()
    let plan = executor.firstPlan(wanting: limit.map { $0 == .max ? $0 : $0 + 1 })
    var refusal: BudgetError?
    do throws(BudgetError) {
      try options.budget.check(plan, unit: executor.planner.prices.unit)
    } catch {
      refusal = error
    }
    return Explanation(
      region: executor.query.region, plan: plan, settings: index.settings,
      rowsPerGlobe: executor.rowsPerGlobe, densitySource: executor.report.densitySource,
      priceUnit: executor.planner.prices.unit, rangesSpanPartitions: executor.planner.rangesSpanPartitions,
      refusal: refusal)
  }
}
