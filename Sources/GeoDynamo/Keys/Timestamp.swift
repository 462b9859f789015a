// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A moment in microseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Microseconds since 1970; negative before.
  public var microseconds: Int64

  /// The moment so many microseconds after the beginning of 1970.
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// The moment that the machine's clock shows.
  public static var now: Timestamp {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }

  /// Whether `a` is earlier.
  public static func < (a: Timestamp, b: Timestamp) -> Bool { a.microseconds < b.microseconds }
}

extension Timestamp: CustomStringConvertible {
  /// The moment in ISO 8601, in UTC, with six decimals: `2026-11-30T21:29:52.123456Z`.
  public var description: String {
    let (days, time) = Self.floorDivide(microseconds, by: 86_400_000_000)
    let (year, month, day) = Self.date(daysSince1970: days)
    let seconds = time / 1_000_000
    func digits(_ number: Int64, _ count: Int) -> String {
      let text = String(number.magnitude)
      return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
    return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))T\(digits(seconds / 3600, 2)):"
      + "\(digits(seconds / 60 % 60, 2)):\(digits(seconds % 60, 2)).\(digits(time % 1_000_000, 6))Z"
  }

  /// The Gregorian date of a day. Counts from 1 March, so that the leap day is a year's last.
  private static func date(daysSince1970: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let daysPerEra: Int64 = 146_097  // 400 years
    let (era, day) = floorDivide(daysSince1970 + 719_468, by: daysPerEra)
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    let calendarMonth = month < 10 ? month + 3 : month - 9
    return (
      era * 400 + year + (calendarMonth <= 2 ? 1 : 0), calendarMonth, dayOfYear - (153 * month + 2) / 5 + 1
    )
  }

  private static func floorDivide(_ a: Int64, by b: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = a.quotientAndRemainder(dividingBy: b)
    return remainder < 0 ? (quotient - 1, remainder + b) : (quotient, remainder)
  }
}
