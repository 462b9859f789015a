// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

extension WriteTransaction {
  /// Brings the table of counts in step with the index: one change for each coarse cell whose number has changed.
  func writeCounts() throws {
    for (cell, change) in counts.sums {
      if change > 0 {
        try run(.addToCount, cell, change)
      } else if try run(.subtractFromCount, cell, -change) == 0, try run(.deleteCount, cell, -change) == 0 {
        throw damage("a cell has fewer objects than were taken out of it")
      }
    }
    counts.removeAll()
  }

  /// - Returns: How many rows were changed.
  @discardableResult
  private func run(_ sql: SQL, _ cell: CoarseCell, _ number: Int64) throws -> Int64 {
    let statement = try connection.statement(sql)
    try statement.bind(cell.collection, at: 1)
    try statement.bind(cell.cell, at: 2)
    try statement.bind(number, at: 3)
    try statement.run()
    return connection.changedRows
  }
}
