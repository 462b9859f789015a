// SPDX-License-Identifier: Apache-2.0
import GeoHash

/// What the two `cover` commands take: a circle and a number of cells.
struct CoverArguments {
  let region: Circle
  let maximumCells: Int

  init(_ invocation: Invocation) throws {
    region = Circle(
      center: try Coordinate(argument: invocation.operand(0)),
      radius: try invocation.arguments.requiredValue(of: Options.within) { try Distance(argument: $0) })
    maximumCells =
      try invocation.arguments.value(of: Options.maximumCells) { try Int(argument: $0, in: 1...100_000) } ?? 8
  }
}
