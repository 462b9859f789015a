// SPDX-License-Identifier: Apache-2.0

/// An argument that is told by its place.
struct OperandSpec: Sendable {
  /// How often it must and may stand there.
  enum Count: Sendable {
    case one
    case optional
    case anyNumber
    case atLeastOne
  }

  /// How the help calls it: `LAT,LON`.
  let name: String
  /// Half a sentence for the help.
  let summary: String
  let count: Count
  let completion: OptionSpec.Completion

  init(
    _ name: String, _ summary: String, _ count: Count = .one, completion: OptionSpec.Completion = .nothing
  ) {
    self.name = name
    self.summary = summary
    self.count = count
    self.completion = completion
  }

  /// How the help writes it: `[FILE]`, `KEY…`.
  var usage: String {
    switch count {
    case .one: name
    case .optional: "[\(name)]"
    case .anyNumber: "[\(name)…]"
    case .atLeastOne: "\(name)…"
    }
  }
}
