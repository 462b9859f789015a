// SPDX-License-Identifier: Apache-2.0
internal import GeoDynamo
internal import GeoHash

/// Into how many shards the hot partitions of a collection's indexes are divided.
///
/// ```
/// pk shards#<collection>   sk <cell>   shards, before, announcedAt
/// ```
///
/// An object of a divided partition `<collection>#<cell>` lies under that key itself, shard 0, or under
/// `<collection>#<cell>#<k>`, k being a stable hash of its id modulo the number of shards. Counts only grow, and an
/// object stays where it is until it moves, so whoever reads all shards finds everyone. A greater count is announced
/// first and used by writers only when every reader must have heard of it.
struct ShardMap: Sendable {
  /// How long a reader may go by a map that it has read. Every program that reads a table keeps to it.
  static let cacheMicroseconds: Int64 = 10_000_000
  /// How long after an announcement writers begin to use it, by their own clocks: these may differ by a cache time.
  static let noticeMicroseconds = 2 * cacheMicroseconds
  /// The most shards of a partition.
  static let maximum = 64

  /// A partition's count, and the one before it.
  struct Count: Hashable, Sendable {
    var shards: Int
    var before: Int
    var announcedAt: Timestamp
  }

  private(set) var counts: [UTF8String: Count] = [:]

  /// How many shards a reader must read.
  func forReading(_ partition: UTF8String) -> Int {
    counts[partition]?.shards ?? 1
  }

  /// How many shards a writer may use at a moment.
  func forWriting(_ partition: UTF8String, at now: Timestamp) -> Int {
    guard let count = counts[partition] else { return 1 }
    return now.microseconds - count.announcedAt.microseconds >= Self.noticeMicroseconds
      ? count.shards : count.before
  }

  /// The key of a shard.
  static func key(_ partition: UTF8String, shard: Int) -> UTF8String {
    shard == 0 ? partition : UTF8String("\(partition)#\(shard)")
  }

  /// The shard of an object among so many.
  static func shard(of id: some Collection<UInt8>, among shards: Int) -> Int {
    guard shards > 1 else { return 0 }
    var hash = StableHash()
    hash.combine(bytes: id)
    return Int(hash.value % UInt64(shards))
  }
}

extension ShardMap {
  private enum Name {
    static let shards: UTF8String = "shards"
    static let before: UTF8String = "before"
    static let announcedAt: UTF8String = "announcedAt"
  }

  /// The partition of a collection's counts.
  static func partition(of collection: String) -> UTF8String { UTF8String("shards#\(collection)") }

  /// The key of the count of an index's partition `<collection>#<cell>`: cells of two levels are never of one text.
  static func key(of partition: UTF8String) -> PrimaryKey {
    let parts = partition.string.split(separator: "#", maxSplits: 1)
    return PrimaryKey(
      partition: Self.partition(of: String(parts[0])), sort: UTF8String(String(parts.last ?? "")))
  }

  /// Takes a count from its item.
  ///
  /// - Throws: `StoreError` with `notAStore` for an item that is none.
  mutating func take(_ item: Item, of collection: String) throws {
    guard let cell = item["sk"]?.string,
      let shards = item[Name.shards]?.number.flatMap({ Int64(exactly: $0) }),
      1...Int64(Self.maximum) ~= shards,
      let before = item[Name.before]?.number.flatMap({ Int64(exactly: $0) }), 1...shards ~= before,
      let announcedAt = item[Name.announcedAt]?.number.flatMap({ Int64(exactly: $0) })
    else {
      throw StoreError(
        .notAStore, "the count of shards under pk \(Self.partition(of: collection)) is damaged",
        operation: "query")
    }
    counts[UTF8String("\(collection)#\(cell)")] = Count(
      shards: Int(shards), before: Int(before), announcedAt: Timestamp(microseconds: announcedAt))
  }

  /// What announces `shards` in the place of `current`.
  static func announcement(of shards: Int, insteadOf current: Count?, at now: Timestamp) -> (
    Update, Condition
  ) {
    let update = Update(set: [
      AttributePath(Name.shards): .value(.number(DecimalNumber(Int64(shards)))),
      AttributePath(Name.before): .value(.number(DecimalNumber(Int64(current?.shards ?? 1)))),
      AttributePath(Name.announcedAt): .value(.number(DecimalNumber(now.microseconds))),
    ])
    guard let current else { return (update, .notExists("pk")) }
    return (
      update, .equals(AttributePath(Name.shards), .number(DecimalNumber(Int64(current.shards))))
    )
  }
}
