// SPDX-License-Identifier: Apache-2.0

/// Where a user lives: the area whose thread he is a member of.
public struct Home: Hashable, Sendable {
  /// What an area was decided by.
  public enum Decision: String, Sendable, CaseIterable {
    /// A text, such as a postcode.
    case text
    /// A position.
    case position
  }

  /// The area.
  public var area: AreaID
  /// The version of the area set by which it was decided, from 0.
  public var version: Int64
  /// What it was decided by.
  public var decision: Decision
  /// Since when the user lives there.
  public var since: Timestamp
  /// The text or the place that decided, as it was given: by it a new version of the areas can decide anew.
  public var source: UTF8String?
}

/// The item that says where a user lives, or that he is being erased. Everything that changes a user's membership is
/// conditional on its revision, so that two changes never mix.
struct HomeItem: Sendable {
  /// The revision: the moment of the last change in microseconds, in any case greater than the one before.
  var revision: Int64
  /// Where the user lives; nil while he is being erased.
  var home: Home?
  /// Whether messages are removed with their author; nil when the user is not being erased.
  var erasure: UserErasure.Messages?

  private enum Name {
    static let revision: UTF8String = "revision"
    static let set: UTF8String = "set"
    static let area: UTF8String = "area"
    static let version: UTF8String = "version"
    static let decision: UTF8String = "decision"
    static let since: UTF8String = "since"
    static let source: UTF8String = "source"
    static let erasure: UTF8String = "erasure"
  }

  /// As an item.
  func item(of user: ObjectID) -> Item {
    var item = KeySchema.home(of: user).attributes
    item[Name.revision] = .number(DecimalNumber(revision))
    if let home {
      item[Name.set] = .string(UTF8String(home.area.set))
      item[Name.area] = .string(home.area.id)
      item[Name.version] = .number(DecimalNumber(home.version))
      item[Name.decision] = .string(UTF8String(home.decision.rawValue))
      item[Name.since] = .number(DecimalNumber(home.since.microseconds))
      item[Name.source] = home.source.map { .string($0) }
    }
    item[Name.erasure] = erasure.map { .string(UTF8String($0.rawValue)) }
    return item
  }

  init(revision: Int64, home: Home? = nil, erasure: UserErasure.Messages? = nil) {
    self.revision = revision
    self.home = home
    self.erasure = erasure
  }

  /// What an item says.
  ///
  /// - Throws: `StoreError` with `notAStore` when it says nothing of this kind.
  init(_ item: Item) throws {
    let damaged = StoreError(
      .notAStore, "the item that says where a user lives is damaged", operation: "join")
    guard let revision = item.integer(Name.revision) else { throw damaged }
    self.revision = revision
    if let erasure = item[Name.erasure]?.string {
      guard let messages = UserErasure.Messages(rawValue: erasure.string) else { throw damaged }
      self.erasure = messages
      return
    }
    guard let set = item[Name.set]?.string, let id = item[Name.area]?.string,
      let area = try? AreaID(set: set.string, id: id.string), let version = item.integer(Name.version),
      let decision = item[Name.decision]?.string.flatMap({ Home.Decision(rawValue: $0.string) }),
      let since = item.integer(Name.since)
    else { throw damaged }
    home = Home(
      area: area, version: version, decision: decision, since: Timestamp(microseconds: since),
      source: item[Name.source]?.string)
  }

  /// Holds for the item that this one was read from, as it was read.
  static func condition(_ read: HomeItem?) -> Condition {
    read.map { .equals(AttributePath(Name.revision), .number(DecimalNumber($0.revision))) }
      ?? .notExists("pk")
  }

  /// The revision of a change at `now`.
  static func revision(after read: HomeItem?, now: Timestamp) -> Int64 {
    max(now.microseconds, (read?.revision ?? 0) + 1)
  }
}
