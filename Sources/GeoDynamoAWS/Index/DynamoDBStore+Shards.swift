// SPDX-License-Identifier: Apache-2.0
public import GeoDynamo
public import GeoHash

extension DynamoDBStore {
  /// How many shards the cells of a collection's indexes are divided into; 1 where none is announced.
  ///
  /// - Parameters:
  ///   - place: In which cell.
  ///   - collection: Of which collection.
  ///   - settings: The table's settings.
  /// - Returns: The count for each of the table's indexes.
  public func shardCounts(
    around place: Coordinate, of collection: CollectionName, by settings: TableSettings
  ) async throws -> [Int] {
    let map = try await freshShardMap(of: collection)
    return settings.indexes.map {
      map.forReading($0.partitionKey(overLeaf: settings.leaf(of: place), of: collection))
    }
  }

  /// Announces that the cell about a place is to be divided into more shards.
  ///
  /// Readers know of it at once or within ten seconds; writers begin to use it twenty seconds later, by their own clocks.
  ///
  /// - Parameters:
  ///   - count: The new count, up to 64; it cannot become less.
  ///   - place: In which cell.
  ///   - collection: Of which collection.
  ///   - settings: The table's settings.
  /// - Throws: `StoreError` with `validation` for a count that is too small or too great, with `busy` when another
  ///   announcement is less than twenty seconds old.
  public func announceShards(
    _ count: Int, around place: Coordinate, of collection: CollectionName, by settings: TableSettings
  ) async throws {
    for index in settings.indexes {
      try await announceShards(
        count, of: index.partitionKey(overLeaf: settings.leaf(of: place), of: collection), in: collection)
    }
  }

  /// Announces so many shards of a partition; nil for twice as many as there are.
  func announceShards(_ count: Int?, of partition: UTF8String, in collection: CollectionName) async throws {
    let map = try await freshShardMap(of: collection)
    let current = map.counts[partition]
    let before = current?.shards ?? 1
    let shards = count ?? min(2 * before, ShardMap.maximum)
    guard (before + 1)...ShardMap.maximum ~= shards || shards == before, shards <= ShardMap.maximum else {
      throw StoreError(
        .validation,
        "\(partition) has \(before) shards and cannot have \(shards): counts only grow, up to \(ShardMap.maximum)",
        operation: "update")
    }
    guard shards != before else { return }
    let moment = now()
    if let current,
      moment.microseconds - current.announcedAt.microseconds < ShardMap.noticeMicroseconds
    {
      throw StoreError(
        .busy,
        "\(partition) was divided into \(before) shards less than 20 s ago, which not all readers may know yet",
        operation: "update", isRetryable: true)
    }
    let (update, condition) = ShardMap.announcement(of: shards, insteadOf: current, at: moment)
    do {
      try await self.update(ShardMap.key(of: partition), update, if: condition, returning: .none)
    } catch let error as StoreError where error.code == .conditionalCheckFailed {
      // Another writer was first; its announcement serves as well.
    }
    _ = try await freshShardMap(of: collection)
  }

  /// The map, read less than a cache time ago.
  func shardMap(of collection: CollectionName) async throws -> ShardMap {
    if let map = shards.map(of: collection.description, at: now()) { return map }
    return try await freshShardMap(of: collection)
  }

  private func freshShardMap(of collection: CollectionName) async throws -> ShardMap {
    let moment = now()
    var map = ShardMap()
    var start: PrimaryKey?
    repeat {
      let page = try await query(
        QueryRequest(partition: ShardMap.partition(of: collection.description), start: start))
      for item in page.items { try map.take(item, of: collection.description) }
      start = page.next
    } while start != nil
    shards.keep(map, of: collection.description, readAt: moment)
    return map
  }
}
