// SPDX-License-Identifier: Apache-2.0

import GeoHash

/// What a distance query asks for, besides its region.
struct DistanceQuery: Sendable {
  var center: Coordinate
  var radius: Distance
  var filter: Filter?
  var excluded: Set<ObjectID>
  /// The order goes on after this one.
  var cursor: Cursor?
}

/// Walks a plan nearest range first and hands out matches in the order (distance, id bytes).
///
/// A match is final, and leaves, as soon as no unread range can hold a nearer one. With a capacity the walk ends when
/// that many matches are final, and no more than that many are kept; without one, all of the ranges read so far
/// may be waiting. One `advance` is one read of the store.
struct PlanExecutor: Sendable {
  let plan: QueryPlan
  let query: DistanceQuery
  let collection: CollectionName

  private var nextRange = 0
  private var waiting: [Match] = []
  /// The stamp of the first read: whoever comes to a place later is left out, lest somebody appears twice.
  private(set) var stamp: Int64?
  private(set) var report = QueryReport()

  init(plan: QueryPlan, query: DistanceQuery, collection: CollectionName) {
    self.plan = plan
    self.query = query
    self.collection = collection
    stamp = query.cursor?.stamp
  }

  var isFinished: Bool { nextRange == plan.ranges.count && waiting.isEmpty }

  /// Reads on until `count` more matches are final or the plan is at its end, and returns those that are final, at
  /// most `capacity`.
  ///
  /// - Parameter capacity: The most matches that will ever be wanted from here on; nil for all.
  mutating func advance(
    until count: Int, capacity: Int?, through reader: some IndexReader
  ) async throws -> [Match] {
    var collector = MatchCollector(
      query: query, stamp: stamp, capacity: capacity, target: count, plan: plan, firstRange: nextRange,
      matches: waiting)
    waiting = []
    if nextRange < plan.ranges.count {
      let read = try await reader.read(
        Array(plan.ranges[nextRange...]), of: collection, index: plan.index, into: &collector)
      if stamp == nil { stamp = read.stamp }
      nextRange = collector.nextRange
      report.add(read)
    }
    var matches = collector.matches
    matches.sort { $0.precedes($1) }
    let final = collector.finalCount(in: matches)
    waiting = Array(matches[final...])
    matches.removeSubrange(final...)
    report.matches += matches.count
    return matches
  }
}

/// Takes the rows of an index read and keeps those that a query asks for.
private struct MatchCollector: IndexRowConsumer {
  private let query: DistanceQuery
  private let meter: DistanceMeter
  private let stamp: Int64?
  private let capacity: Int?
  private let target: Int
  private let plan: QueryPlan
  private let excluded: [[UInt8]]
  private(set) var nextRange: Int
  /// In no order; with a capacity, a heap whose first is the last in order once it is full.
  private(set) var matches: [Match]
  private let firstRange: Int

  init(
    query: DistanceQuery, stamp: Int64?, capacity: Int?, target: Int, plan: QueryPlan, firstRange: Int,
    matches: [Match]
  ) {
    self.query = query
    self.stamp = stamp
    self.capacity = capacity
    self.target = target
    self.plan = plan
    self.firstRange = firstRange
    self.matches = matches
    meter = DistanceMeter(from: query.center)
    excluded = query.excluded.map { Array($0.text.string.utf8) }
    nextRange = firstRange
    if matches.count == capacity { self.matches.makeHeap() }
  }

  mutating func take(_ row: IndexRow, id: RawSpan, attributes: RawSpan) throws {
    let meters = meter.meters(toLatitude: row.latitude, longitude: row.longitude)
    guard meters <= query.radius.meters else { return }
    if let stamp, row.stamp > stamp { return }
    if let cursor = query.cursor, !follows(cursor, meters, id) { return }
    let isFull = matches.count == capacity
    if isFull, meters > matches[0].distance.meters { return }
    if !excluded.isEmpty, excluded.contains(where: { id.order(against: $0) == 0 }) { return }
    if let filter = query.filter, try !filter.passes(attributes) { return }
    let match = Match(row: row, distanceMeters: meters, id: id, attributes: attributes)
    if isFull {
      if match.precedes(matches[0]) { matches.replaceHeapTop(with: match) }
    } else {
      matches.append(match)
      if matches.count == capacity { matches.makeHeap() }
    }
  }

  mutating func finishRange(at position: Int) -> Bool {
    nextRange = firstRange + position + 1
    guard nextRange < plan.ranges.count else { return false }
    let bound = plan.ranges[nextRange].minimumDistanceMeters
    if let capacity, matches.count == capacity, matches[0].distance.meters < bound { return false }
    guard matches.count >= target else { return true }
    return matches.count { $0.distance.meters < bound } < target
  }

  /// How many of the sorted matches no unread range can precede.
  func finalCount(in sorted: [Match]) -> Int {
    guard nextRange < plan.ranges.count else { return sorted.count }
    let bound = plan.ranges[nextRange].minimumDistanceMeters
    return sorted.firstIndex { $0.distance.meters >= bound } ?? sorted.count
  }

  private func follows(_ cursor: Cursor, _ meters: Double, _ id: RawSpan) -> Bool {
    guard meters == cursor.distanceMeters else { return meters > cursor.distanceMeters }
    return id.order(against: Array(cursor.id.string.utf8)) > 0
  }
}

/// Counts the rows within a distance and keeps none.
struct MatchCounter: IndexRowConsumer {
  private let query: DistanceQuery
  private let meter: DistanceMeter
  private(set) var count = 0

  init(query: DistanceQuery) {
    self.query = query
    meter = DistanceMeter(from: query.center)
  }

  mutating func take(_ row: IndexRow, id: RawSpan, attributes: RawSpan) throws {
    guard meter.meters(toLatitude: row.latitude, longitude: row.longitude) <= query.radius.meters else {
      return
    }
    if let filter = query.filter, try !filter.passes(attributes) { return }
    count += 1
  }

  mutating func finishRange(at position: Int) -> Bool { true }
}
