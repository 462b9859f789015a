// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Reads newline-delimited JSON, one object a line. A bad line leaves the next one readable.
final class NDJSONParser: RowParser {
  var sink: RowSink
  private var stream = JSONStream(streaming: nil)
  private var objects = ObjectReader()
  private var line = 1
  /// The start of a line whose end has not come yet.
  private var pending: [UInt8] = []
  private var isTooLong = false

  init(sink: RowSink) { self.sink = sink }

  func consume(_ chunk: UnsafeRawBufferPointer) {
    var start = 0
    while start < chunk.count, !sink.isFinished {
      guard let end = unsafe memchr(chunk.baseAddress! + start, 10, chunk.count - start) else {
        return unsafe hold(chunk[start...])
      }
      let next = unsafe UnsafeRawPointer(end) - chunk.baseAddress!
      if pending.isEmpty, !isTooLong {
        unsafe takeLine(UnsafeRawBufferPointer(rebasing: chunk[start..<next]))
      } else {
        unsafe hold(chunk[start..<next])
        takePending()
      }
      line += 1
      start = next + 1
    }
  }

  func finish() {
    if !sink.isFinished { takePending() }
  }

  private func hold(_ bytes: Slice<UnsafeRawBufferPointer>) {
    if unsafe pending.count + bytes.count > ImportLimits.recordBytes { isTooLong = true }
    if isTooLong { pending = [] } else { unsafe pending.append(contentsOf: bytes) }
  }

  private func takePending() {
    if isTooLong {
      sink.report(RowFault("the line is longer than \(ImportLimits.recordBytes >> 20) MiB"), line: line)
    } else {
      let bytes = pending
      unsafe bytes.withUnsafeBytes { unsafe takeLine($0) }
    }
    pending.removeAll(keepingCapacity: true)
    isTooLong = false
  }

  private func takeLine(_ bytes: UnsafeRawBufferPointer) {
    guard unsafe bytes.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { return }
    // A space after the last byte lets the parser see that a number has ended.
    let space: [UInt8] = [0x20]
    var fault = unsafe stream.feed(bytes)?.fault
    if fault == nil { fault = unsafe space.withUnsafeBytes { unsafe stream.feed($0)?.fault } }
    let values = stream.take()
    if fault == nil, stream.builder.depth > 0 { fault = RowFault("the JSON object does not end on its line") }
    if fault == nil, values.count != 1 {
      fault = RowFault("each line must hold one JSON object; this one holds \(values.count)")
    }
    if let fault {
      stream = JSONStream(streaming: nil)
      sink.report(fault, line: line)
    } else {
      sink.take(line: line) { try objects.record(ofLine: values[0].value, line: line) }
    }
  }
}
