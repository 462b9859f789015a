// SPDX-License-Identifier: Apache-2.0

/// What a query was expected to cost and what it did cost.
public struct QueryReport: Hashable, Sendable {
  /// The plans, in the order they were carried out: more than one where a limit was reached from near to far.
  public private(set) var plans: [QueryPlan] = []
  /// Requests made of the store, pages included.
  public private(set) var requests = 0
  /// Ranges of the plans read to their end.
  public private(set) var ranges = 0
  /// Index rows read.
  public private(set) var rows = 0
  /// Objects returned.
  public internal(set) var matches = 0
  /// What the reading cost by the store's price list, in its units.
  public private(set) var price = 0.0
  /// The unit of prices: `read units`, `µs`.
  public internal(set) var priceUnit = ""
  /// Where the expected density came from.
  public internal(set) var densitySource = DensitySource.standard
  /// How long planning took.
  public internal(set) var planningTime = Duration.zero
  /// How long reading, measuring and filtering took.
  public internal(set) var readingTime = Duration.zero

  /// Rows that were expected, over all plans carried out.
  public var expectedRows: Double { plans.reduce(0) { $0 + $1.expectedRows } }
  /// The price that was expected, over all plans carried out.
  public var expectedPrice: Double { plans.reduce(0) { $0 + $1.expectedPrice } }
  /// Rows read for each object returned; 0 when none was.
  public var waste: Double { matches == 0 ? 0 : Double(rows) / Double(matches) }

  mutating func add(_ plan: QueryPlan, taking time: Duration) {
    plans.append(plan)
    planningTime += time
  }

  mutating func add(_ read: IndexReadReport, price: Double, taking time: Duration) {
    requests += read.requests
    ranges += read.ranges
    rows += read.rows
    self.price += price
    readingTime += time
  }
}

/// What an estimate of density rests on.
public enum DensitySource: String, Hashable, Sendable {
  /// What queries of this process have read there.
  case learned
  /// The store's counts of coarse cells.
  case counted
  /// How closely the few dozen objects about the middle follow one another in the index.
  case probed
  /// Nothing: one object for each square kilometre is assumed.
  case standard
}
