// SPDX-License-Identifier: Apache-2.0

/// A moment as microseconds since 1970-01-01T00:00:00Z, written as ISO 8601 in UTC.
struct UTCTime: Equatable, CustomStringConvertible {
  let microseconds: Int64

  init(microseconds: Int64) { self.microseconds = microseconds }

  /// A moment as ISO 8601 writes it in UTC, to the second or finer: `2026-11-30T21:29:52.123456Z`.
  ///
  /// - Returns: nil for another form, a day that does not exist, or a year out of 0 … 9999.
  init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    func number(_ range: Range<Int>) -> Int64? {
      guard range.upperBound <= bytes.count else { return nil }
      var value: Int64 = 0
      for byte in bytes[range] {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        value = value * 10 + Int64(byte - UInt8(ascii: "0"))
      }
      return value
    }
    func separators(_ places: [Int: Unicode.Scalar]) -> Bool {
      places.allSatisfy { bytes[$0.key] == UInt8(ascii: $0.value) }
    }
    guard bytes.count >= 20, bytes.last == UInt8(ascii: "Z"), separators([4: "-", 7: "-", 10: "T", 13: ":", 16: ":"]),
      let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
      let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
      (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day), hour < 24, minute < 60, second < 60
    else { return nil }
    var fraction: Int64 = 0
    if bytes.count > 20 {
      let digits = bytes.count - 21
      guard bytes[19] == UInt8(ascii: "."), (1...6).contains(digits), let value = number(20..<20 + digits)
      else { return nil }
      fraction = (digits..<6).reduce(value) { value, _ in value * 10 }
    }
    let seconds = Self.dayNumber(year: year, month: month, day: day) * 86_400 + hour * 3600 + minute * 60 + second
    microseconds = seconds * 1_000_000 + fraction
  }

  /// To the microsecond; a year beyond 9999 or before 0 has a sign.
  var description: String {
    let fraction = Self.digits(floorRemainder(microseconds, 1_000_000), 6)
    return "\(wholeSeconds.dropLast()).\(fraction)Z"
  }

  /// To the second, rounded down.
  var wholeSeconds: String {
    let seconds = floorQuotient(microseconds, 1_000_000)
    let (year, month, day) = Self.date(ofDay: floorQuotient(seconds, 86_400))
    let rest = floorRemainder(seconds, 86_400)
    let clock = [rest / 3600, rest / 60 % 60, rest % 60].map { Self.digits($0, 2) }.joined(separator: ":")
    let yearText =
      (0...9999).contains(year)
      ? Self.digits(year, 4) : (year < 0 ? "-" : "+") + Self.digits(Int64(year.magnitude), 6)
    return "\(yearText)-\(Self.digits(month, 2))-\(Self.digits(day, 2))T\(clock)Z"
  }

  /// The day's number since 1970 in the Gregorian calendar, counted in years from March on, so that a leap day ends its year.
  private static func dayNumber(year: Int64, month: Int64, day: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let era = floorQuotient(year, 400)
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func date(ofDay number: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = number + 719_468
    let era = floorQuotient(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    )
  }

  private static func days(in month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func digits(_ number: Int64, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
}

private func floorQuotient(_ a: Int64, _ b: Int64) -> Int64 { a >= 0 ? a / b : (a + 1) / b - 1 }
private func floorRemainder(_ a: Int64, _ b: Int64) -> Int64 { a - floorQuotient(a, b) * b }
