// SPDX-License-Identifier: Apache-2.0
internal import GeoDynamo
internal import Synchronization

/// What a store knows of its table's shards, and when it has to ask again.
final class Shards: Sendable {
  private struct State {
    var maps: [String: (map: ShardMap, readAt: Timestamp)] = [:]
    /// Throttled writes of a partition since a moment.
    var throttled: [UTF8String: (count: Int, since: Timestamp)] = [:]
  }

  /// So many throttled writes of one partition within a cache time make its shards twice as many.
  static let throttledWritesToSplit = 8

  private let state = Mutex(State())

  /// The map of a collection, if it was read less than a cache time ago.
  func map(of collection: String, at now: Timestamp) -> ShardMap? {
    state.withLock { state in
      guard let (map, readAt) = state.maps[collection],
        now.microseconds - readAt.microseconds < ShardMap.cacheMicroseconds, readAt <= now
      else { return nil }
      return map
    }
  }

  /// Keeps a map that a query begun at `moment` has read.
  func keep(_ map: ShardMap, of collection: String, readAt moment: Timestamp) {
    state.withLock { state in
      if let kept = state.maps[collection], kept.readAt > moment { return }
      state.maps[collection] = (map, moment)
    }
  }

  /// Notes a throttled write.
  ///
  /// - Returns: Whether the partition should be divided further.
  func noteThrottledWrite(of partition: UTF8String, at now: Timestamp) -> Bool {
    state.withLock { state in
      var entry = state.throttled[partition] ?? (0, now)
      if now.microseconds - entry.since.microseconds > ShardMap.cacheMicroseconds { entry = (0, now) }
      entry.count += 1
      let isHot = entry.count >= Self.throttledWritesToSplit
      state.throttled[partition] = isHot ? nil : entry
      // Partitions that were throttled once and never again are not kept for ever.
      if state.throttled.count > 4096 {
        state.throttled = state.throttled.filter {
          now.microseconds - $1.since.microseconds <= ShardMap.cacheMicroseconds
        }
      }
      return isHot
    }
  }
}
