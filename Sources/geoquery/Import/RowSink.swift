// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// Where a parser puts what it finds.
struct RowSink {
  let file: String
  let policy: ErrorPolicy
  var batch = ImportBatch()
  /// Whether nothing more may be read: a fault under `stop`, or one that leaves no way to find the next row.
  private(set) var isFinished = false

  init(file: String, policy: ErrorPolicy) {
    self.file = file
    self.policy = policy
  }

  /// Takes the object or the fault of a row that begins at `line`.
  mutating func take(line: Int, _ body: () throws -> ImportRecord) {
    guard !isFinished else { return }
    do {
      let record = try body()
      try Self.checkSize(of: record)
      batch.records.append(record)
    } catch let fault as RowFault {
      report(fault, line: line)
    } catch {
      report(RowFault("\(error)"), line: line)
    }
  }

  /// Refuses here, where the row is known, what the store would refuse later.
  private static func checkSize(of record: ImportRecord) throws(RowFault) {
    let size = record.attributes.size
    guard size <= ImportLimits.attributeBytes else {
      throw RowFault(
        "the attributes have \(grouped(size)) bytes; at most \(grouped(ImportLimits.attributeBytes)) can be stored"
      )
    }
  }

  /// Takes a fault.
  ///
  /// - Parameter isFatal: Whether the rest of the file cannot be read.
  mutating func report(_ fault: RowFault, line: Int, isFatal: Bool = false) {
    guard !isFinished else { return }
    batch.errors.append(
      ImportError(file: file, line: line, column: fault.column, value: fault.value, reason: fault.reason))
    batch.isCutShort = isFatal
    if isFatal || policy == .stop { isFinished = true }
  }
}
