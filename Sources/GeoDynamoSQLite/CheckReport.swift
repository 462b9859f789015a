// SPDX-License-Identifier: Apache-2.0

/// What `SQLiteStore.check()` found.
public struct CheckReport: Hashable, Sendable {
  /// Items in the table.
  public var items: Int
  /// Rows in the index.
  public var indexRows: Int
  /// What is wrong, a sentence each, at most a hundred; empty for a sound store. Keys may stand in it, contents do not.
  public var problems: [String]

  /// Whether nothing is wrong.
  public var isSound: Bool { problems.isEmpty }
}
