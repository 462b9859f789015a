// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Reads GeoJSON feature by feature: a FeatureCollection, a Feature, or one Feature after another.
///
/// A feature that is no object to keep is a bad row; broken JSON ends the reading, for no next feature can be found.
@safe
final class GeoJSONParser: RowParser {
  var sink: RowSink
  private var stream: JSONStream?
  /// The chunk being read, how far its lines have been counted, and the line there.
  private var chunk = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
  private var counted = 0
  private var line = 1
  private var recordLine = 1
  /// Bytes of earlier chunks since the record began.
  private var recordBytes = 0
  private var hasFailed = false

  init(sink: RowSink) {
    self.sink = sink
    stream = nil
    stream = JSONStream(streaming: "features") { [unowned self] event, offset in take(event, at: offset) }
  }

  func consume(_ chunk: UnsafeRawBufferPointer) {
    guard let stream, !sink.isFinished, !hasFailed else { return }
    unsafe self.chunk = unsafe chunk
    counted = 0
    recordBytes += chunk.count
    let failure = unsafe stream.feed(chunk)
    if !sink.isFinished {
      if let failure {
        countLines(to: failure.offset)
        end(failure.fault, line: line)
      } else if recordBytes > ImportLimits.recordBytes + chunk.count {
        end(RowFault("a feature is longer than \(ImportLimits.recordBytes >> 20) MiB"), line: recordLine)
      }
    }
    countLines(to: chunk.count)
    unsafe self.chunk = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
  }

  func finish() {
    guard let stream, !sink.isFinished, !hasFailed else { return }
    if let fault = stream.finish() { end(fault, line: line) }
  }

  private func end(_ fault: RowFault, line: Int) {
    hasFailed = true
    sink.report(fault, line: line, isFatal: true)
  }

  private func take(_ event: JSONStream.Event, at offset: Int) {
    countLines(to: offset)
    switch event {
    case .began:
      recordLine = line
      recordBytes = unsafe chunk.count - offset
    case .ended:
      recordBytes = unsafe chunk.count - offset
      guard let stream else { return }
      let hadFeatures = stream.builder.hasStreamed
      for (value, isElement) in stream.take() {
        if !isElement, hadFeatures { check(collection: value) } else { add(value) }
      }
    }
  }

  private func add(_ feature: JSONValue) {
    if feature["type"] == .string("FeatureCollection") {
      return sink.report(
        RowFault("the FeatureCollection has no array of features", column: "features"), line: recordLine)
    }
    sink.take(line: recordLine) { try ObjectReader.record(ofFeature: feature, line: recordLine) }
  }

  private func check(collection: JSONValue) {
    guard collection["type"] != .string("FeatureCollection") else { return }
    sink.report(
      RowFault(
        "what holds features must be of type FeatureCollection", column: "type",
        value: collection["type"]?.shown),
      line: line)
  }

  private func countLines(to offset: Int) {
    let end = unsafe min(offset, chunk.count)
    guard counted < end else { return }
    unsafe line += chunk[counted..<end].count { $0 == UInt8(ascii: "\n") }
    counted = end
  }
}
