// SPDX-License-Identifier: Apache-2.0

import GeoHash

/// The objects that a query finds, nearest first: read as they are iterated, or a page at a time.
///
/// Iterating, a match comes as soon as no unread object can be nearer; all of it is one answer, as of the first read.
/// An object that moves meanwhile may be missed where it goes, as with every read of more than one moment,
/// but none comes twice and none that stays is missed.
public struct Matches: AsyncSequence, Sendable {
  enum Origin: Sendable {
    case region(any Region)
    case object(ObjectID, Distance)
  }

  let index: GeoIndex
  let origin: Origin
  let limit: Int?
  let cursor: Cursor?
  let filter: Filter?
  let options: QueryOptions

  /// One page: up to `limit` matches, or all.
  ///
  /// - Throws: `InputError` for a limit below 1, a cursor of another query, or a filter on an attribute that the index
  ///   does not carry; `BudgetError`; `StoreError`.
  public func page() async throws -> MatchPage {
    var executor = try await execution()
    let wanted = limit.map { $0 == .max ? $0 : $0 + 1 }
    var matches = try await executor.advance(
      until: wanted, capacity: wanted, inOrder: limit != nil || options.order == .nearestFirst,
      through: index.store)
    var next: Cursor?
    if let limit, matches.count > limit, let stamp = executor.stamp {
      matches.removeSubrange(limit...)
      let last = matches[limit - 1]
      next = Cursor(
        distanceMeters: last.distance.meters, id: last.id.text, center: executor.query.region.anchor,
        stamp: stamp, fingerprint: fingerprint)
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

  /// The query with its plan not yet made.
  func execution() async throws -> PlanExecutor {
    if let limit, limit < 1 { throw InputError.limit(limit) }
    if let cursor, cursor.fingerprint != fingerprint {
      throw InputError.cursor(
        cursor.text, reason: "it belongs to a query of another store, collection, region or filter")
    }
    let region = try await region()
    let leaf = index.settings.leaf(of: region.anchor)
    return PlanExecutor(
      query: try index.query(for: region, where: filter, options: options, cursor: cursor),
      collection: index.collection, planner: index.planner, anchorLeaf: leaf,
      density: try await index.density(of: region, aroundLeaf: leaf, holding: limit),
      densities: index.densities,
      budget: options.budget, readsAreSnapshots: index.store.readsAreSnapshots)
  }

  private func region() async throws -> any Region {
    switch origin {
    case .region(let region): return region
    case .object(let id, let radius):
      if let cursor { return Circle(center: cursor.center, radius: radius) }
      guard let object = try await index.get(id) else { throw index.notFound(id, "near") }
      guard let coordinate = object.coordinate else {
        throw StoreError(.objectNotFound, "object \"\(id)\" has no position", operation: "near")
      }
      return Circle(center: coordinate, radius: radius)
    }
  }

  /// What must be the same for a cursor to go on: all but the limit and the cursor.
  private var fingerprint: UInt64 {
    var fingerprint = StableHash()
    fingerprint.combine(UInt64(bitPattern: index.tableID))
    fingerprint.combine(bytes: index.collection.description.utf8)
    switch origin {
    case .region(let circle as Circle):
      // As below, without a name and a list made for it.
      fingerprint.combine(bytes: "Circle".utf8)
      fingerprint.combine(circle.center.latitude.bitPattern)
      fingerprint.combine(circle.center.longitude.bitPattern)
      fingerprint.combine(circle.radius.meters.bitPattern)
    case .region(let region):
      fingerprint.combine(bytes: "\(type(of: region))".utf8)
      for number in region.signature { fingerprint.combine(number) }
    case .object(let id, let radius):
      fingerprint.combine(bytes: id.text.string.utf8)
      fingerprint.combine(radius.meters.bitPattern)
    }
    for id in options.excluded.sorted() { fingerprint.combine(bytes: id.text.string.utf8) }
    if let since = options.seenSince { fingerprint.combine(UInt64(bitPattern: since.microseconds)) }
    filter?.combine(into: &fingerprint)
    index.viewer?.combine(into: &fingerprint)
    return fingerprint.value
  }
}

/// A page of matches, nearest first.
public struct MatchPage: Sendable {
  /// The matches.
  public let matches: [Match]
  /// Where the next page goes on; nil when this one is the last.
  public let next: Cursor?
  /// What the page was expected to cost and what it cost.
  public let report: QueryReport
}
