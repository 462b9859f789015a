// SPDX-License-Identifier: Apache-2.0

/// Some rows of a file, in order.
struct ImportBatch: Sendable {
  var records: [ImportRecord] = []
  var errors: [ImportError] = []
  /// Whether the rest of the file cannot be read; the last error says why.
  var isCutShort = false
  /// How much of the file has been read, 0 … 1; nil when its size is unknown.
  var fraction: Double?
}

extension ImportBatch {
  /// The error that ends the import, if there is one: the first under `stop`, else one that leaves no way to the next row.
  func end(under policy: ErrorPolicy) -> ImportError? {
    switch policy {
    case .stop: errors.first
    case .skip: isCutShort ? errors.last : nil
    }
  }
}
