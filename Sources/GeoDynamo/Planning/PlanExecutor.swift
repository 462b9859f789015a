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

  /// The leaf of the region's anchor.
  private let anchorLeaf: UInt64
  private var density: Density
  /// The part of the region that the plan is for.
  private var part: any Region
  private var plan: QueryPlan?
  private var nextRange = 0
  private var read: [ClosedRange<UInt64>] = []
  private var areaShareRead = 0.0
  private var found: FoundMatches
  /// The stamp of the first read: whoever comes to a place later is left out, lest somebody appears twice.
  private(set) var stamp: Int64?
  private(set) var report = QueryReport()

  init(
    query: RegionQuery, collection: CollectionName, planner: QueryPlanner, anchorLeaf: UInt64,
    density: Density, densities: DensityMap, budget: QueryBudget, readsAreSnapshots: Bool
  ) {
    self.query = query
    self.collection = collection
    self.planner = planner
    self.anchorLeaf = anchorLeaf
    self.density = density
    self.densities = densities
    self.budget = budget
    found = FoundMatches(seen: readsAreSnapshots ? nil : Sightings())
    part = query.region
    stamp = query.cursor?.stamp
    report.priceUnit = planner.prices.unit
    report.densitySource = density.source
  }

  /// Whether everything has been read and handed out.
  var isFinished: Bool { isRead && found.matches.isEmpty }

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
  ///   - inOrder: Whether they are wanted in order; only where all are wanted at once need they not be.
  ///   - reader: The store.
  mutating func advance(
    until count: Int?, capacity: Int?, inOrder: Bool = true, through reader: some IndexReader
  ) async throws -> [Match] {
    while true {
      if plan.map({ nextRange == $0.ranges.count && $0.reachMeters != nil }) ?? true {
        let start = ContinuousClock.now
        try makePlan(wanting: count.map { $0 - found.matches.count })
        report.add(plan!, taking: ContinuousClock.now - start)
      }
      if nextRange < plan!.ranges.count {
        try await read(until: count, capacity: capacity, through: reader)
      }
      if !inOrder, isRead {
        report.matches += found.matches.count
        return found.takeFinal(found.matches.count)
      }
      found.matches.sortByDistance()
      let final = finalCount(in: found.matches)
      if final >= count ?? .max || isRead {
        report.matches += final
        return found.takeFinal(final)
      }
    }
  }

  /// Reads the ranges of the plan, or as many as it takes.
  private mutating func read(
    until count: Int?, capacity: Int?, through reader: some IndexReader
  ) async throws {
    let start = ContinuousClock.now
    let plan = plan!
    var collector = MatchCollector(
      query: query, stamp: stamp, capacity: capacity, target: count ?? .max, plan: plan,
      firstRange: nextRange, found: found.takeAll())
    let read: IndexReadReport
    do {
      read = try await reader.read(
        nextRange == 0 ? plan.ranges : Array(plan.ranges[nextRange...]), of: collection,
        index: CellIndex(plan.index, of: planner.settings), into: &collector)
    } catch var error as StoreError {
      error.partial = collector.found.matches
      throw error
    }
    if stamp == nil { stamp = read.stamp }
    found = collector.takeFound()
    note(read, upTo: collector.nextRange, taking: ContinuousClock.now - start)
    try budget.check(report, collected: found.matches)
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
      // A part's share is the lesser of the region's and the ring's; the part itself need not be made to know it.
      let ring = Circle.areaShare(radiusMeters: meters) - Circle.areaShare(radiusMeters: start)
      let reached = max(min(query.region.areaShare, ring), 0)
      if reached >= most || meters >= Earth.halfCircumference.meters { return nil }
      if reached >= share { return (query.region.part(fromMeters: start, toMeters: meters), meters) }
      meters *= 1.5
    }
  }

  private mutating func note(_ read: IndexReadReport, upTo nextRange: Int, taking time: Duration) {
    let plan = plan!
    let ranges = plan.ranges[self.nextRange..<nextRange]
    self.nextRange = read.isWhole ? plan.ranges.count : nextRange
    if read.isWhole { self.plan!.reachMeters = nil }
    areaShareRead = read.isWhole ? 1 : areaShareRead + plan.areaShare(of: ranges)
    let perRange = Double(read.rows) / Double(max(ranges.count, 1))
    report.add(
      read,
      price: read.charged
        ?? Double(ranges.count) * planner.prices.price(rows: perRange, bytes: planner.bytesPerRow),
      taking: time)
    let grid = planner.settings.grid
    let cell = DensityCell(holdingLeaf: anchorLeaf, areaShare: areaShareRead, by: grid)
    densities.learn(
      rows: Double(report.rows), areaShare: areaShareRead, in: cell, prior: density.believedPerGlobe)
    densities.hint(rows: Double(report.rows), areaShare: areaShareRead, aroundLeaf: anchorLeaf, by: grid)
    guard !isRead else { return }
    self.read = (self.read + ranges.map(\.leaves)).sorted { $0.lowerBound < $1.lowerBound }
    density.observe(
      rows: report.rows, matches: found.matches.count + report.matches, areaShare: areaShareRead)
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
