// SPDX-License-Identifier: Apache-2.0

/// An entry of a thread's log.
///
/// Entries are numbered 1, 2, 3 … without a gap, in the order in which they were written; entry 1 is `created`. What an entry
/// records never changes; a message's text does, by later entries `edited` and `deleted`.
public struct ThreadEvent: Hashable, Sendable {
  /// What happened.
  public enum Kind: String, Sendable, CaseIterable {
    /// The thread was made.
    case created
    /// The user became a member.
    case joined
    /// The user is no member any more.
    case left
    /// The user wrote.
    case message
    /// The user replied to the message `target`.
    case reply
    /// The text of the message or reply `target` was changed.
    case edited
    /// The text of the message or reply `target` was removed.
    case deleted
  }

  /// Its number in the thread, from 1.
  public var sequence: Int64
  /// When, by the clock of the machine that wrote it. The order is that of `sequence`.
  public var time: Timestamp
  /// What happened.
  public var kind: Kind
  /// Who did it; nil for `created`, and once the user has been erased.
  public var user: ObjectID?
  /// Of a reply the message, of an edit or deletion the message or reply.
  public var target: Int64?
  /// Of a message or reply its present text; nil once it is deleted, and for a reply that was read without its text.
  public var text: MessageText?
  /// The entry that edited the text last; nil for a text as it was written.
  public var editedBy: Int64?
  /// The entry that removed the text; nil for a text that is there.
  public var deletedBy: Int64?
  /// Of a message, how many replies it has, deleted ones counted.
  public var replies: Int
  /// How many messages and replies the thread had with this entry, deleted ones counted.
  public var posts: Int64
  /// How many members the thread had with this entry.
  public var members: Int64
}

/// Where an entry came to stand in a thread's log.
public struct ThreadReceipt: Hashable, Sendable {
  /// Its number.
  public var sequence: Int64
  /// When it was written.
  public var time: Timestamp
}
