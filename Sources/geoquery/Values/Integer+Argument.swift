// SPDX-License-Identifier: Apache-2.0

extension Int {
  /// A whole number as it is typed, in decimal digits.
  ///
  /// - Throws: `CommandFailure` with status 64 that names the text and the range.
  init(argument: String, in range: ClosedRange<Int>) throws {
    let digits = argument.utf8.drop { $0 == UInt8(ascii: "-") }
    guard !digits.isEmpty, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let value = Int(argument), range.contains(value)
    else {
      let allowed =
        range.upperBound == .max
        ? "from \(range.lowerBound) up" : "from \(range.lowerBound) to \(range.upperBound)"
      throw CommandFailure.usage("\(quoted(argument)) must be a whole number \(allowed)")
    }
    self = value
  }
}
