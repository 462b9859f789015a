// SPDX-License-Identifier: Apache-2.0

/// Reads a file of objects in batches, apart from whoever stores them, so that both can work at once.
actor ImportReader {
  private var source: ByteSource
  private let parser: any RowParser
  private var buffer = [UInt8](repeating: 0, count: 1 << 18)
  private var isFirstChunk = true
  private var hasEnded = false

  /// The name of the file for messages.
  nonisolated let name: String

  /// Opens a file, or standard input for `-`.
  ///
  /// - Parameter format: How it is written; nil to tell it by the file's name.
  init(path: String, format: InputFormat?, policy: ErrorPolicy) throws {
    guard let format = format ?? InputFormat(fileName: path) else {
      let place =
        path == "-" ? "standard input has no name" : "the name \(quoted(path)) does not tell the format"
      throw CommandFailure.usage(
        "\(place); give --input-format \(InputFormat.allCases.map(\.rawValue).joined(separator: "|"))")
    }
    source = try ByteSource(path: path)
    name = source.name
    let sink = RowSink(file: name, policy: policy)
    parser =
      switch format {
      case .csv: CSVParser(delimiter: UInt8(ascii: ","), sink: sink)
      case .tsv: CSVParser(delimiter: UInt8(ascii: "\t"), sink: sink)
      case .ndjson: NDJSONParser(sink: sink)
      case .geojson: GeoJSONParser(sink: sink)
      }
  }

  /// The next rows, at least `count` unless the file ends or a fault stops the reading; nil at the end.
  func next(atLeast count: Int) throws -> ImportBatch? {
    parser.sink.batch.records.reserveCapacity(count + 8192)
    while !hasEnded, !parser.sink.isFinished, parser.sink.batch.records.count < count {
      try readChunk()
    }
    var batch = parser.sink.batch
    guard !batch.records.isEmpty || !batch.errors.isEmpty else { return nil }
    parser.sink.batch = ImportBatch()
    batch.fraction = source.fraction
    return batch
  }

  private func readChunk() throws {
    // The first chunk must show a whole byte order mark, if there is one.
    let size = try unsafe buffer.withUnsafeMutableBytes { bytes in
      var filled = 0
      repeat {
        let count = try unsafe source.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[filled...]))
        filled += count
        if count == 0 { break }
      } while isFirstChunk && filled < 3
      return filled
    }
    guard size > 0 else {
      hasEnded = true
      parser.finish()
      return
    }
    let start =
      isFirstChunk && size >= 3 && buffer[0] == 0xEF && buffer[1] == 0xBB && buffer[2] == 0xBF ? 3 : 0
    isFirstChunk = false
    unsafe buffer.withUnsafeBytes {
      unsafe parser.consume(UnsafeRawBufferPointer(rebasing: $0[start..<size]))
    }
  }
}
