// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

extension OutputRecord {
  /// An entry of a log: `{sequence, time, kind, user, target, text, replies, editedBy, deletedBy}`; null where it has none.
  init(_ event: ThreadEvent) {
    self.init([
      .init("sequence", .integer(Int(event.sequence))),
      .init("time", .time(event.time)),
      .init("kind", .text(event.kind.rawValue)),
      .init("user", event.user.map { .text($0.text.string) } ?? .null),
      .init("target", Self.number(event.target)),
      .init("text", event.text.map { .text($0.text.string) } ?? .null),
      .init("replies", event.kind == .message ? .integer(event.replies) : .null),
      .init("editedBy", Self.number(event.editedBy)),
      .init("deletedBy", Self.number(event.deletedBy)),
    ])
  }

  /// Where an entry came to stand: `{set, area, sequence, time}`.
  init(_ receipt: ThreadReceipt, in area: AreaID) {
    self.init(
      Self.fields(of: area) + [
        .init("sequence", .integer(Int(receipt.sequence))), .init("time", .time(receipt.time)),
      ])
  }

  /// A home: `{user, set, area, version, decidedBy, since, source}`.
  init(_ home: Home, of user: ObjectID) {
    self.init(
      [.init("user", .text(user.text.string))] + Self.fields(of: home.area) + [
        .init("version", .integer(Int(home.version))),
        .init("decidedBy", .text(home.decision.rawValue)),
        .init("since", .time(home.since)),
        .init("source", home.source.map { .text($0.string) } ?? .null),
      ])
  }

  /// An area's two parts: `set` and `area`.
  static func fields(of area: AreaID) -> [Field] {
    [.init("set", .text(area.set)), .init("area", .text(area.id.string))]
  }

  private static func number(_ value: Int64?) -> Value { value.map { .integer(Int($0)) } ?? .null }
}
