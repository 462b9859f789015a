// SPDX-License-Identifier: Apache-2.0

/// What a bad row does to an import.
enum ErrorPolicy: String, CaseIterable, Sendable {
  /// The import ends; the rows before it are in.
  case stop
  /// The row is reported and left out; a fault after which no next row can be found ends the import all the same.
  case skip

  init(argument: String) throws {
    guard let policy = Self(rawValue: argument) else {
      throw CommandFailure.usage("\(quoted(argument)) must be stop or skip")
    }
    self = policy
  }
}
