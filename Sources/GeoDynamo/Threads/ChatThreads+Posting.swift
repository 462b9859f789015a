// SPDX-License-Identifier: Apache-2.0

/// Every method below that changes a thread is done when its entry stands in the log. None is undone by cancelling the task.
///
/// They throw `StoreError` with `threadNotFound` for a user who is not a member, in the same words and after the same read
/// whether or not the thread exists.
extension ChatThreads {
  /// Writes a message.
  @discardableResult
  public func post(_ text: MessageText, in area: AreaID, by user: ObjectID) async throws -> ThreadReceipt {
    try await requireAccess(of: user, to: area, "post")
    return try await writer.append(.message(text, by: user), to: area)
  }

  /// Replies to a message.
  ///
  /// - Throws: `StoreError` with `messageNotFound` when `message` is no message, or is deleted.
  @discardableResult
  public func reply(
    _ text: MessageText, to message: Int64, in area: AreaID, by user: ObjectID
  ) async throws -> ThreadReceipt {
    try await requireAccess(of: user, to: area, "reply")
    guard let place = try await textPlace(of: message, in: area), place.message == nil else {
      throw StoreError.noMessage(message, area, "reply")
    }
    return try await writer.append(.reply(text, to: message, by: user), to: area)
  }

  /// Puts another text in place of that of a message or reply of the user's own. The old one is gone.
  ///
  /// - Throws: `StoreError` with `messageNotFound`, also when it is somebody else's or deleted.
  @discardableResult
  public func edit(
    _ sequence: Int64, to text: MessageText, in area: AreaID, by user: ObjectID
  ) async throws -> ThreadReceipt {
    try await requireAccess(of: user, to: area, "edit")
    guard let place = try await textPlace(of: sequence, in: area) else {
      throw StoreError.noMessage(sequence, area, "edit")
    }
    return try await writer.append(.edit(place, text, by: user), to: area)
  }

  /// Removes the text of a message or reply of the user's own. That there was one stays to be seen, as do its replies.
  ///
  /// - Throws: `StoreError` with `messageNotFound`, also when it is somebody else's or deleted already.
  @discardableResult
  public func delete(_ sequence: Int64, in area: AreaID, by user: ObjectID) async throws -> ThreadReceipt {
    try await requireAccess(of: user, to: area, "delete")
    guard let place = try await textPlace(of: sequence, in: area) else {
      throw StoreError.noMessage(sequence, area, "delete")
    }
    return try await writer.append(.delete(place, by: user), to: area)
  }

  /// Where the text of a message or a reply lies; nil when the number is that of neither.
  func textPlace(of sequence: Int64, in area: AreaID) async throws -> TextPlace? {
    guard (1...Int64.lastSequence).contains(sequence),
      let item = try await store.get(KeySchema.event(sequence, in: area))
    else { return nil }
    let event = try ThreadEvent(item)
    return switch event.kind {
    case .message: TextPlace(sequence: sequence)
    case .reply: TextPlace(sequence: sequence, message: event.target)
    case .created, .joined, .left, .edited, .deleted: nil
    }
  }
}
