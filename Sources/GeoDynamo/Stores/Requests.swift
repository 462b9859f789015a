// SPDX-License-Identifier: Apache-2.0

/// Which item an update returns.
public enum ReturnedItem: Hashable, Sendable {
  /// None.
  case none
  /// The item as it was before.
  case old
  /// The item as it is now.
  case new
}

/// A query of one partition, in the order of the sort key.
public struct QueryRequest: Hashable, Sendable {
  /// A condition on the sort key. Bounds are included and compared by UTF-8 bytes.
  public enum SortCondition: Hashable, Sendable {
    /// `=`
    case equals(UTF8String)
    /// `<`
    case less(UTF8String)
    /// `<=`
    case lessOrEqual(UTF8String)
    /// `>`
    case greater(UTF8String)
    /// `>=`
    case greaterOrEqual(UTF8String)
    /// `BETWEEN`; a first bound above the second is a validation error.
    case between(UTF8String, UTF8String)
    /// `begins_with`
    case beginsWith(UTF8String)
  }

  /// The partition to read.
  public var partition: UTF8String
  /// The part of it to read; nil for all.
  public var sort: SortCondition?
  /// Which of the items read are returned. Applied after `limit`.
  public var filter: Condition?
  /// The most items to read, before the filter; at least 1.
  public var limit: Int?
  /// Where to go on: the `next` of the page before.
  public var start: PrimaryKey?
  /// Whether to read from the greatest sort key down.
  public var descending: Bool
  /// The top-level attributes to return; nil for all.
  public var projection: Set<UTF8String>?
  /// Whether to return only counts.
  public var countOnly: Bool

  /// Makes a query; the defaults read the whole partition upwards.
  public init(
    partition: UTF8String, sort: SortCondition? = nil, filter: Condition? = nil, limit: Int? = nil,
    start: PrimaryKey? = nil, descending: Bool = false, projection: Set<UTF8String>? = nil,
    countOnly: Bool = false
  ) {
    self.partition = partition
    self.sort = sort
    self.filter = filter
    self.limit = limit
    self.start = start
    self.descending = descending
    self.projection = projection
    self.countOnly = countOnly
  }
}

/// A scan of the whole table, or of one of several segments of it, in no stated order.
public struct ScanRequest: Hashable, Sendable {
  /// Only partitions whose key begins with this text are returned. A store that keeps keys in order reads no others.
  public var partitionPrefix: UTF8String?
  /// Which of the items read are returned. Applied after `limit`.
  public var filter: Condition?
  /// The most items to read, before the filter; at least 1.
  public var limit: Int?
  /// Where to go on: the `next` of the page before, of the same segment.
  public var start: PrimaryKey?
  /// This scan's share, 0 ..< `segments`. Every item is in exactly one.
  public var segment: Int
  /// How many shares the table is read in; 1 … 1,000,000.
  public var segments: Int
  /// The top-level attributes to return; nil for all.
  public var projection: Set<UTF8String>?
  /// Whether to return only counts.
  public var countOnly: Bool

  /// Makes a scan; the defaults read the whole table in one segment.
  public init(
    partitionPrefix: UTF8String? = nil, filter: Condition? = nil, limit: Int? = nil, start: PrimaryKey? = nil,
    segment: Int = 0, segments: Int = 1, projection: Set<UTF8String>? = nil, countOnly: Bool = false
  ) {
    self.partitionPrefix = partitionPrefix
    self.filter = filter
    self.limit = limit
    self.start = start
    self.segment = segment
    self.segments = segments
    self.projection = projection
    self.countOnly = countOnly
  }
}

/// One page of a query or a scan: at most 1 MB of items read. It may be empty and yet have a successor.
public struct ItemPage: Hashable, Sendable {
  /// The items that passed the filter; empty when only counts were asked for.
  public var items: [Item]
  /// How many items passed the filter.
  public var count: Int
  /// How many items were read.
  public var scannedCount: Int
  /// The key to start the next page after; nil when there is none.
  public var next: PrimaryKey?

  /// Makes a page.
  public init(items: [Item], count: Int, scannedCount: Int, next: PrimaryKey?) {
    self.items = items
    self.count = count
    self.scannedCount = scannedCount
    self.next = next
  }
}

/// One write of a batch: unconditional.
public enum BatchWrite: Hashable, Sendable {
  /// Puts the item in place of the one under its key, if any.
  case put(Item)
  /// Deletes the item under the key, if any.
  case delete(PrimaryKey)
}

/// One write of a transaction.
public enum TransactWrite: Hashable, Sendable {
  /// Puts the item, if the condition holds.
  case put(Item, if: Condition? = nil)
  /// Updates the item, if the condition holds.
  case update(PrimaryKey, Update, if: Condition? = nil)
  /// Deletes the item, if the condition holds.
  case delete(PrimaryKey, if: Condition? = nil)
  /// Writes nothing, but the condition must hold.
  case check(PrimaryKey, Condition)
}
