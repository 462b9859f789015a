// SPDX-License-Identifier: Apache-2.0

import GeoHash

/// The objects that a query finds, nearest first: read as they are iterated, or a page at a time.
///
/// Iterating, a match comes as soon as no unread object can be nearer; all of it is one answer, as of the first read.
/// An object that moves meanwhile may be missed where it goes, as with every read of more than one moment,
/// but none comes twice and none that stays is missed.
public struct Matches: AsyncSequence, Sendable {
  enum Origin: Sendable {
    case place(Coordinate)
    case object(ObjectID)
  }

  let index: GeoIndex
  let origin: Origin
  let radius: Distance
  let limit: Int?
  let cursor: Cursor?
  let filter: Filter?
  let excluded: Set<ObjectID>

  /// One page: up to `limit` matches, or all, in one read of the store.
  ///
  /// - Throws: `InputError` for a limit below 1, a cursor of another query, or a filter on an attribute that the index
  ///   does not carry; `StoreError`.
  public func page() async throws -> MatchPage {
    var executor = try await execution()
    var matches = try await executor.advance(
      until: limit.map { $0 + 1 } ?? .max, capacity: limit.map { $0 + 1 }, through: index.store)
    var next: Cursor?
    if let limit, matches.count > limit, let stamp = executor.stamp {
      matches.removeSubrange(limit...)
      next = Cursor(
        distanceMeters: matches[limit - 1].distance.meters, id: matches[limit - 1].id.text,
        center: executor.query.center, stamp: stamp, fingerprint: fingerprint)
    }
    var report = executor.report
    report.matches = matches.count
    return MatchPage(matches: matches, next: next, report: report)
  }

  /// Begins to read.
  public func makeAsyncIterator() -> Iterator {
    Iterator(matches: self)
  }

  /// Reads matches as they are asked for, a few hundred at once.
  public struct Iterator: AsyncIteratorProtocol {
    private static let batch = 256

    private let matches: Matches
    private var executor: PlanExecutor?
    private var ready: [Match] = []  // the next one last
    private var remaining: Int?

    init(matches: Matches) {
      self.matches = matches
      remaining = matches.limit
    }

    /// The next match; nil after the last.
    ///
    /// - Throws: As `page()` does; `CancellationError` when the task is cancelled.
    public mutating func next() async throws -> Match? {
      if let match = ready.popLast() { return match }
      if remaining == 0 { return nil }
      try Task.checkCancellation()
      var executor: PlanExecutor
      if let running = self.executor { executor = running } else { executor = try await matches.execution() }
      while ready.isEmpty, !executor.isFinished {
        ready = try await executor.advance(
          until: Swift.min(remaining ?? .max, Self.batch), capacity: remaining, through: matches.index.store)
      }
      self.executor = executor
      if let left = remaining {
        if ready.count > left { ready.removeSubrange(left...) }
        remaining = left - ready.count
      }
      ready.reverse()
      return ready.popLast()
    }
  }

  private func execution() async throws -> PlanExecutor {
    if let limit, limit < 1 { throw InputError.limit(limit) }
    try filter?.check(against: index.indexed)
    if let cursor, cursor.fingerprint != fingerprint {
      throw InputError.cursor(
        cursor.text, reason: "it belongs to a query of another place, radius, collection or filter")
    }
    let center = try await center()
    let query = DistanceQuery(
      center: center, radius: radius, filter: filter, excluded: excluded, cursor: cursor)
    let plan = index.planner.plan(
      for: Circle(center: center, radius: radius), beyond: cursor?.distanceMeters ?? 0)
    return PlanExecutor(plan: plan, query: query, collection: index.collection)
  }

  private func center() async throws -> Coordinate {
    if let cursor { return cursor.center }
    switch origin {
    case .place(let coordinate): return coordinate
    case .object(let id):
      guard let object = try await index.get(id) else { throw index.notFound(id, "near") }
      guard let coordinate = object.coordinate else {
        throw StoreError(.objectNotFound, "object \"\(id)\" has no position", operation: "near")
      }
      return coordinate
    }
  }

  /// What must be the same for a cursor to go on: all but the limit and the cursor.
  private var fingerprint: UInt64 {
    var fingerprint = Fingerprint()
    fingerprint.combine(index.collection.description.utf8)
    switch origin {
    case .place(let place):
      fingerprint.combine(place.latitude.bitPattern)
      fingerprint.combine(place.longitude.bitPattern)
    case .object(let id): fingerprint.combine(id.text.string.utf8)
    }
    fingerprint.combine(radius.meters.bitPattern)
    for id in excluded.sorted() { fingerprint.combine(id.text.string.utf8) }
    filter?.combine(into: &fingerprint)
    return fingerprint.value
  }
}

/// A page of matches, nearest first.
public struct MatchPage: Sendable {
  /// The matches.
  public let matches: [Match]
  /// Where the next page goes on; nil when this one is the last.
  public let next: Cursor?
  /// What the page cost.
  public let report: QueryReport
}
