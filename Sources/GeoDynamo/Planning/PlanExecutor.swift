// SPDX-License-Identifier: Apache-2.0

import GeoHash

/// Reads a region from near to far and hands out matches in the order (distance, id bytes).
///
/// The walk goes in stages. Each plans the part of the region up to a reach that should hold as many objects as are
/// wanted, without what was read before, and reads its ranges nearest first. A match is final, and leaves, as soon as no
/// unread range can hold a nearer one. When the stage is read and more are wanted, the next one reaches farther, by the
/// density just seen. With a capacity no more matches than that are kept waiting.
struct PlanExecutor: Sendable {
  let query: RegionQuery
  let collection: CollectionName
  let planner: QueryPlanner
  let budget: QueryBudget
  let densities: DensityMap

  private var density: Density
  /// The part of the region that the plan is for.
  private var part: any Region
  private var plan: QueryPlan?
  private var nextRange = 0
  private var read: [ClosedRange<UInt64>] = []
  private var areaShareRead = 0.0
  private var waiting: [Match] = []
  private var seen: Sightings<Bool>?
  /// The stamp of the first read: whoever comes to a place later is left out, lest somebody appears twice.
  private(set) var stamp: Int64?
  private(set) var report = QueryReport()

  init(
    query: RegionQuery, collection: CollectionName, planner: QueryPlanner, density: Density,
    densities: DensityMap, budget: QueryBudget, readsAreSnapshots: Bool
  ) {
    self.query = query
    self.collection = collection
    self.planner = planner
    self.density = density
    self.densities = densities
    self.budget = budget
    seen = readsAreSnapshots ? nil : Sightings()
    part = query.region
    stamp = query.cursor?.stamp
    report.priceUnit = planner.prices.unit
    report.densitySource = density.source
  }

  /// Whether everything has been read and handed out.
  var isFinished: Bool { isRead && waiting.isEmpty }

  /// Whether all of the region has been read.
  private var isRead: Bool {
    guard let plan else { return false }
    return plan.reachMeters == nil && nextRange == plan.ranges.count
  }

  /// Reads on until `count` more matches are final or all is read, and returns those that are final.
  ///
  /// - Parameters:
  ///   - count: How many are wanted now; nil for all at once.
  ///   - capacity: The most matches that will ever be wanted from here on; nil for all.
  mutating func advance(
    until count: Int?, capacity: Int?, through reader: some IndexReader
  ) async throws -> [Match] {
    let clock = ContinuousClock()
    while true {
      if plan.map({ nextRange == $0.ranges.count && $0.reachMeters != nil }) ?? true {
        let start = clock.now
        try makePlan(wanting: count.map { $0 - waiting.count })
        report.add(plan!, taking: clock.now - start)
      }
      let plan = plan!
      var collector = MatchCollector(
        query: query, stamp: stamp, capacity: capacity, target: count ?? .max, plan: plan,
        firstRange: nextRange, matches: waiting, seen: seen)
      (waiting, seen) = ([], nil)
      if nextRange < plan.ranges.count {
        let start = clock.now
        let read: IndexReadReport
        do {
          read = try await reader.read(
            Array(plan.ranges[nextRange...]), of: collection, index: planner.settings.indexes[plan.index],
            into: &collector)
        } catch var error as StoreError {
          error.partial = collector.matches
          throw error
        }
        if stamp == nil { stamp = read.stamp }
        note(read, of: collector, taking: clock.now - start)
        try budget.check(report, collected: collector.matches)
      }
      seen = collector.seen
      var matches = collector.matches.inOrder()
      let final = finalCount(in: matches)
      if final >= count ?? .max || isRead {
        waiting = Array(matches[final...])
        matches.removeSubrange(final...)
        if seen != nil { for match in matches { match.noteHandedOut(in: &seen!) } }
        report.matches += matches.count
        return matches
      }
      waiting = matches
    }
  }

  /// How many objects the globe is expected to hold at the density about here.
  var rowsPerGlobe: Double { density.rowsPerGlobe }

  /// The plan that would be carried out next, of which nothing is read.
  func firstPlan(wanting count: Int?) -> QueryPlan { stage(wanting: count).plan }

  /// Plans the next stage and checks the first one against the budget.
  private mutating func makePlan(wanting count: Int?) throws {
    let stage = stage(wanting: count)
    if plan == nil { try budget.check(stage.plan, unit: planner.prices.unit) }
    (part, plan) = stage
    nextRange = 0
  }

  /// The next stage: a reach that should hold `count` more objects, or all that is left.
  private func stage(wanting count: Int?) -> (part: any Region, plan: QueryPlan) {
    let start = query.cursor?.distanceMeters ?? 0
    var part = start > 0 ? query.region.part(fromMeters: start, toMeters: .infinity) : query.region
    var reach: Double?
    if let count, let (nearer, meters) = self.part(holding: count, from: start) {
      part = nearer
      reach = meters
    }
    var plan = planner.plan(
      for: part, rowsPerGlobe: density.rowsPerGlobe, excluding: read, isOrdered: count != nil)
    plan.reachMeters = reach
    return (part, plan)
  }

  /// The part of the region that should hold `count` more objects, and its reach; nil for most of the region.
  private func part(holding count: Int, from start: Double) -> (part: any Region, reachMeters: Double)? {
    // A tenth more than wanted and one: a second stage costs more than the rows of a slightly wider reach.
    let wanted = Double(max(count, 1)) * 1.1 + 1
    let share = areaShareRead + wanted / max(density.matchesPerGlobe, 1)
    let most = query.region.areaShare * 0.7
    var meters = Circle.radiusMeters(areaShare: Circle.areaShare(radiusMeters: start) + share)
    meters = max(meters, (plan?.reachMeters ?? 0) * 1.2, start * 1.001)
    while true {
      let part = query.region.part(fromMeters: start, toMeters: meters)
      let reached = part.areaShare
      if reached >= most || meters >= Earth.halfCircumference.meters { return nil }
      if reached >= share { return (part, meters) }
      meters *= 1.5
    }
  }

  private mutating func note(_ read: IndexReadReport, of collector: MatchCollector, taking time: Duration) {
    let plan = plan!
    let ranges = plan.ranges[nextRange..<collector.nextRange]
    nextRange = collector.nextRange
    if read.isWhole {
      nextRange = plan.ranges.count
      self.plan!.reachMeters = nil
    }
    self.read = (self.read + ranges.map(\.leaves)).sorted { $0.lowerBound < $1.lowerBound }
    areaShareRead = read.isWhole ? 1 : areaShareRead + plan.areaShare(of: ranges)
    let perRange = Double(read.rows) / Double(max(ranges.count, 1))
    report.add(
      read,
      price: read.charged
        ?? Double(ranges.count) * planner.prices.price(rows: perRange, bytes: planner.bytesPerRow),
      taking: time)
    let cell = DensityCell(holding: part.anchor, areaShare: areaShareRead, by: planner.settings.grid)
    densities.learn(rows: Double(report.rows), areaShare: areaShareRead, in: cell)
    densities.hint(
      rows: Double(report.rows), areaShare: areaShareRead, around: part.anchor,
      by: planner.settings.grid)
    density.observe(
      rows: report.rows, matches: collector.matches.count + report.matches, areaShare: areaShareRead)
  }

  /// How many of the sorted matches no unread object can precede.
  private func finalCount(in sorted: [Match]) -> Int {
    guard let plan, !isRead else { return sorted.count }
    if nextRange < plan.ranges.count {
      let bound = plan.ranges[nextRange].minimumDistanceMeters
      return sorted.firstIndex { $0.distance.meters >= bound } ?? sorted.count
    }
    return sorted.firstIndex { $0.distance.meters > plan.reachMeters! } ?? sorted.count
  }
}
