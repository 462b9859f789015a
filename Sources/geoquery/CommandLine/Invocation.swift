// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// What a command works with: its arguments and the two streams it writes to.
struct Invocation {
  let arguments: Arguments
  /// Results.
  let output: OutputStream
  /// Messages and progress.
  let messages: OutputStream

  /// The operand at a place.
  func operand(_ place: Int) -> String { arguments.operands[place] }

  /// How results are written.
  func format() throws -> OutputFormat {
    try arguments.value(of: Options.format) { try OutputFormat(argument: $0) } ?? .table
  }

  /// The collection.
  func collection() throws -> CollectionName { try CollectionName(arguments[Options.collection] ?? "users") }
}
