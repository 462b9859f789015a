// SPDX-License-Identifier: Apache-2.0
public import GeoDynamo

extension DynamoDBStore: IndexReader {
  /// A query reads one partition of an index.
  public var rangesSpanPartitions: Bool { false }

  /// The pages of a read are of different moments, and an index follows its table a little later.
  public var readsAreSnapshots: Bool { false }

  /// Read units, as DynamoDB bills them.
  public var prices: PriceList { .dynamoDB }

  /// How much later than the beginning of a read an object may have come to its place by its writer's clock and still
  /// be in the answer: by so much the clocks of readers and writers may differ.
  public static let clockToleranceMicroseconds: Int64 = 1_000_000

  /// Reads the ranges side by side, as many at once as the price list says, and lends their rows in the order of the ranges.
  ///
  /// The reads are eventually consistent. Up to 64 MB of pages wait for their turn. A region of very many partitions is
  /// first looked for in the whole index, for as many units as the partitions would cost at least: a table that is small for
  /// its region is read by a few requests instead of one for each empty partition.
  ///
  /// - Parameters:
  ///   - ranges: What to read, each within one partition.
  ///   - collection: Whose rows.
  ///   - index: Which of the table's indexes to read.
  ///   - consumer: Who takes the rows.
  /// - Throws: `CancellationError`, `StoreError`, or what the consumer throws. Nothing is read after that.
  public func read<Consumer: IndexRowConsumer>(
    _ ranges: [IndexRange], of collection: CollectionName, index: CellIndex, into consumer: inout Consumer
  ) async throws -> IndexReadReport {
    let stamp = now().microseconds + Self.clockToleranceMicroseconds
    let shards = try await shardMap(of: collection)
    var report = IndexReadReport(stamp: stamp, ranges: 0, rows: 0, requests: 0)
    if try await scan(
      index, of: collection, pages: ranges.count / IndexScan.rangesWorthAPage, into: &consumer, &report)
    {
      for number in ranges.indices { _ = consumer.finishRange(at: number) }
      report.ranges = ranges.count
      report.isWhole = true
      return report
    }
    var queries: [(query: IndexQuery, isLastOf: Int?)] = []
    for (number, range) in ranges.enumerated() {
      let parts = IndexQuery.queries(for: range.leaves, of: collection, index: index, by: shards)
      for (place, part) in parts.enumerated() {
        queries.append((part, place == parts.count - 1 ? number : nil))
      }
    }
    var fanOut = FanOut(queries: queries.count)
    try await withThrowingTaskGroup(of: (query: Int, rows: IndexRows).self) { group in
      var running = 0
      while true {
        while running < prices.concurrency, let (number, start) = fanOut.nextRequest() {
          running += 1
          let query = queries[number].query
          group.addTask {
            (number, try await rows("Query", query.body(table: table, after: start), of: collection))
          }
        }
        guard running > 0, let (number, rows) = try await group.next() else { return }
        running -= 1
        report.requests += 1
        report.rows += rows.count
        if let units = rows.readUnits { report.charged = (report.charged ?? 0) + units }
        fanOut.receive(rows, of: number)
        while let step = fanOut.nextStep() {
          switch step {
          case .lend(let rows): try rows.lend(to: &consumer)
          case .finish(let number):
            guard let range = queries[number].isLastOf else { continue }
            report.ranges += 1
            if !consumer.finishRange(at: range) {
              group.cancelAll()
              return
            }
          }
        }
      }
    }
    return report
  }

  /// Lends the collection's rows of up to so many pages of the whole index.
  ///
  /// - Returns: Whether these were all.
  private func scan<Consumer: IndexRowConsumer>(
    _ index: CellIndex, of collection: CollectionName, pages: Int, into consumer: inout Consumer,
    _ report: inout IndexReadReport
  ) async throws -> Bool {
    let scan = IndexScan(index: index, collection: collection)
    var start: Item?
    for _ in 0..<pages {
      let rows = try await rows("Scan", scan.body(table: table, after: start), of: collection)
      report.requests += 1
      report.rows += rows.count
      if let units = rows.readUnits { report.charged = (report.charged ?? 0) + units }
      try rows.lend(to: &consumer)
      start = rows.next
      if start == nil { return true }
    }
    return false
  }

  /// How closely the objects about a leaf follow one another: two requests for up to 16 rows before it and 16 after it.
  ///
  /// - Parameters:
  ///   - leaf: About which leaf.
  ///   - collection: Whose objects.
  ///   - index: Which index to read.
  /// - Returns: Never nil.
  /// - Throws: `StoreError`.
  public func spread(
    around leaf: UInt64, of collection: CollectionName, index: CellIndex
  ) async throws -> LeafSpread? {
    let partition = index.leaves(ofPartitionOver: leaf)
    let shards = try await shardMap(of: collection)
    let key = index.partitionKey(overLeaf: leaf, of: collection)
    // One shard has its even share of the objects of every place.
    let count = shards.forReading(key)
    let above = IndexQuery(
      index: index, partition: key,
      sorts: index.sortKey(ofLeaf: leaf)...index.sortKey(ofLeaf: partition.upperBound))
    let below = IndexQuery(
      index: index, partition: key,
      sorts: index.sortKey(
        ofLeaf: partition.lowerBound)...index.sortKey(
          ofLeaf: max(leaf, partition.lowerBound + 1) - 1))
    async let after = reach(above, descending: false)
    async let before = reach(below, descending: true)
    let (up, down) = try await (after, before)
    let leaves = (up.last ?? partition.upperBound) - (down.last ?? partition.lowerBound)
    return LeafSpread(rows: (up.rows + down.rows) * count, leaves: Double(leaves) + 1)
  }

  /// How many rows follow, up to 16, and the leaf of the last one if there are so many.
  private func reach(_ query: IndexQuery, descending: Bool) async throws -> (rows: Int, last: UInt64?) {
    let wanted = 16
    let sort = KeySchema.Name.cellSort(query.index.number)
    let body = query.body(
      table: table, attributes: [sort.string], limit: wanted, descending: descending)
    return try await client.send("Query", body) { root in
      guard let items = root["Items"], items.kind == .array else { throw JSONFault("it has no Items") }
      var (rows, last): (Int, UInt64?) = (0, nil)
      for item in items.elements {
        rows += 1
        last = try ItemJSON.item(in: item)[sort]?.string.flatMap { CellKeys.leaf(inSortKey: $0) }
      }
      return (rows, rows < wanted ? nil : last)
    }
  }

  private func rows(_ operation: String, _ body: [UInt8], of collection: CollectionName) async throws
    -> IndexRows
  {
    var history = DynamoDBClient.History()
    let prefix = KeySchema.objectPrefix(of: collection)
    var rows = try await client.send(operation, body, history: &history) {
      try IndexRows(answer: $0, keyPrefix: prefix)
    }
    rows.readUnits = history.units
    return rows
  }
}
