// SPDX-License-Identifier: Apache-2.0
import GeoHash

extension Distance {
  /// The units that may be typed, and their metres.
  static let units: KeyValuePairs<String, Double> = [
    "m": 1, "km": 1000, "mi": 1609.344, "ft": 0.3048, "nmi": 1852,
  ]

  /// A distance as it is typed: a number and its unit, as `2km` or `1.5 mi`.
  ///
  /// - Throws: `CommandFailure` with status 64 that names the text and the units.
  init(argument: String) throws {
    let text = trimmed(argument[...])
    let unit = text.reversed().prefix { $0.isLetter }.reversed()
    let number = trimmed(text.dropLast(unit.count))
    let unitText = String(unit)
    if StrictDecimal.parse(text) != nil {
      throw CommandFailure.usage(
        "distance \(quoted(argument)) lacks a unit; write one of \(Self.unitList), as \(text)km")
    }
    guard let factor = Self.units.first(where: { $0.key == unitText })?.value,
      let value = StrictDecimal.parse(number)
    else {
      throw CommandFailure.usage(
        "\(quoted(argument)) is not a distance; write a number and one of the units \(Self.unitList), as 2km")
    }
    do {
      try self.init(meters: value * factor)
    } catch {
      throw CommandFailure.usage("distance \(quoted(argument)) must be a finite number from 0 up")
    }
  }

  private static var unitList: String { units.map(\.key).joined(separator: ", ") }
}
