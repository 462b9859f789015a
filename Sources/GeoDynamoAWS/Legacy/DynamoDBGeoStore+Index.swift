// SPDX-License-Identifier: Apache-2.0
public import GeoDynamo
import GeoHash

extension DynamoDBGeoStore: IndexReader {
  /// A range is cut into blocks of ids here.
  public var rangesSpanPartitions: Bool { true }

  /// Ranges are read in many requests.
  public var readsAreSnapshots: Bool { false }

  /// Those of DynamoDB.
  public var prices: PriceList { .dynamoDB }

  /// How many requests are under way at most.
  private static let width = 16

  /// Beyond so many requests the whole table is read instead: a hash key of six digits cuts the globe into 900,000 blocks.
  private static let maximumQueries = 4096

  /// Reads `ranges`, sixteen requests at a time, and lends their rows in the order of the ranges.
  ///
  /// Where that would take more than 4,096 requests, the table is scanned once, and the rows of the ranges are kept in
  /// memory until their turn comes. Rows have the stamp 0, as that of the read: the table does not say when they came.
  public func read<Consumer: IndexRowConsumer>(
    _ ranges: [IndexRange], of collection: CollectionName, index: CellIndex, into consumer: inout Consumer
  ) async throws -> IndexReadReport {
    try Task.checkCancellation()
    var report = IndexReadReport(stamp: 0, ranges: 0, rows: 0, requests: 0)
    guard collection == self.collection, let form = try await knownForm() else {
      for place in ranges.indices {
        report.ranges += 1
        if !consumer.finishRange(at: place) { break }
      }
      return report
    }
    var pieces: [(range: Int, piece: DecimalPrefixes.Piece)] = []
    for (place, range) in ranges.enumerated() {
      form.forEachPiece(ofLeaves: range.leaves) { piece in
        pieces.append((place, piece))
        return pieces.count <= Self.maximumQueries
      }
      guard pieces.count <= Self.maximumQueries else {
        return try await scan(ranges, as: form, into: &consumer)
      }
    }
    try await query(pieces, of: ranges.count, as: form, into: &consumer, &report)
    return report
  }

  /// Reads pieces side by side and takes their rows in order.
  private func query(
    _ pieces: [(range: Int, piece: DecimalPrefixes.Piece)], of ranges: Int, as form: DynamoDBGeoForm,
    into consumer: inout some IndexRowConsumer, _ report: inout IndexReadReport
  ) async throws {
    try await withThrowingTaskGroup(of: (Int, PieceRows).self) { group in
      var (started, waiting) = (0, [Int: PieceRows]())
      var taken = 0
      for range in 0..<ranges {
        while taken < pieces.count, pieces[taken].range == range {
          while started < min(taken + Self.width, pieces.count) {
            let (place, piece) = (started, pieces[started].piece)
            group.addTask { (place, try await self.rows(of: piece)) }
            started += 1
          }
          while waiting[taken] == nil, let (place, rows) = try await group.next() { waiting[place] = rows }
          guard let rows = waiting.removeValue(forKey: taken) else { break }
          report.requests += rows.requests
          report.charged = rows.charged.map { (report.charged ?? 0) + $0 } ?? report.charged
          for item in rows.items {
            try lend(object(in: item, as: form), to: &consumer)
            report.rows += 1
          }
          taken += 1
        }
        report.ranges += 1
        if !consumer.finishRange(at: range) { break }
      }
      group.cancelAll()
    }
  }

  private struct PieceRows: Sendable {
    var items: [Item] = []
    var requests = 0
    var charged: Double?
  }

  private func rows(of piece: DecimalPrefixes.Piece) async throws -> PieceRows {
    var rows = PieceRows()
    var start: Item?
    repeat {
      let page = try await source.query(piece, after: start)
      rows.items += page.items
      rows.requests += 1
      rows.charged = page.charged.map { (rows.charged ?? 0) + $0 } ?? rows.charged
      start = page.next
    } while start != nil
    return rows
  }

  /// Reads the whole table and sorts its objects into the ranges.
  private func scan(
    _ ranges: [IndexRange], as form: DynamoDBGeoForm, into consumer: inout some IndexRowConsumer
  ) async throws -> IndexReadReport {
    var report = IndexReadReport(stamp: 0, ranges: 0, rows: 0, requests: 0)
    // Ranges do not overlap, but come in the order of distance.
    let byLeaves = ranges.indices.sorted { ranges[$0].leaves.lowerBound < ranges[$1].leaves.lowerBound }
    var found: [[GeoObject]] = Array(repeating: [], count: ranges.count)
    var start: Item?
    repeat {
      let page = try await source.scan(ScanRequest(), after: start, onlyIDs: nil)
      report.requests += 1
      report.charged = page.charged.map { (report.charged ?? 0) + $0 } ?? report.charged
      for item in page.items {
        let read = try DynamoDBGeoItem(item, of: layout)
        let object = try read.object(as: form)
        let leaf = read.leaf.leafRange.lowerBound
        let next = byLeaves.partitioningIndex { ranges[$0].leaves.lowerBound > leaf }
        guard next > 0, ranges[byLeaves[next - 1]].leaves.contains(leaf) else { continue }
        found[byLeaves[next - 1]].append(object)
      }
      start = page.next
    } while start != nil
    for range in ranges.indices {
      for object in found[range] {
        try lend(object, to: &consumer)
        report.rows += 1
      }
      report.ranges += 1
      if !consumer.finishRange(at: range) { break }
    }
    return report
  }

  private func lend(_ object: GeoObject, to consumer: inout some IndexRowConsumer) throws {
    guard let place = object.coordinate else { return }
    let id = Array(object.id.text.string.utf8)
    let attributes = ItemCodec.encode(object.attributes)
    try unsafe consumer.take(
      IndexRow(latitude: place.latitude, longitude: place.longitude, movedAt: 0, stamp: 0),
      id: id.span.bytes, attributes: attributes.span.bytes)
  }
}

extension Array {
  /// The first place whose element meets a condition that all behind it meet, too. O(log n).
  fileprivate func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
