// SPDX-License-Identifier: Apache-2.0

/// Some rows of a file, in order.
struct ImportBatch: Sendable {
  var records: [ImportRecord] = []
  var errors: [ImportError] = []
  /// How much of the file has been read, 0 … 1; nil when its size is unknown.
  var fraction: Double?
}
