// SPDX-License-Identifier: Apache-2.0

/// Whether a command answers with one record or with a list of them.
enum OutputShape: Sendable, Equatable {
  /// One record: a JSON object.
  case single
  /// A list: a JSON array or, with a name, an object that holds the array under that name and the trailer beside it.
  case list(name: String?)
}
