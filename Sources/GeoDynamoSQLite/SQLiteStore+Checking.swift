// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

extension SQLiteStore {
  /// Checks the file's structure, and that items, index rows and counts agree, row by row. O(items); blocks the caller.
  ///
  /// The check sees one moment; others may write meanwhile.
  public func check() throws -> CheckReport {
    try readers.withReader("check") { reader in
      try reader.withSnapshot { stamp in
        var report = CheckReport(items: 0, indexRows: 0, problems: try reader.structuralProblems())
        // The tables of a broken file are not worth comparing.
        if report.isSound {
          try reader.compareItemsWithRows(stamp: stamp, into: &report)
          try reader.compareRowsWithCounts(into: &report)
        }
        return report
      }
    }
  }
}

extension Reader {
  fileprivate func structuralProblems() throws -> [String] {
    let statement = try connection.statement(.integrity)
    defer { statement.reset() }
    var problems: [String] = []
    while try statement.step() {
      let line = statement.text(0).string
      if line != "ok" { problems.append(line) }
    }
    return problems
  }

  /// As each object has one row at most, equal numbers and a right row for each item leave none over.
  fileprivate func compareItemsWithRows(stamp: Int64, into report: inout CheckReport) throws {
    let items = try connection.statement(.allItems)
    defer { items.reset() }
    var expected = 0
    while try items.step() {
      report.items += 1
      if report.items & 0xfff == 0 { try Task.checkCancellation() }
      let key = PrimaryKey(partition: items.text(0), sort: items.text(1))
      do {
        let item = try connection.item(under: key, in: items, column: 2)
        guard let row = try EncodedRow(of: item, operation: "check") else { continue }
        expected += 1
        if let problem = try problem(with: row, stamp: stamp) { report.add("\(key.partition): \(problem)") }
      } catch let error as StoreError {
        report.add("\(key.partition): \(error.message)")
      }
    }
    let count = try connection.statement(.countRows)
    defer { count.reset() }
    report.indexRows = try count.step() ? Int(count.int64(0)) : 0
    if report.indexRows != expected {
      report.add("the index has \(report.indexRows) rows for \(expected) located objects")
    }
  }

  fileprivate func compareRowsWithCounts(into report: inout CheckReport) throws {
    var counted: [CoarseCell: Int] = [:]
    try connection.countRows { counted[$0] = $1 }
    let counts = try connection.statement(.allCounts)
    defer { counts.reset() }
    while try counts.step() {
      let cell = CoarseCell(collection: counts.int64(0), cell: counts.int64(1))
      let found = counted.removeValue(forKey: cell) ?? 0
      // A row that counts nothing must not be there.
      if counts.int64(2) != found || found == 0 {
        report.add("\(cell): counted as \(counts.int64(2)), but the index has \(found) rows in it")
      }
    }
    for (cell, found) in counted.sorted(by: { $0.key < $1.key }) {
      report.add("\(cell): not counted, but the index has \(found) rows in it")
    }
  }

  private func problem(with row: EncodedRow, stamp: Int64) throws -> String? {
    guard let number = try connection.number(of: row.collection) else {
      return "its collection has no number"
    }
    let statement = try connection.statement(.row)
    defer { statement.reset() }
    try statement.bind(number, at: 1)
    try statement.bind(row.cell, at: 2)
    try statement.bind(row.id, at: 3)
    guard try statement.step() else { return "no index row in its cell" }
    if statement.double(0).bitPattern != row.latitude.bitPattern { return "another latitude in the index" }
    if statement.double(1).bitPattern != row.longitude.bitPattern { return "another longitude in the index" }
    if statement.int64(2) != row.movedAt { return "another movedAt in the index" }
    if statement.int64(3) > stamp { return "a stamp from the future in the index" }
    if statement.bytes(4) != row.attributes { return "other attributes in the index" }
    return nil
  }
}

extension CheckReport {
  fileprivate mutating func add(_ problem: String) {
    if problems.count < 100 { problems.append(problem) }
  }
}
