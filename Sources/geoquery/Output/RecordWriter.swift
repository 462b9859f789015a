// SPDX-License-Identifier: Apache-2.0

/// Writes results one after another.
protocol RecordWriter {
  /// Writes one record.
  mutating func write(_ record: OutputRecord) throws
  /// Writes what stands at the end, and sends everything on its way.
  ///
  /// - Parameter trailer: Facts about the whole answer, for formats that have a place for them.
  mutating func finish(_ trailer: [OutputRecord.Field]) throws
}

extension RecordWriter {
  mutating func finish() throws { try finish([]) }
}
