// SPDX-License-Identifier: Apache-2.0

public import GeoHash

/// In which order a page's matches come.
public enum MatchOrder: Hashable, Sendable {
  /// The nearest first, those at one distance by the bytes of their ids.
  case nearestFirst
  /// As they were read, which is the fastest.
  case any
}

/// What is asked for less often than a limit and a filter.
public struct QueryOptions: Sendable {
  /// Ids to leave out; they count for no limit.
  public var excluded: Set<ObjectID> = []
  /// Only objects that came to their place at this moment or later; nil for all.
  public var seenSince: Timestamp?
  /// The most the query may cost; what would cost more is refused before it reads.
  public var budget = QueryBudget.unlimited
  /// In which order a page without a limit comes. With a limit, and iterated, matches always come nearest first.
  public var order = MatchOrder.nearestFirst

  /// Makes options; the defaults leave nothing out.
  public init(
    excluding excluded: Set<ObjectID> = [], seenSince: Timestamp? = nil, budget: QueryBudget = .unlimited,
    order: MatchOrder = .nearestFirst
  ) {
    self.excluded = excluded
    self.seenSince = seenSince
    self.budget = budget
    self.order = order
  }
}

extension GeoIndex {
  /// The objects of a region in the order of the region's own distance, those at one distance by the bytes of their ids.
  ///
  /// A circle and a ring measure from their centre, a corridor from its line, a box and a polygon from the middle of
  /// their box.
  ///
  /// - Parameters:
  ///   - region: A circle, a box, or any other shape.
  ///   - limit: The most objects to return, at least 1; nil for all.
  ///   - cursor: Where to go on: the `next` of a page of the same query.
  ///   - filter: Which of them; it applies before the limit.
  ///   - options: What is asked for less often.
  /// - Returns: A sequence that reads as it is iterated. `page()` reads one page instead.
  public func objects(
    in region: any Region, limit: Int? = nil, after cursor: Cursor? = nil, where filter: Filter? = nil,
    options: QueryOptions = QueryOptions()
  ) -> Matches {
    Matches(
      index: self, origin: .region(region), limit: limit, cursor: cursor, filter: filter, options: options)
  }

  /// The objects within a distance of a place, nearest first, those at one distance by the bytes of their ids.
  ///
  /// - Parameters:
  ///   - center: Where distances are measured from.
  ///   - radius: The greatest distance, included. Half the circumference or more finds every object with a position.
  ///   - limit: The most objects to return, at least 1; nil for all.
  ///   - cursor: Where to go on: the `next` of a page of the same query.
  ///   - filter: Which of them; it applies before the limit.
  ///   - options: What is asked for less often.
  /// - Returns: A sequence that reads as it is iterated. `page()` reads one page instead.
  public func near(
    _ center: Coordinate, within radius: Distance, limit: Int? = nil, after cursor: Cursor? = nil,
    where filter: Filter? = nil, options: QueryOptions = QueryOptions()
  ) -> Matches {
    objects(
      in: Circle(center: center, radius: radius), limit: limit, after: cursor, where: filter, options: options
    )
  }

  /// The objects within a distance of an object, nearest first, without itself.
  ///
  /// Where the object is, is read when the reading begins; later pages measure from the same place, wherever it is then.
  /// An object that is not there, or has no position, is an error: `StoreError` with `objectNotFound`.
  public func near(
    of id: ObjectID, within radius: Distance, limit: Int? = nil, after cursor: Cursor? = nil,
    where filter: Filter? = nil, options: QueryOptions = QueryOptions()
  ) -> Matches {
    var options = options
    options.excluded.insert(id)
    return Matches(
      index: self, origin: .object(id, radius), limit: limit, cursor: cursor, filter: filter, options: options
    )
  }

  /// The objects nearest to a place, up to a number of them and, if it is given, a distance.
  public func nearest(
    _ count: Int, to center: Coordinate, within radius: Distance = Earth.halfCircumference,
    after cursor: Cursor? = nil, where filter: Filter? = nil, options: QueryOptions = QueryOptions()
  ) -> Matches {
    near(center, within: radius, limit: count, after: cursor, where: filter, options: options)
  }

  /// How many objects a region holds. Reads what `objects(in:)` without a limit would read, and is priced like it.
  public func count(
    in region: any Region, where filter: Filter? = nil, options: QueryOptions = QueryOptions()
  ) async throws -> Int {
    let query = try query(for: region, where: filter, options: options)
    let density = try await density(
      of: region, aroundLeaf: settings.leaf(of: region.anchor), holding: nil)
    let plan = planner.plan(for: region, rowsPerGlobe: density.rowsPerGlobe, isOrdered: false)
    try options.budget.check(plan, unit: store.prices.unit)
    var counter = MatchCounter(query: query, readsAreSnapshots: store.readsAreSnapshots)
    _ = try await store.read(plan.ranges, of: collection, index: settings.indexes[plan.index], into: &counter)
    return counter.count
  }

  /// How many objects are within a distance of a place.
  public func count(near center: Coordinate, within radius: Distance, where filter: Filter? = nil)
    async throws -> Int
  {
    try await count(in: Circle(center: center, radius: radius), where: filter)
  }

  func query(
    for region: any Region, where filter: Filter?, options: QueryOptions, cursor: Cursor? = nil
  ) throws -> RegionQuery {
    try filter?.check(against: indexed)
    return RegionQuery(
      region: region, filter: filter, viewer: viewer, excluded: options.excluded,
      seenSince: options.seenSince,
      cursor: cursor)
  }

  var planner: QueryPlanner {
    QueryPlanner(
      settings: settings, prices: store.prices, rangesSpanPartitions: store.rangesSpanPartitions,
      bytesPerRow: 400)
  }
}
