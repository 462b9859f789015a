// SPDX-License-Identifier: Apache-2.0

extension Duration {
  /// The units that may be typed.
  static let units: KeyValuePairs<String, Double> = [
    "ms": 0.001, "s": 1, "min": 60, "h": 3600, "d": 86_400,
  ]

  /// A duration as it is typed: a number and its unit, as `10min` or `1.5 h`.
  ///
  /// - Throws: `CommandFailure` with status 64 that names the text and the units.
  init(argument: String) throws {
    let text = trimmed(argument[...])
    let unit = String(text.reversed().prefix { $0.isLetter }.reversed())
    let number = trimmed(text.dropLast(unit.count))
    if StrictDecimal.parse(text) != nil {
      throw CommandFailure.usage(
        "duration \(quoted(argument)) lacks a unit; write one of \(Self.unitList), as \(text)min")
    }
    guard let seconds = Self.units.first(where: { $0.key == unit })?.value,
      let value = StrictDecimal.parse(number)
    else {
      throw CommandFailure.usage(
        "\(quoted(argument)) is not a duration; write a number and one of the units \(Self.unitList), as 10min"
      )
    }
    // A thousand years, so that a moment so long ago can still be told.
    guard value >= 0, value * seconds <= 1000 * 365.25 * 86_400 else {
      throw CommandFailure.usage("duration \(quoted(argument)) must be a number from 0 to a thousand years")
    }
    self = .microseconds(Int64((value * seconds * 1e6).rounded()))
  }

  private static var unitList: String { units.map(\.key).joined(separator: ", ") }
}
