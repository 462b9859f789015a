// SPDX-License-Identifier: Apache-2.0

/// Dates as HTTP writes them: `Tue, 01 Dec 2026 01:10:00 GMT` (RFC 9110, section 5.6.7).
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Seconds since 1970; nil for other text.
  static func seconds(_ text: String) -> Int? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", let day = Int(words[1]), 1...31 ~= day,
      let month = months.firstIndex(of: String(words[2])), let year = Int(words[3]), 1970...9999 ~= year
    else { return nil }
    let clock = words[4].split(separator: ":").compactMap { Int($0) }
    guard clock.count == 3 else { return nil }
    // Days by the civil calendar with years that begin in March, so that leap days come last.
    let (shifted, place) = month < 2 ? (year - 1, month + 10) : (year, month - 2)
    let days =
      365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + (153 * place + 2) / 5 + day - 719_469
    return ((days * 24 + clock[0]) * 60 + clock[1]) * 60 + clock[2]
  }
}
