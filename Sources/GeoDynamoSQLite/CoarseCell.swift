// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// A coarse cell of a collection, in which the store counts the objects (`CellCount`).
struct CoarseCell: Hashable, Sendable {
  /// The number that stands for the collection.
  let collection: Int64
  /// The number of the cell's leaves without the low bits.
  let cell: Int64

  init(collection: Int64, cell: Int64) {
    self.collection = collection
    self.cell = cell
  }

  /// The cell that `leaf` lies in.
  init(collection: Int64, leaf: Int64) {
    self.init(collection: collection, cell: leaf >> Int64(CellCount.leafBits))
  }
}

extension CoarseCell: CustomStringConvertible {
  /// For messages.
  var description: String { "cell \(cell) of collection \(collection)" }
}

extension CoarseCell: Comparable {
  /// The order of the tables.
  static func < (a: CoarseCell, b: CoarseCell) -> Bool {
    a.collection != b.collection ? a.collection < b.collection : a.cell < b.cell
  }
}

extension Connection {
  /// Counts the index rows of every coarse cell that has some, in the order of the cells. O(rows).
  func countRows(_ body: (_ cell: CoarseCell, _ count: Int) throws -> Void) throws {
    let rows = try statement(.allRows)
    defer { rows.reset() }
    var current: CoarseCell?
    var (count, total) = (0, 0)
    while try rows.step() {
      total += 1
      if total & 0xfff == 0 { try Task.checkCancellation() }
      let cell = CoarseCell(collection: rows.int64(0), leaf: rows.int64(1))
      if let current, current != cell {
        try body(current, count)
        count = 0
      }
      current = cell
      count += 1
    }
    if let current { try body(current, count) }
  }
}
