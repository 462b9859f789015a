// SPDX-License-Identifier: Apache-2.0
import CLibCSV

/// Reads comma- or tab-separated values with libcsv, in its strict mode: quotation marks only around whole fields.
///
/// Fields gather in one buffer, a row at a time; texts are made only of what becomes an id or an attribute.
/// After a row with broken quotation the next line is read as a new row.
@safe
final class CSVParser: RowParser {
  var sink: RowSink
  private let parser: UnsafeMutablePointer<csv_parser>
  private let delimiter: UInt8
  private var row = TableRow()
  private var table: TableShape?
  /// The line that is being read, and the one on which the row began.
  private var line = 1
  private var rowLine = 1
  private var lastEnd: UInt8 = 0
  private var isResynchronizing = false

  init(delimiter: UInt8, sink: RowSink) {
    self.delimiter = delimiter
    self.sink = sink
    unsafe parser = .allocate(capacity: 1)
    unsafe parser.initialize(to: csv_parser())
    start()
  }

  deinit {
    unsafe csv_free(parser)
    unsafe parser.deallocate()
  }

  func consume(_ chunk: UnsafeRawBufferPointer) {
    var rest = unsafe chunk[...]
    while unsafe !rest.isEmpty, !sink.isFinished {
      if isResynchronizing {
        guard let end = unsafe rest.firstIndex(of: UInt8(ascii: "\n")) else { return }
        unsafe rest = unsafe rest[(end + 1)...]
        isResynchronizing = false
        line += 1
        rowLine = line
        start()
        continue
      }
      // Small pieces, so that a field without end is noticed before it has eaten the memory.
      let piece = unsafe UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 16))
      let count = unsafe csv_parse(
        parser, piece.baseAddress, piece.count, Self.takeField, Self.takeRow,
        Unmanaged.passUnretained(self).toOpaque())
      unsafe rest = unsafe rest.dropFirst(count)
      if count < piece.count {
        // libcsv stops before the byte it cannot place.
        fail(
          RowFault(
            "a quotation mark stands where none may be; put the whole field in quotation marks and double those within"
          ))
      } else if unsafe parser.pointee.entry_pos > ImportLimits.fieldBytes {
        fail(Self.tooLong)
      }
    }
  }

  func finish() {
    guard !isResynchronizing, !sink.isFinished else { return }
    let status = unsafe csv_fini(
      parser, Self.takeField, Self.takeRow, Unmanaged.passUnretained(self).toOpaque())
    // All that follows the quotation mark has been taken for one field.
    if status != 0 { sink.report(RowFault("a quotation mark is never closed"), line: rowLine, isFatal: true) }
    if table == nil, sink.batch.errors.isEmpty {
      sink.report(RowFault("the file is empty; its first line must name the columns"), line: 1, isFatal: true)
    }
  }

  private static let tooLong = RowFault("a field is longer than \(ImportLimits.fieldBytes >> 20) MiB")

  private func start() {
    unsafe csv_free(parser)
    _ = unsafe csv_init(parser, UInt8(CSV_STRICT | CSV_STRICT_FINI | CSV_REPALL_NL))
    unsafe csv_set_delim(parser, delimiter)
    unsafe csv_set_space_func(parser) { _ in 0 }
    row.clear()
  }

  private func fail(_ fault: RowFault) {
    // Without a header no row can be understood, and the next line is none.
    sink.report(fault, line: rowLine, isFatal: table == nil)
    isResynchronizing = true
  }

  private static let takeField:
    @convention(c) (UnsafeMutableRawPointer?, Int, UnsafeMutableRawPointer?) -> Void = {
      bytes, count, context in
      let parser = unsafe Unmanaged<CSVParser>.fromOpaque(context!).takeUnretainedValue()
      unsafe parser.row.append(UnsafeRawBufferPointer(start: bytes, count: count))
    }

  private static let takeRow: @convention(c) (Int32, UnsafeMutableRawPointer?) -> Void = { end, context in
    let parser = unsafe Unmanaged<CSVParser>.fromOpaque(context!).takeUnretainedValue()
    parser.endRow(UInt8(truncatingIfNeeded: end))
  }

  /// Called for every line end outside of quotation marks, for both halves of CR LF, and at the end of the file.
  private func endRow(_ end: UInt8) {
    let isSecondHalf = end == UInt8(ascii: "\n") && lastEnd == UInt8(ascii: "\r") && row.count == 0
    lastEnd = end
    if isSecondHalf { return }
    if row.count > 0 { finishRow() }
    line += row.lineEnds + 1
    rowLine = line
    row.clear()
  }

  private func finishRow() {
    guard !sink.isFinished else { return }
    if row.longest > ImportLimits.fieldBytes {
      return sink.report(Self.tooLong, line: rowLine, isFatal: table == nil)
    }
    guard let table else {
      do {
        table = try TableShape(header: row)
      } catch {
        sink.report(error, line: rowLine, isFatal: true)
      }
      return
    }
    sink.take(line: rowLine) { try table.record(row, line: rowLine) }
  }
}
