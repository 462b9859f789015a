// SPDX-License-Identifier: Apache-2.0

/// Why a row of a file cannot be an object.
struct ImportError: Error, Equatable, Sendable, CustomStringConvertible {
  let file: String
  /// The line on which the row begins, from 1.
  let line: Int
  /// The column or member at fault, if it is one.
  let column: String?
  /// Its text, if it has one.
  let value: String?
  let reason: String

  /// `towns.csv:17: lat "abc": not a decimal number`
  var description: String {
    var text = "\(printable(file)):\(line): "
    if let column { text += printable(String(column.prefix(60))) + " " }
    if let value { text += quoted(value) }
    if column != nil || value != nil { text = trimmed(text[...]) + ": " }
    return text + reason
  }
}
