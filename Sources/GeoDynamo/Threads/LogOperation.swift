// SPDX-License-Identifier: Apache-2.0

/// What is to be written to a thread's log.
enum LogOperation: Sendable {
  /// A new message.
  case message(MessageText, by: ObjectID)
  /// A reply to the message of that number.
  case reply(MessageText, to: Int64, by: ObjectID)
  /// Another text for the message or reply of that number.
  case edit(TextPlace, MessageText, by: ObjectID)
  /// No text for the message or reply of that number; with `by: nil` whoever wrote it, who is forgotten, too.
  case delete(TextPlace, by: ObjectID?)
  /// All that waits to be written.
  case settle
  /// The thread itself, unless it exists.
  case make

  /// Who does it.
  var user: ObjectID? {
    switch self {
    case .message(_, let user), .reply(_, _, let user), .edit(_, _, let user): user
    case .delete(_, let user): user
    case .settle, .make: nil
    }
  }

  /// What is thrown when a write's condition does not hold that is not the membership's.
  func refusal(in area: AreaID) -> StoreError {
    switch self {
    case .message, .settle, .make: .noThread(area, "post")
    case .reply(_, let message, _): .noMessage(message, area, "reply")
    case .edit(let place, _, _): .noMessage(place.sequence, area, "edit")
    case .delete(let place, _): .noMessage(place.sequence, area, "delete")
    }
  }
}

/// Where the text of a message or a reply lies.
struct TextPlace: Hashable, Sendable {
  /// The number of the message or reply.
  var sequence: Int64
  /// Of a reply the message.
  var message: Int64?

  /// The key of the item that holds the text.
  func key(in area: AreaID) -> PrimaryKey {
    message.map { KeySchema.reply(sequence, to: $0, in: area) } ?? KeySchema.event(sequence, in: area)
  }
}
