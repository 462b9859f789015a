// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoDynamoSQLite

/// A consumer that keeps every row, as tests want them.
struct RowCollector: IndexRowConsumer {
  struct Row: Hashable {
    var latitude: Double
    var longitude: Double
    var movedAt: Int64
    var stamp: Int64
    var color: String?
  }

  private(set) var rows: [String: Row] = [:]
  private(set) var finished: [Int] = []
  /// The range after which it declines to go on.
  var lastRange = Int.max
  /// An id at which it throws.
  var faultAt: String?

  struct Fault: Error {}

  mutating func take(_ row: IndexRow, id: RawSpan, attributes: RawSpan) throws {
    let id = unsafe id.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    if id == faultAt { throw Fault() }
    var color: String?
    if case .string(let text)? = try ItemCodec.value(of: "color", in: attributes) { color = text.string }
    rows[id] = Row(
      latitude: row.latitude, longitude: row.longitude, movedAt: row.movedAt, stamp: row.stamp, color: color)
  }

  mutating func finishRange(at position: Int) -> Bool {
    finished.append(position)
    return position < lastRange
  }
}

extension SQLiteStore {
  /// All rows of the tests' collection, and the report.
  func allRows() async throws -> (rows: [String: RowCollector.Row], report: IndexReadReport) {
    var collector = RowCollector()
    let report = try await read(
      [IndexRange(leaves: 0...UInt64.max, minimumDistanceMeters: 0)], of: TestObject.collectionName,
      index: TestObject.index,
      into: &collector)
    return (collector.rows, report)
  }
}
