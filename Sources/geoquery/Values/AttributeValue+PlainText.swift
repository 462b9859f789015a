// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

extension AttributeValue {
  /// The value of a text without a type, from a cell of a table or from the command line: a number if the
  /// text is the one canonical way to write that number, else the text itself.
  init(plainText text: String) throws {
    if StrictDecimal.isCanonical(text) {
      self = .number(try DecimalNumber(text))
    } else {
      self = .string(UTF8String(text))
    }
  }
}
