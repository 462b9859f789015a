// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// A connection for reading. Its user runs on one thread, and a read never lasts over a suspension.
final class Reader: Sendable {
  let connection: Connection

  init(_ connection: Connection) {
    self.connection = connection
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
    guard let number = try connection.number(of: UTF8String(collection.description)) else { return [] }
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

  /// Lends the index rows of `ranges` to `consumer`. Statements are reused, nothing is allocated for a row.
  func read<Consumer: IndexRowConsumer>(
    _ ranges: [IndexRange], of collection: CollectionName, into consumer: inout Consumer
  ) throws -> IndexReadReport {
    try withSnapshot { stamp in
      var report = IndexReadReport(stamp: stamp, ranges: 0, rows: 0, requests: 1)
      let statement = try connection.statement(.rowsInRange)
      let number = try connection.number(of: UTF8String(collection.description))
      if let number { try statement.bind(number, at: 1) }
      for (position, range) in ranges.enumerated() {
        if number != nil {
          report.rows = try read(range, by: statement, after: report.rows, into: &consumer)
        }
        report.ranges += 1
        if !consumer.finishRange(at: position) { break }
      }
      return report
    }
  }

  private func read<Consumer: IndexRowConsumer>(
    _ range: IndexRange, by statement: Statement, after rows: Int, into consumer: inout Consumer
  ) throws -> Int {
    defer { statement.reset() }
    try statement.bind(Int64(clamping: range.leaves.lowerBound), at: 2)
    try statement.bind(Int64(clamping: range.leaves.upperBound), at: 3)
    var rows = rows
    while try statement.step() {
      rows += 1
      if rows & 0xff == 0 { try Task.checkCancellation() }
      try consumer.take(
        IndexRow(
          latitude: statement.double(1), longitude: statement.double(2), movedAt: statement.int64(3),
          stamp: statement.int64(4)),
        // Lent until the next step, as the consumer is told.
        id: unsafe statement.lentBytes(0).bytes, attributes: unsafe statement.lentBytes(5).bytes)
    }
    return rows
  }
}
