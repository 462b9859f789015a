// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

extension DecimalNumber {
  /// The number of a text in JSON's grammar.
  init(jsonText text: String) throws {
    if text.utf8.count <= 18, let integer = Int64(text) {
      self.init(integer)
    } else {
      try self.init(Double(text) ?? .nan)
    }
  }

  /// The number as JSON writes it.
  var jsonText: String {
    Int64(exactly: self).map { "\($0)" } ?? "\(Double(self))"
  }
}
