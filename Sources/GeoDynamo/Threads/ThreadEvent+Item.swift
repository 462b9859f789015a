// SPDX-License-Identifier: Apache-2.0

extension ThreadEvent {
  /// Names of the attributes of a thread's items.
  enum Name {
    static let kind: UTF8String = "kind"
    static let time: UTF8String = "at"
    static let user: UTF8String = "user"
    static let target: UTF8String = "target"
    static let text: UTF8String = "text"
    static let editedBy: UTF8String = "edited"
    static let deletedBy: UTF8String = "deleted"
    static let replies: UTF8String = "replies"
    static let posts: UTF8String = "posts"
    static let members: UTF8String = "members"
  }

  /// The entry as an item of the thread's log. A reply's text is none of it.
  func item(in area: AreaID) -> Item {
    var item = KeySchema.event(sequence, in: area).attributes
    item[Name.kind] = .string(UTF8String(kind.rawValue))
    item[Name.time] = .number(DecimalNumber(time.microseconds))
    item[Name.user] = user.map { .string($0.text) }
    item[Name.target] = target.map { .number(DecimalNumber($0)) }
    if kind == .message { item[Name.text] = text.map { .string($0.text) } }
    item[Name.posts] = .number(DecimalNumber(posts))
    item[Name.members] = .number(DecimalNumber(members))
    return item
  }

  /// The text of a reply as an item.
  func replyItem(in area: AreaID) -> Item {
    var item = KeySchema.reply(sequence, to: target ?? 0, in: area).attributes
    item[Name.time] = .number(DecimalNumber(time.microseconds))
    item[Name.user] = user.map { .string($0.text) }
    item[Name.text] = text.map { .string($0.text) }
    return item
  }

  /// The entry in an item of a log.
  ///
  /// - Throws: `StoreError` with `notAStore` when it is none.
  init(_ item: Item) throws {
    guard let sequence = item.key.flatMap({ KeySchema.sequence(inEventKey: $0.sort) }),
      let kind = item[Name.kind]?.string.flatMap({ Kind(rawValue: $0.string) }),
      let time = item.integer(Name.time), let posts = item.integer(Name.posts),
      let members = item.integer(Name.members)
    else { throw Self.damaged }
    self.init(
      sequence: sequence, time: Timestamp(microseconds: time), kind: kind,
      user: item[Name.user]?.string.map { ObjectID(unchecked: $0) }, target: item.integer(Name.target),
      replies: item.integer(Name.replies).map { Int($0) } ?? 0, posts: posts, members: members)
    takeText(of: item)
  }

  /// The reply in the item that holds its text. Counts of the thread are 0, as it has none.
  ///
  /// - Throws: `StoreError` with `notAStore` when it is none.
  init(reply item: Item) throws {
    guard let numbers = item.key.flatMap({ KeySchema.sequences(inReplyKey: $0.sort) }),
      let time = item.integer(Name.time)
    else { throw Self.damaged }
    self.init(
      sequence: numbers.reply, time: Timestamp(microseconds: time), kind: .reply,
      user: item[Name.user]?.string.map { ObjectID(unchecked: $0) }, target: numbers.message, replies: 0,
      posts: 0, members: 0)
    takeText(of: item)
  }

  /// Takes over what the item of a text says of it.
  mutating func takeText(of item: Item) {
    text = item[Name.text]?.string.map { MessageText(unchecked: $0) }
    editedBy = item.integer(Name.editedBy)
    deletedBy = item.integer(Name.deletedBy)
  }

  private static let damaged = StoreError(
    .notAStore, "an entry of a thread's log is damaged", operation: "read")
}

extension Item {
  /// The whole number under a name; nil for anything else.
  func integer(_ name: UTF8String) -> Int64? { self[name]?.number.flatMap { Int64(exactly: $0) } }
}
