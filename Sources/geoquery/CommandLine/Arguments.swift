// SPDX-License-Identifier: Apache-2.0

/// What the command line said, sorted into operands and options; still text.
struct Arguments: Sendable, Equatable {
  /// Arguments told by their place, in order.
  var operands: [String] = []
  /// Values of options by name, in order; a flag has empty ones.
  private(set) var values: [String: [String]] = [:]

  /// The value of an option; the last one counts.
  subscript(option: OptionSpec) -> String? { values[option.name]?.last }

  /// Every value of an option that may be repeated.
  func all(_ option: OptionSpec) -> [String] { values[option.name] ?? [] }

  /// Whether a flag or an option was given.
  func has(_ option: OptionSpec) -> Bool { values[option.name] != nil }

  mutating func add(_ value: String, to option: OptionSpec) {
    values[option.name, default: []].append(value)
  }

  /// The value of an option, made into a type; nil when it was not given.
  ///
  /// - Throws: `CommandFailure` that names the option before what `parse` says.
  func value<T>(of option: OptionSpec, _ parse: (String) throws -> T) throws -> T? {
    try self[option].map { text in
      try Self.named("--\(option.name)") { try parse(text) }
    }
  }

  /// The value of an option that the command cannot do without.
  func requiredValue<T>(of option: OptionSpec, _ parse: (String) throws -> T) throws -> T {
    guard let value = try value(of: option, parse) else {
      throw CommandFailure.usage("\(option.usage) is missing: \(option.summary)")
    }
    return value
  }

  private static func named<T>(_ name: String, _ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch {
      let report = ErrorReport(error)
      throw CommandFailure(report.status, "\(name): \(report.message)")
    }
  }
}
