// SPDX-License-Identifier: Apache-2.0

/// How DynamoDB charges for a table.
enum TableBilling: Equatable, Sendable {
  case onDemand
  case provisioned(readUnits: Int, writeUnits: Int)

  /// What the options ask for; nil when they do not say.
  init?(_ arguments: Arguments) throws {
    func units(_ option: OptionSpec) throws -> Int? {
      try arguments.value(of: option) { try Int(argument: $0, in: 1...40_000_000) }
    }
    let (read, write) = (try units(Options.readUnits), try units(Options.writeUnits))
    switch arguments[Options.billing] {
    case nil where read == nil && write == nil: return nil
    case "on-demand" where read == nil && write == nil: self = .onDemand
    case nil, "on-demand":
      throw CommandFailure.usage("--read-units and --write-units go with --billing provisioned")
    case "provisioned":
      guard let read, let write else {
        throw CommandFailure.usage("--billing provisioned needs --read-units and --write-units")
      }
      self = .provisioned(readUnits: read, writeUnits: write)
    case let text?:
      throw CommandFailure.usage("--billing: \(quoted(text)) must be on-demand or provisioned")
    }
  }
}
