// SPDX-License-Identifier: Apache-2.0

/// What came of joining.
public struct JoinResult: Hashable, Sendable {
  /// Where the user lives now.
  public var home: Home
  /// The area he left for it; nil when he came from none.
  public var left: AreaID?
  /// Whether he became a member. False when he was one.
  public var isNew: Bool
}

extension ChatThreads {
  /// Makes a user a member of an area's thread, which is made if it does not exist, and of no other: who moves leaves the old
  /// thread and enters the new one in one transaction.
  ///
  /// Joining where one is already changes nothing but what is known of the decision. Any number of users may join at a time,
  /// also the first ones: their transactions have no item in common.
  ///
  /// - Parameters:
  ///   - user: Who joins.
  ///   - area: Where.
  ///   - version: The version of the area set by which the area was decided.
  ///   - decision: What it was decided by.
  ///   - source: The text or the place that decided, to decide anew by when the areas change; at most 1,024 bytes.
  /// - Throws: `StoreError` with `userErased` while the user is being erased.
  @discardableResult
  public func join(
    _ user: ObjectID, _ area: AreaID, version: Int64 = 0, decidedBy decision: Home.Decision = .text,
    source: String? = nil
  ) async throws -> JoinResult {
    precondition(version >= 0, "versions count from 0")
    precondition((source?.utf8.count ?? 0) <= 1_024, "a source has at most 1,024 bytes")
    if try await store.get(KeySchema.thread(area)) == nil { try await writer.append(.make, to: area) }
    var pause = ConflictPause()
    while true {
      let old = try await homeItem(of: user)
      guard old?.erasure == nil else { throw StoreError.beingErased(user, "join") }
      let revision = HomeItem.revision(after: old, now: clock())
      var home = Home(
        area: area, version: version, decision: decision, since: Timestamp(microseconds: revision),
        source: source.map { UTF8String($0) })
      let isNew = old?.home?.area != area
      if !isNew, let since = old?.home?.since { home.since = since }
      do {
        if isNew {
          try await change(user, from: old, to: HomeItem(revision: revision, home: home))
        } else if old?.home != home {
          try await store.put(
            HomeItem(revision: revision, home: home).item(of: user), if: HomeItem.condition(old),
            returningOld: false)
        }
      } catch let error as StoreError where error.isConflict || error.code == .conditionalCheckFailed {
        try await pause.wait(else: error)
        continue
      }
      let left = isNew ? old?.home?.area : nil
      try await settle(area, left)
      return JoinResult(home: home, left: left, isNew: isNew)
    }
  }

  /// Takes a user out of an area's thread. He lives nowhere then.
  ///
  /// - Throws: `StoreError` with `threadNotFound` when he is not a member.
  public func leave(_ user: ObjectID, _ area: AreaID) async throws {
    var pause = ConflictPause()
    while true {
      try await requireAccess(of: user, to: area, "leave")
      guard let old = try await homeItem(of: user), old.home?.area == area else {
        throw StoreError.noThread(area, "leave")
      }
      do {
        try await change(user, from: old, to: nil)
      } catch let error as StoreError where error.isConflict {
        try await pause.wait(else: error)
        continue
      }
      return try await settle(area, nil)
    }
  }

  /// Where a user lives; nil when nowhere. One read.
  public func home(of user: ObjectID) async throws -> Home? { try await homeItem(of: user)?.home }

  func homeItem(of user: ObjectID) async throws -> HomeItem? {
    try await store.get(KeySchema.home(of: user)).map { try HomeItem($0) }
  }

  /// Writes another home in place of one that was read, with the memberships that follow, in one transaction.
  ///
  /// The log's entries are left to be written; `settle` writes them. None of the items is anybody else's, so that users do not
  /// get into each other's way.
  func change(_ user: ObjectID, from old: HomeItem?, to new: HomeItem?) async throws {
    let condition = HomeItem.condition(old)
    let revision = new?.revision ?? HomeItem.revision(after: old, now: clock())
    var writes: [TransactWrite] = [
      new.map { .put($0.item(of: user), if: condition) } ?? .delete(KeySchema.home(of: user), if: condition)
    ]
    if let area = old?.home?.area {
      writes += [
        .delete(KeySchema.member(user, of: area), if: .exists("pk")),
        .delete(KeySchema.membership(of: user, in: area)),
        PendingEntry(revision: revision, user: user, kind: .left).write(in: area),
      ]
    }
    if let home = new?.home {
      let since: Item = [ThreadEvent.Name.time: .number(DecimalNumber(revision))]
      func item(_ key: PrimaryKey) -> Item { key.attributes.merging(since) { $1 } }
      writes += [
        .put(item(KeySchema.member(user, of: home.area)), if: .notExists("pk")),
        .put(item(KeySchema.membership(of: user, in: home.area))),
        .put(KeySchema.visit(of: user, to: home.area).attributes),
        PendingEntry(revision: revision, user: user, kind: .joined).write(in: home.area),
      ]
    }
    try await store.transact(writes, token: nil)
  }

  /// Writes what waits to be written to the logs of two threads.
  private func settle(_ first: AreaID, _ second: AreaID?) async throws {
    try await writer.append(.settle, to: first)
    if let second { try await writer.append(.settle, to: second) }
  }
}

extension StoreError {
  static func beingErased(_ user: ObjectID, _ operation: String) -> StoreError {
    StoreError(
      .userErased, "user \"\(user)\" is being erased; erase him to the end first", operation: operation)
  }
}
