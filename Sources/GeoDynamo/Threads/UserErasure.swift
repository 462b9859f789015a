// SPDX-License-Identifier: Apache-2.0

/// What erasing a user did.
public struct UserErasure: Hashable, Sendable {
  /// What becomes of a user's messages.
  public enum Messages: String, Sendable, CaseIterable {
    /// They stay, without an author.
    case keep
    /// Their texts are removed; entries `deleted` without an author tell those who follow the thread.
    case remove
  }

  /// How many threads the user had ever joined.
  public var threads = 0
  /// How many entries of logs named him, and do not any more.
  public var entries = 0
  /// How many texts were removed.
  public var removedTexts = 0
  /// How many other items of his were deleted: profile with its position, memberships, read positions, roles.
  public var items = 0
  /// How many items of his a last pass over all of his partitions has found: 0.
  public var left = 0
}
