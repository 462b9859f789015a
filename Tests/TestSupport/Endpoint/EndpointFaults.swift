// SPDX-License-Identifier: Apache-2.0

/// What goes wrong at a loopback endpoint, and how often. The defaults are a DynamoDB on its best day, with its limits.
public struct EndpointFaults: Sendable {
  /// How long every request waits before it is looked at; requests wait side by side.
  public var latency: Duration = .zero
  /// The part of requests that are answered 500 and not carried out.
  public var failsBefore = 0.0
  /// The part of requests that are carried out and answered 500.
  public var failsAfter = 0.0
  /// The part of requests that are answered 503, which is no JSON, and not carried out.
  public var isUnavailable = 0.0
  /// The part of requests that are throttled whatever they cost.
  public var throttles = 0.0
  /// The part of writes and transactions that meet a transaction of somebody else.
  public var conflicts = 0.0
  /// The part of a batch's keys and writes that stay unprocessed.
  public var leavesUnprocessed = 0.0
  /// The part of pages that are empty and have a successor, where keys can express that, and of one item otherwise.
  public var emptiesPages = 0.0
  /// How many bytes of items a page reads.
  public var pageBytes = 1_048_576
  /// How many write units a partition key takes in a window, of the table and of each index.
  public var writeUnitsPerKey = 1_000.0
  /// How many read units a partition key takes in a window.
  public var readUnitsPerKey = 3_000.0
  /// The window in which units are counted.
  public var throttlingWindow: Duration = .seconds(1)
  /// How long after its write an index follows: a time from this range for each change of each row, so that rows of
  /// different items change in another order, and a row that moves is seen at both places or at none meanwhile. nil for an
  /// index that is in step with its table.
  public var indexLag: ClosedRange<Duration>?
  /// Access keys whose temporary credentials have ended.
  public var expiredAccessKeys: Set<String> = []
  /// How often a new table is described as being created.
  public var describesOfNewTable = 0

  /// None.
  public init() {}
}

/// What an endpoint did wrong, to be counted.
public enum EndpointFault: Hashable, Sendable, CaseIterable {
  /// 500, not carried out.
  case failedBefore
  /// 500, carried out.
  case failedAfter
  /// 503.
  case unavailable
  /// Throttled, by the units of a key or by chance.
  case throttled
  /// A transaction of somebody else was met.
  case conflict
  /// Part of a batch was left.
  case unprocessed
  /// An empty page with a successor.
  case emptyPage
  /// A page that ended for its size.
  case fullPage
  /// An index row that changed later than its item.
  case laggingRow
  /// Credentials were refused as expired.
  case expired
}
