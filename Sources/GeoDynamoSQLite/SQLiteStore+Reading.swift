// SPDX-License-Identifier: Apache-2.0
public import GeoDynamo

/// Reads run to their end on the caller's thread; they are `async` because the protocols are.
extension SQLiteStore {
  /// The item under a key; nil when there is none.
  public func get(_ key: PrimaryKey) async throws -> Item? {
    try key.validate(operation: "get")
    return try readers.withReader("get") { try $0.connection.item(under: key) }
  }

  /// The items under up to 100 different keys, all of one moment.
  public func get(_ keys: [PrimaryKey]) async throws -> [Item] {
    try PrimaryKey.validate(batchGet: keys)
    return try readers.withReader("get") { reader in
      try reader.withSnapshot { _ in try keys.compactMap { try reader.connection.item(under: $0) } }
    }
  }

  /// One page of a partition.
  public func query(_ request: QueryRequest) async throws -> ItemPage {
    try request.validate()
    return try readers.withReader("query") { try $0.query(request) }
  }

  /// One page of the table, in the order of the keys, or of a segment of it.
  ///
  /// Segments are taken from one file: reading several at once is not faster than reading one.
  public func scan(_ request: ScanRequest) async throws -> ItemPage {
    try request.validate()
    return try readers.withReader("scan") { try $0.scan(request) }
  }
}

extension SQLiteStore: IndexReader {
  /// A collection's rows are one run in the order of their cells.
  public var rangesSpanPartitions: Bool { true }

  /// A read is one transaction.
  public var readsAreSnapshots: Bool { true }

  /// A seek against a row, in microseconds.
  public var prices: PriceList { .sqlite }

  /// Reads `ranges` in one read transaction on the caller's thread. Rows come in the order of cell and id.
  ///
  /// - Parameters:
  ///   - ranges: What to read.
  ///   - collection: Whose rows.
  ///   - index: Any: the one index of cells serves all partition levels.
  ///   - consumer: Who takes the rows.
  /// - Throws: `CancellationError` when the task is cancelled meanwhile, `StoreError`, or what the consumer throws.
  public func read<Consumer: IndexRowConsumer>(
    _ ranges: [IndexRange], of collection: CollectionName, index: CellIndex, into consumer: inout Consumer
  ) async throws -> IndexReadReport {
    try Task.checkCancellation()
    return try readers.withReader("index read") { try $0.read(ranges, of: collection, into: &consumer) }
  }

  /// How many objects the coarse cells hold that meet `leaves`, in the order of the cells, without those that hold none.
  ///
  /// They are of one moment and exact: each write changes them in its own transaction. A collection that the store
  /// does not know has none. O(cells) on the caller's thread.
  ///
  /// - Returns: Never nil.
  /// - Throws: `CancellationError` when the task has been cancelled, or `StoreError`.
  public func counts(of collection: CollectionName, in leaves: ClosedRange<UInt64>) async throws
    -> [CellCount]?
  {
    try Task.checkCancellation()
    return try readers.withReader("index count") { try $0.counts(of: collection, in: leaves) }
  }
}
