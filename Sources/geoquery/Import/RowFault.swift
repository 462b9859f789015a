// SPDX-License-Identifier: Apache-2.0

/// What is wrong with a row, before it is known which row of which file.
struct RowFault: Error {
  var column: String?
  var value: String?
  let reason: String

  init(_ reason: String, column: String? = nil, value: String? = nil) {
    self.reason = reason
    self.column = column
    self.value = value
  }
}
