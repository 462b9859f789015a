// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// A connection for reading. Its user runs on one thread, and a read never lasts over a suspension.
///
/// Sendable as its connection is: the pool lends each reader exclusively.
final class Reader: @unchecked Sendable {
  let connection: Connection
  private let feed: RowFeed
  /// The collection that was read last and its number, as most readers serve one. A number never changes.
  private var lastCollection: (name: CollectionName, number: Int64)?

  init(_ connection: Connection) throws {
    self.connection = connection
    feed = try connection.makeRowFeed()
  }

  func close() {
    connection.close()
  }

  /// Runs `body` in one read transaction: all its statements see the same state of the file.
  ///
  /// The transaction is held by the statement that reads the stamp, which stays on its row until `body` is done.
  func withSnapshot<Value>(_ body: (_ stamp: Int64) throws -> Value) throws -> Value {
    let statement = try connection.statement(.stamp)
    defer { statement.reset() }
    return try body(try statement.step() ? statement.int64(0) : 0)
  }
}

extension Reader {
  /// The counts of the coarse cells of a collection that meet `leaves`, in the order of the cells.
  func counts(of collection: CollectionName, in leaves: ClosedRange<UInt64>) throws -> [CellCount] {
    guard let number = try number(of: collection) else { return [] }
    let statement = try connection.statement(.counts)
    defer { statement.reset() }
    try statement.bind(number, at: 1)
    try statement.bind(Int64(leaves.lowerBound >> CellCount.leafBits), at: 2)
    try statement.bind(Int64(leaves.upperBound >> CellCount.leafBits), at: 3)
    var counts: [CellCount] = []
    while try statement.step() {
      counts.append(
        CellCount(cell: UInt64(bitPattern: statement.int64(0)), count: Int(statement.int64(1))))
    }
    return counts
  }

  /// Lends the index rows of `ranges` to `consumer`, all by one statement in one transaction. Nothing is allocated for a row or a
  /// range.
  func read<Consumer: IndexRowConsumer>(
    _ ranges: [IndexRange], of collection: CollectionName, into consumer: inout Consumer
  ) throws -> IndexReadReport {
    let number = try number(of: collection)
    // Most queries of a town read one range: without a join that takes a microsecond less.
    let only = ranges.count == 1 ? ranges[0].leaves : nil
    let statement = try connection.statement(only == nil ? .rowsInRanges : .rowsInRange)
    defer { statement.reset() }
    // No collection has the number 0.
    try statement.bind(number ?? 0, at: 1)
    if let only {
      try statement.bind(Int64(clamping: only.lowerBound), at: 2)
      try statement.bind(Int64(clamping: only.upperBound), at: 3)
    }
    let done = try feed.feed(ranges, to: &consumer) {
      // The one row is the function's result; those of the table have been lent when it comes. It holds the transaction.
      _ = try statement.step()
      if only != nil { feed.finishRange() }
    }
    let stamp = consumer.needsStamp ? try withSnapshot { $0 } : 0
    return IndexReadReport(stamp: stamp, ranges: done.ranges, rows: done.rows, requests: 1)
  }

  private func number(of collection: CollectionName) throws -> Int64? {
    if let lastCollection, lastCollection.name == collection { return lastCollection.number }
    guard let number = try connection.number(of: UTF8String(collection.description)) else { return nil }
    lastCollection = (collection, number)
    return number
  }
}
