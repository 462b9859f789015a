// SPDX-License-Identifier: Apache-2.0
import GeoHash

extension BoundingBox {
  /// A box as it is typed: `SOUTH,WEST,NORTH,EAST` in degrees; west > east crosses ±180°.
  ///
  /// - Throws: `CommandFailure` with status 64 that names the text and what would be right.
  init(argument: String) throws {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 4 else {
      throw Self.failure(argument, "there \(parts.count == 1 ? "is 1 part" : "are \(parts.count) parts")")
    }
    let names = ["south", "west", "north", "east"]
    let numbers = try zip(parts, names).map { part, name in
      guard let value = StrictDecimal.parse(trimmed(part)), value.isFinite else {
        throw Self.failure(argument, "\(name) \(quoted(trimmed(part))) is not a decimal number")
      }
      return value
    }
    do {
      try self.init(south: numbers[0], west: numbers[1], north: numbers[2], east: numbers[3])
    } catch {
      throw CommandFailure.usage("box \(quoted(argument)): \(error)")
    }
  }

  private static func failure(_ argument: String, _ reason: String) -> CommandFailure {
    .usage(
      "\(quoted(argument)) is not a box: \(reason); write SOUTH,WEST,NORTH,EAST in decimal degrees, as 51.3,-0.5,51.7,0.3"
    )
  }
}
