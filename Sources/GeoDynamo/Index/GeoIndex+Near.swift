// SPDX-License-Identifier: Apache-2.0

public import GeoHash

extension GeoIndex {
  /// The objects within a distance of a place, nearest first, those at one distance by the bytes of their ids.
  ///
  /// - Parameters:
  ///   - radius: The greatest distance, included. Half the circumference or more finds every object with a position.
  ///   - limit: The most objects to return, at least 1; nil for all.
  ///   - cursor: Where to go on: the `next` of a page of the same query.
  ///   - filter: Which of them; it applies before the limit.
  ///   - excluded: Ids to leave out.
  /// - Returns: A sequence that reads as it is iterated. `page()` reads one page instead.
  public func near(
    _ center: Coordinate, within radius: Distance, limit: Int? = nil, after cursor: Cursor? = nil,
    where filter: Filter? = nil, excluding excluded: Set<ObjectID> = []
  ) -> Matches {
    Matches(
      index: self, origin: .place(center), radius: radius, limit: limit, cursor: cursor, filter: filter,
      excluded: excluded)
  }

  /// The objects within a distance of an object, nearest first, without itself.
  ///
  /// Where the object is, is read when the reading begins; later pages measure from the same place, wherever it is then.
  /// An object that is not there, or has no position, is an error: `StoreError` with `objectNotFound`.
  public func near(
    of id: ObjectID, within radius: Distance, limit: Int? = nil, after cursor: Cursor? = nil,
    where filter: Filter? = nil, excluding excluded: Set<ObjectID> = []
  ) -> Matches {
    Matches(
      index: self, origin: .object(id), radius: radius, limit: limit, cursor: cursor, filter: filter,
      excluded: excluded.union([id]))
  }

  /// How many objects are within a distance of a place. Reads what `near` without a limit would read.
  public func count(
    near center: Coordinate, within radius: Distance, where filter: Filter? = nil
  ) async throws -> Int {
    try filter?.check(against: indexed)
    let query = DistanceQuery(center: center, radius: radius, filter: filter, excluded: [])
    var counter = MatchCounter(query: query)
    let plan = planner.plan(for: Circle(center: center, radius: radius))
    _ = try await store.read(plan.ranges, of: collection, index: plan.index, into: &counter)
    return counter.count
  }

  var planner: QueryPlanner {
    QueryPlanner(settings: settings, rangesSpanPartitions: store.rangesSpanPartitions)
  }
}
