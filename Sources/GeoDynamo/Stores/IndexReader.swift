// SPDX-License-Identifier: Apache-2.0

/// A range of an index to read: consecutive leaf cells of one collection, within one partition where the store has partitions.
public struct IndexRange: Hashable, Sendable {
  /// The leaf cells, both ends included, as leaf numbers of the table's grid (`GridCell.leafRange`).
  public var leaves: ClosedRange<UInt64>
  /// No object in the range is nearer than this to the place the plan measures from, in metres.
  public var minimumDistanceMeters: Double

  /// Makes a range.
  public init(leaves: ClosedRange<UInt64>, minimumDistanceMeters: Double) {
    self.leaves = leaves
    self.minimumDistanceMeters = minimumDistanceMeters
  }
}

/// What an index row holds in fixed size. Its id and its attributes `x` are lent beside it, as bytes.
public struct IndexRow: Sendable {
  /// Latitude in degrees, as stored.
  public var latitude: Double
  /// Longitude in degrees, as stored.
  public var longitude: Double
  /// When the object came to this place: microseconds since 1970, by the clock of whoever moved it.
  public var movedAt: Int64
  /// When the row came to its present place, in the store's own order: greater than the stamp of every read that
  /// did not see it there. A number to compare with `IndexReadReport.stamp` and nothing else.
  public var stamp: Int64

  /// Makes a row.
  public init(latitude: Double, longitude: Double, movedAt: Int64, stamp: Int64) {
    self.latitude = latitude
    self.longitude = longitude
    self.movedAt = movedAt
    self.stamp = stamp
  }
}

/// Who takes the rows of an index read.
public protocol IndexRowConsumer {
  /// Whether the stamp of the read is wanted, asked when it has ended; otherwise the store may report any. True unless a consumer
  /// says otherwise.
  var needsStamp: Bool { get }

  /// Takes one row. Its bytes are lent for the duration of the call.
  ///
  /// - Parameters:
  ///   - row: Position and times.
  ///   - id: The object's id in UTF-8.
  ///   - attributes: The declared attributes, encoded by `ItemCodec`.
  mutating func take(_ row: IndexRow, id: RawSpan, attributes: RawSpan) throws

  /// Is told that all rows of the range at `position` in the list have been taken.
  ///
  /// - Returns: Whether to go on with the next range.
  mutating func finishRange(at position: Int) -> Bool
}

extension IndexRowConsumer {
  /// Wanted.
  public var needsStamp: Bool { true }
}

/// What an index read did.
public struct IndexReadReport: Hashable, Sendable {
  /// The store's stamp at the moment of the read: rows placed later have a greater one.
  public var stamp: Int64
  /// Ranges read to their end.
  public var ranges: Int
  /// Rows lent to the consumer.
  public var rows: Int
  /// Requests made of the store, pages included.
  public var requests: Int
  /// What the store charged, in the units of its prices; nil where it does not say.
  public var charged: Double?
  /// Whether the rows of the whole collection were lent, those beside the ranges too, since that cost less.
  public var isWhole: Bool

  /// Makes a report.
  public init(
    stamp: Int64, ranges: Int, rows: Int, requests: Int, charged: Double? = nil, isWhole: Bool = false
  ) {
    self.stamp = stamp
    self.ranges = ranges
    self.rows = rows
    self.requests = requests
    self.charged = charged
    self.isWhole = isWhole
  }
}

/// The index of cells of a store: ranges in, rows out.
public protocol IndexReader: Sendable {
  /// Whether one range may span partitions: true where a collection's rows are one ordered run, as on SQLite.
  var rangesSpanPartitions: Bool { get }

  /// Whether all rows of a read are of one moment. Where they are not, an object that moves meanwhile may be lent twice,
  /// at its old and its new place, or not at all.
  var readsAreSnapshots: Bool { get }

  /// What reading costs.
  var prices: PriceList { get }

  /// Reads `ranges` of a collection in their order and lends each row to `consumer`, until it declines to go on.
  ///
  /// A store may lend rows beside the ranges, and where reads are no snapshots a row more than once.
  /// Rows of one range come in no stated order, and those of the ranges behind it only after them. On SQLite the whole
  /// call is one read transaction on the caller's thread; on DynamoDB the ranges are read side by side.
  ///
  /// - Parameters:
  ///   - ranges: What to read, in this order.
  ///   - collection: Whose rows.
  ///   - index: Which of the table's indexes to read.
  ///   - consumer: Who takes the rows.
  func read<Consumer: IndexRowConsumer>(
    _ ranges: [IndexRange], of collection: CollectionName, index: CellIndex, into consumer: inout Consumer
  ) async throws -> IndexReadReport

  /// How closely the objects about a leaf follow one another in an index: for stores that keep no counts.
  ///
  /// - Parameters:
  ///   - leaf: About which leaf.
  ///   - collection: Whose objects.
  ///   - index: Which of the table's indexes to read.
  /// - Returns: How many rows lie in a run of leaves about that one, of a few dozen rows or to the ends of the leaf's
  ///   partition; nil when the store does not look.
  func spread(around leaf: UInt64, of collection: CollectionName, index: CellIndex) async throws
    -> LeafSpread?

  /// How many objects the coarse cells hold that meet `leaves`, in the order of the cells, without those that hold none.
  ///
  /// The counts follow every write.
  ///
  /// - Returns: nil when the store keeps none.
  func counts(of collection: CollectionName, in leaves: ClosedRange<UInt64>) async throws -> [CellCount]?
}

/// How many rows lie in a run of leaves.
public struct LeafSpread: Hashable, Sendable {
  /// How many rows there are.
  public var rows: Int
  /// How many leaves the run has.
  public var leaves: Double

  /// Makes a spread.
  public init(rows: Int, leaves: Double) {
    self.rows = rows
    self.leaves = leaves
  }
}

extension IndexReader {
  /// Does not look.
  public func spread(
    around leaf: UInt64, of collection: CollectionName, index: CellIndex
  ) async throws -> LeafSpread? {
    nil
  }

  /// Keeps no counts.
  public func counts(of collection: CollectionName, in leaves: ClosedRange<UInt64>) async throws
    -> [CellCount]?
  {
    nil
  }
}
