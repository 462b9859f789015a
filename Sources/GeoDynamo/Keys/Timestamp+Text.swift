// SPDX-License-Identifier: Apache-2.0

extension Timestamp {
  /// A moment as ISO 8601 writes it in UTC, to the second or finer: `2026-11-30T21:29:52.123456Z`.
  ///
  /// - Returns: nil for another form, a day that does not exist, or a year out of 0 … 9999.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes.last == UInt8(ascii: "Z") else { return nil }
    let separators: [(Int, Unicode.Scalar)] = [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":")]
    guard separators.allSatisfy({ bytes[$0.0] == UInt8(ascii: $0.1) }) else { return nil }
    guard let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
      let day = Self.number(bytes[8..<10]), let hour = Self.number(bytes[11..<13]),
      let minute = Self.number(bytes[14..<16]), let second = Self.number(bytes[17..<19]),
      (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day),
      hour < 24, minute < 60, second < 60
    else { return nil }
    var fraction: Int64 = 0
    let digits = bytes.count - 21
    if digits >= 0 {
      guard bytes[19] == UInt8(ascii: "."), (1...6).contains(digits),
        let value = Self.number(bytes[20..<20 + digits])
      else { return nil }
      fraction = (digits..<6).reduce(value) { value, _ in value * 10 }
    }
    let seconds = Self.dayNumber(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second
    self.init(microseconds: seconds * 1_000_000 + fraction)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    var value: Int64 = 0
    for byte in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      value = value * 10 + Int64(byte - UInt8(ascii: "0"))
    }
    return value
  }

  /// The day's number since 1970 in the Gregorian calendar. Years run from March here, so that a leap day ends one.
  private static func dayNumber(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = year + 400 - (month <= 2 ? 1 : 0)
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468 - 146_097
  }

  private static func days(in month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
