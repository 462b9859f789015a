// SPDX-License-Identifier: Apache-2.0
import GeoHash

extension Coordinate {
  /// A coordinate as it is typed: `51.5074,-0.1278`, latitude first; spaces around the numbers are let pass.
  ///
  /// - Throws: `CommandFailure` with status 64 that names the text and what would be right; `GeometryError`'s
  ///   sentence for a number out of range.
  init(argument: String) throws {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      let found =
        argument.isEmpty
        ? "it is empty" : parts.count == 1 ? "there is no comma" : "there are \(parts.count) parts"
      throw Self.failure(argument, found)
    }
    let latitude = try Self.number(parts[0], "latitude", of: argument)
    let longitude = try Self.number(parts[1], "longitude", of: argument)
    do {
      try self.init(latitude: latitude, longitude: longitude)
    } catch {
      throw CommandFailure.usage("coordinate \(quoted(argument)): \(error)")
    }
  }

  private static func number(_ part: Substring, _ name: String, of argument: String) throws -> Double {
    let text = trimmed(part)
    guard !text.isEmpty else { throw failure(argument, "the \(name) is empty") }
    guard let value = StrictDecimal.parse(text) else {
      throw failure(argument, "the \(name) \(quoted(text)) is not a decimal number")
    }
    guard value.isFinite else { throw failure(argument, "the \(name) \(quoted(text)) is too large") }
    return value
  }

  private static func failure(_ argument: String, _ reason: String) -> CommandFailure {
    .usage(
      "\(quoted(argument)) is not a coordinate: \(reason); write LAT,LON in decimal degrees, as 51.5074,-0.1278"
    )
  }
}
