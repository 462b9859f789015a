// SPDX-License-Identifier: Apache-2.0

/// By how much a transaction has changed the counts of coarse cells, not yet written to the table.
///
/// A list in the order of the changes, so that a failed operation's are taken back by cutting it.
struct CountChanges {
  private var changes: [(cell: CoarseCell, by: Int64)] = []
  /// Where the changes of the present operation begin.
  private var start = 0

  /// Begins an operation that may be undone on its own.
  mutating func beginOperation() {
    start = changes.count
  }

  /// Takes back what has been added since `beginOperation`.
  mutating func undoOperation() {
    changes.removeSubrange(start...)
  }

  mutating func removeAll() {
    changes.removeAll(keepingCapacity: changes.count < 100_000)
    start = 0
  }

  mutating func add(_ change: Int64, to cell: CoarseCell) {
    // A load comes in the order of the cells: it adds one entry for each.
    if changes.count > start, changes[changes.count - 1].cell == cell {
      changes[changes.count - 1].by += change
    } else {
      changes.append((cell, change))
    }
  }

  /// The sum for each cell in the order of the cells, without zeros.
  var sums: [(cell: CoarseCell, by: Int64)] {
    var sums: [(cell: CoarseCell, by: Int64)] = []
    for change in changes.sorted(by: { $0.cell < $1.cell }) {
      if let last = sums.last, last.cell == change.cell {
        sums[sums.count - 1].by += change.by
      } else {
        sums.append(change)
      }
    }
    return sums.filter { $0.by != 0 }
  }
}
