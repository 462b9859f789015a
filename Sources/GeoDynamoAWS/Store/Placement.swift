// SPDX-License-Identifier: Apache-2.0
internal import GeoDynamo

/// What the store adds to writes of located objects: the moment of placing, and the shards of hot cells.
extension DynamoDBStore {
  /// The item as it is written.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - isRepeatable: Whether the same item must always be written in the same way: then it comes to its place at its
  ///     own `movedAt`.
  func placed(_ item: Item, isRepeatable: Bool = false) async throws -> Item {
    guard item[KeySchema.Name.cellPartition(0)]?.string != nil,
      let partition = item[KeySchema.Name.partition]?.string
    else { return item }
    var item = item
    item[OwnAttribute.placedAt] = stamp(item, isRepeatable)
    for (name, key) in try await shardKeys(item, ofItem: partition) { item[name] = .string(key) }
    return item
  }

  /// The update as it is written.
  func placed(_ update: Update, of key: PrimaryKey, isRepeatable: Bool = false) async throws -> Update {
    var set: Item = [:]
    for (path, assignment) in update.set where path.names.count == 1 {
      if case .value(let value) = assignment { set[path.names[0]] = value }
    }
    guard set[KeySchema.Name.cellPartition(0)]?.string != nil else { return update }
    var update = update
    update.set[AttributePath(OwnAttribute.placedAt)] = .value(stamp(set, isRepeatable))
    for (name, key) in try await shardKeys(set, ofItem: key.partition) {
      update.set[AttributePath(name)] = .value(.string(key))
    }
    return update
  }

  /// Takes note of throttled writes of a located object, and divides its partition when there have been many.
  ///
  /// That the announcement may fail is no concern of the write.
  func noteThrottle(_ count: Int, of item: Item) async {
    var index = 0
    while count > 0, case .string(let partition)? = item[KeySchema.Name.cellPartition(index)] {
      index += 1
      let parts = partition.string.split(separator: "#", omittingEmptySubsequences: false)
      guard parts.count >= 2, let collection = try? CollectionName(String(parts[0])) else { continue }
      let whole = UTF8String(parts[0] + "#" + parts[1])
      for _ in 0..<count where shards.noteThrottledWrite(of: whole, at: now()) {
        try? await announceShards(nil, of: whole, in: collection)
      }
    }
  }

  private func stamp(_ item: Item, _ isRepeatable: Bool) -> AttributeValue {
    if isRepeatable, let movedAt = item[KeySchema.Name.movedAt] { return movedAt }
    return .number(DecimalNumber(now().microseconds))
  }

  /// The index partition keys that differ from those of the item, by their attributes.
  private func shardKeys(_ item: Item, ofItem key: UTF8String) async throws -> [UTF8String: UTF8String] {
    guard let first = item[KeySchema.Name.cellPartition(0)]?.string,
      let name = first.string.split(separator: "#").first,
      let collection = try? CollectionName(String(name))
    else { return [:] }
    let map = try await shardMap(of: collection)
    guard !map.counts.isEmpty else { return [:] }
    let id = key.string.utf8.dropFirst(KeySchema.objectPrefix(of: collection).string.utf8.count)
    var keys: [UTF8String: UTF8String] = [:]
    var index = 0
    while case .string(let partition)? = item[KeySchema.Name.cellPartition(index)] {
      let shard = ShardMap.shard(of: id, among: map.forWriting(partition, at: now()))
      if shard > 0 { keys[KeySchema.Name.cellPartition(index)] = ShardMap.key(partition, shard: shard) }
      index += 1
    }
    return keys
  }
}
