// SPDX-License-Identifier: Apache-2.0

/// A member of a thread.
public struct ThreadMember: Hashable, Sendable {
  /// Who.
  public var user: ObjectID
  /// Since when.
  public var since: Timestamp
}

/// A thread that a user is a member of.
public struct ThreadMembership: Hashable, Sendable {
  /// The thread's area.
  public var area: AreaID
  /// Since when.
  public var since: Timestamp
}

/// One page of a thread's members, by the bytes of their ids.
public struct ThreadMembers: Hashable, Sendable {
  /// The members.
  public var members: [ThreadMember]
  /// Whom to go on after; nil at the end.
  public var next: ObjectID?
}

extension ChatThreads {
  /// One page of a thread's members.
  ///
  /// - Parameters:
  ///   - area: The thread.
  ///   - reader: Who asks, who must be a member; nil for the operator.
  ///   - last: Whom to go on after: the `next` of the page before.
  ///   - limit: At most so many, at least 1.
  /// - Throws: `StoreError` with `threadNotFound`.
  public func members(
    of area: AreaID, as reader: ObjectID? = nil, after last: ObjectID? = nil, limit: Int = 100
  ) async throws -> ThreadMembers {
    guard limit > 0 else { throw InputError.limit(limit) }
    try await requireAccess(of: reader, to: area, "members")
    var request = QueryRequest(
      partition: KeySchema.threadPartition(area), sort: .beginsWith(KeySchema.memberPrefix),
      start: last.map { KeySchema.member($0, of: area) })
    var members: [ThreadMember] = []
    repeat {
      request.limit = limit - members.count
      let page = try await store.query(request)
      members += try page.items.map { item in
        guard let user = item.key.flatMap({ KeySchema.user(inMemberKey: $0.sort) }),
          let since = item.integer(ThreadEvent.Name.time)
        else {
          throw StoreError(.notAStore, "a membership of thread \(area) is damaged", operation: "members")
        }
        return ThreadMember(user: user, since: Timestamp(microseconds: since))
      }
      request.start = page.next
    } while members.count < limit && request.start != nil
    return ThreadMembers(members: members, next: request.start == nil ? nil : members.last?.user)
  }

  /// How many members a thread has. Three small reads, however many there are.
  ///
  /// The log's last entry counts them, but for changes on their way into the log, which are read, too. When others write
  /// meanwhile it is read again, up to ten times.
  public func memberCount(of area: AreaID, as reader: ObjectID? = nil) async throws -> Int {
    try await requireAccess(of: reader, to: area, "members")
    var last = try await store.lastEvent(of: area)
    for _ in 0..<10 {
      let pending = try await store.pendingEntries(of: area)
      let end = try await store.lastEvent(of: area)
      if end?.sequence == last?.sequence || pending.isEmpty {
        return pending.reduce(Int(end?.members ?? 0)) { $0 + ($1.kind == .joined ? 1 : -1) }
      }
      last = end
    }
    throw StoreError(
      .busy, "thread \(area) changes too fast for its members to be counted", operation: "members",
      isRetryable: true)
  }

  /// The threads that a user is a member of.
  public func threads(of user: ObjectID) async throws -> [ThreadMembership] {
    var threads: [ThreadMembership] = []
    let request = QueryRequest(
      partition: KeySchema.userPartition(user), sort: .beginsWith(KeySchema.membershipPrefix))
    try await forEachPage(request) { items in
      for item in items {
        guard let area = item.key.flatMap({ KeySchema.area(inMembershipKey: $0.sort) }),
          let since = item.integer(ThreadEvent.Name.time)
        else {
          throw StoreError(.notAStore, "a membership of user \"\(user)\" is damaged", operation: "list")
        }
        threads.append(ThreadMembership(area: area, since: Timestamp(microseconds: since)))
      }
    }
    return threads
  }

  /// The area sets that have threads, by name.
  public func areaSets() async throws -> [String] {
    var sets: [String] = []
    try await forEachPage(QueryRequest(partition: KeySchema.areaSets)) { items in
      sets += items.compactMap { $0.key?.sort.string }
    }
    return sets
  }

  /// The area of a thread that a text names: `set/id`, or the id alone where only one set has a thread of it.
  ///
  /// - Throws: `StoreError` with `threadNotFound`; `InputError.area` where several sets have one.
  public func area(named text: String) async throws -> AreaID {
    if let area = try? AreaID(text), try await store.get(KeySchema.thread(area)) != nil { return area }
    let areas = try await areaSets().compactMap { try? AreaID(set: $0, id: text) }
    var found: [AreaID] = []
    for area in areas where try await store.get(KeySchema.thread(area)) != nil { found.append(area) }
    guard found.count <= 1 else {
      throw InputError.area(
        text, reason: "there are \(found.map(\.description).joined(separator: ", ")): write set and id")
    }
    guard let area = found.first else {
      throw StoreError(.threadNotFound, "there is no thread \(text)", operation: "open")
    }
    return area
  }
}
