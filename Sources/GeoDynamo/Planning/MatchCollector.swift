// SPDX-License-Identifier: Apache-2.0

import GeoHash

/// What a query has found and not yet handed out.
struct FoundMatches: Sendable {
  /// In no order; with a capacity, a heap whose first is the last in order once it is full.
  var matches: [Match] = []
  /// Who has been seen, and whether they were handed out; nil where reads are snapshots.
  var seen: Sightings<Bool>?
  /// Where their bytes lie.
  var writer = RowBlockWriter()

  init(seen: Sightings<Bool>?) {
    self.seen = seen
  }

  /// Sets room aside for about as many matches; more may come, or fewer.
  mutating func expect(_ count: Double) {
    // Not more than a guess may cost.
    let count = Int(min(max(count + 4, 8), 16_384))
    matches.reserveCapacity(count)
    writer.expect(bytes: count * 96)
  }

  /// Gives all away.
  mutating func takeAll() -> FoundMatches {
    defer { self = FoundMatches(seen: nil) }
    return self
  }

  /// Hands out the first `count` matches; the others stay.
  mutating func takeFinal(_ count: Int) -> [Match] {
    var taken = matches
    if count == taken.count {
      matches = []
    } else {
      matches = Array(taken[count...])
      taken.removeSubrange(count...)
    }
    if seen != nil { for match in taken { match.noteHandedOut(in: &seen!) } }
    return taken
  }
}

/// Takes the rows of an index read and keeps those that a query asks for.
struct MatchCollector: IndexRowConsumer {
  private let query: RegionQuery
  /// The query's region where it is a circle, whose distance is asked for without detours.
  private let circle: Circle?
  private let stamp: Int64?
  private let capacity: Int?
  private let target: Int
  private let plan: QueryPlan
  private let excluded: [[UInt8]]
  /// Whether attributes decide, too.
  private let isSelective: Bool
  private let firstRange: Int
  private(set) var nextRange: Int
  private(set) var found: FoundMatches

  /// Begins where the collector before it ended.
  ///
  /// Where reads are no snapshots all matches are kept, whatever the capacity: one that leaves the region again must not
  /// have displaced another.
  init(
    query: RegionQuery, stamp: Int64?, capacity: Int?, target: Int, plan: QueryPlan, firstRange: Int,
    found: FoundMatches
  ) {
    let capacity = found.seen == nil ? capacity : nil
    self.found = found
    self.query = query
    circle = query.region as? Circle
    self.stamp = stamp
    self.capacity = capacity
    self.target = target
    self.plan = plan
    self.firstRange = firstRange
    excluded = query.excluded.map { Array($0.text.string.utf8) }
    isSelective = query.filter != nil || query.viewer != nil
    nextRange = firstRange
    if found.matches.count == capacity { self.found.matches.makeHeap() }
    if found.matches.isEmpty { self.found.expect(min(plan.expectedRows * 2, Double(capacity ?? .max))) }
  }

  /// Gives away what was found; the collector is used up then.
  mutating func takeFound() -> FoundMatches { found.takeAll() }

  mutating func take(_ row: IndexRow, id: RawSpan, attributes: RawSpan) throws {
    if let stamp, row.stamp > stamp { return }
    if found.seen != nil, !isNews(row, id) { return }
    guard let meters = meters(to: row) else { return }
    if let since = query.seenSince, row.movedAt < since.microseconds { return }
    if let cursor = query.cursor, !follows(cursor, meters, id) { return }
    let isFull = found.matches.count == capacity
    if isFull, meters > found.matches[0].distance.meters { return }
    if !excluded.isEmpty, excluded.contains(where: { id.order(against: $0) == 0 }) { return }
    if isSelective, try !query.admits(attributes) { return }
    if isFull {
      let match = Match(
        row: row, distanceMeters: meters, id: id, attributes: attributes, into: &found.writer)
      if match.precedes(found.matches[0]) { found.matches.replaceHeapTop(with: match) }
    } else {
      found.matches.append(
        Match(row: row, distanceMeters: meters, id: id, attributes: attributes, into: &found.writer))
      if found.matches.count == capacity { found.matches.makeHeap() }
    }
  }

  /// Another read may follow, or another page.
  var needsStamp: Bool {
    stamp == nil
      && (plan.reachMeters != nil || nextRange < plan.ranges.count || found.matches.count >= target)
  }

  private func meters(to row: IndexRow) -> Double? {
    circle != nil
      ? circle!.meters(toMemberAtLatitude: row.latitude, longitude: row.longitude)
      : query.region.meters(toMemberAtLatitude: row.latitude, longitude: row.longitude)
  }

  mutating func finishRange(at position: Int) -> Bool {
    nextRange = firstRange + position + 1
    guard nextRange < plan.ranges.count else { return false }
    let bound = plan.ranges[nextRange].minimumDistanceMeters
    if let capacity, found.matches.count == capacity, found.matches[0].distance.meters < bound {
      return false
    }
    guard found.matches.count >= target else { return true }
    return found.matches.count { $0.distance.meters < bound } < target
  }

  /// Whether a row tells of an object that has not been handed out a place that it came to later than to any seen before;
  /// a match at an earlier place is taken back.
  private mutating func isNews(_ row: IndexRow, _ id: RawSpan) -> Bool {
    let (isNews, wasHandedOut) = found.seen!.note(row, id: id, with: false)
    guard isNews, let wasHandedOut else { return isNews }
    if wasHandedOut {
      found.seen!.update(id, to: true)
      return false
    }
    found.matches.removeAll { $0.hasID(id) }
    return true
  }

  private func follows(_ cursor: Cursor, _ meters: Double, _ id: RawSpan) -> Bool {
    guard meters == cursor.distanceMeters else { return meters > cursor.distanceMeters }
    return id.order(against: Array(cursor.id.string.utf8)) > 0
  }
}

/// Counts the rows of a region and keeps none.
struct MatchCounter: IndexRowConsumer {
  private let query: RegionQuery
  private let excluded: [[UInt8]]
  private var counted = 0
  /// Who has been seen, and whether they count; nil where reads are snapshots.
  private var seen: Sightings<Bool>?

  var needsStamp: Bool { false }

  /// How many there are.
  var count: Int { seen.map { $0.last.count { $0 } } ?? counted }

  init(query: RegionQuery, readsAreSnapshots: Bool) {
    self.query = query
    excluded = query.excluded.map { Array($0.text.string.utf8) }
    seen = readsAreSnapshots ? nil : Sightings()
  }

  mutating func take(_ row: IndexRow, id: RawSpan, attributes: RawSpan) throws {
    let counts = try counts(row, id, attributes)
    if seen != nil {
      _ = seen!.note(row, id: id, with: counts)
    } else if counts {
      counted += 1
    }
  }

  private func counts(_ row: IndexRow, _ id: RawSpan, _ attributes: RawSpan) throws -> Bool {
    guard query.region.meters(toMemberAtLatitude: row.latitude, longitude: row.longitude) != nil else {
      return false
    }
    if let since = query.seenSince, row.movedAt < since.microseconds { return false }
    if !excluded.isEmpty, excluded.contains(where: { id.order(against: $0) == 0 }) { return false }
    return try query.admits(attributes)
  }

  mutating func finishRange(at position: Int) -> Bool { true }
}
