// SPDX-License-Identifier: Apache-2.0

/// What a re-assignment did.
public struct Reassignment: Hashable, Sendable {
  /// Somebody whose area is another one in the new version.
  public struct Move: Hashable, Sendable {
    /// Who.
    public var user: ObjectID
    /// Where he lived.
    public var old: AreaID
    /// Where he lives now; nil for nowhere.
    public var new: AreaID?

    /// Makes a move.
    public init(user: ObjectID, old: AreaID, new: AreaID?) {
      self.user = user
      self.old = old
      self.new = new
    }
  }

  /// How many moved.
  public var moved = 0
  /// How many stayed, and are known by the new version now.
  public var stayed = 0
  /// How many belonged to the new version already, or left meanwhile.
  public var skipped = 0
}

extension ChatThreads {
  /// Moves everybody who lives in an area set by an older version of it to where he belongs by a new one.
  ///
  /// Goes through the set's threads and their members, not through the table. Who joins meanwhile should do so by the new
  /// version. Every move is a transaction of its own and marks who has been moved, so the same call goes on after an
  /// interruption: from the thread that was under way, leaving out those who are done.
  ///
  /// - Parameters:
  ///   - set: The area set.
  ///   - version: Its new version.
  ///   - report: Is told of every move once it is made.
  ///   - area: Tells where a user belongs who lives in that home; nil for nowhere.
  /// - Returns: What this call did.
  @discardableResult
  public func reassign(
    _ set: String, to version: Int64, report: (Reassignment.Move) async throws -> Void = { _ in },
    area: (ObjectID, Home) async throws -> AreaID?
  ) async throws -> Reassignment {
    var result = Reassignment()
    let key = KeySchema.reassignment(of: set, to: version)
    let done: UTF8String = "done"
    let last = try await store.get(key)?[done]?.string
    let request = QueryRequest(
      partition: KeySchema.threadList(of: set), sort: last.map { .greater($0) })
    try await forEachPage(request) { items in
      for id in items.compactMap({ $0.key?.sort }) {
        let old = try AreaID(set: set, id: id.string)
        try await forEachMember(of: old) { user in
          guard let home = try await home(of: user), home.area == old, home.version < version else {
            result.skipped += 1
            return
          }
          let new = try await area(user, home)
          if let new {
            try await join(
              user, new, version: version, decidedBy: home.decision, source: home.source?.string)
          } else {
            try await leave(user, old)
          }
          if new == old {
            result.stayed += 1
          } else {
            result.moved += 1
            try await report(Reassignment.Move(user: user, old: old, new: new))
          }
        }
        var state = key.attributes
        state[done] = .string(id)
        try await store.put(state)
      }
    }
    try await store.delete(key, if: nil, returningOld: false)
    return result
  }

  private func forEachMember(of area: AreaID, _ body: (ObjectID) async throws -> Void) async throws {
    var last: ObjectID?
    // A thread may be listed that was never made.
    guard try await store.get(KeySchema.thread(area)) != nil else { return }
    repeat {
      let page = try await members(of: area, after: last)
      for member in page.members { try await body(member.user) }
      last = page.next
    } while last != nil
  }
}
