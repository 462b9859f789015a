// SPDX-License-Identifier: Apache-2.0

extension ChatThreads {
  /// Erases a user: profile with its position, home, membership, read positions, roles, and his name in the logs.
  ///
  /// It begins by a write that ends his membership and keeps him from joining until all is done. When it is interrupted the
  /// same call goes on, with the choice made first. At the end every partition of the user's is read once more.
  ///
  /// - Parameters:
  ///   - user: Whom to erase.
  ///   - messages: What becomes of his messages.
  /// - Returns: What was done by this call.
  /// - Throws: `StoreError` with `objectNotFound` when nothing of such a user is stored.
  @discardableResult
  public func erase(_ user: ObjectID, messages: UserErasure.Messages = .keep) async throws -> UserErasure {
    var report = UserErasure()
    guard try await items(of: user) > 0 else {
      throw StoreError(
        .objectNotFound,
        "no object \"\(user)\" in collection \(KeySchema.users), and no trace of it in threads",
        operation: "erase")
    }
    let mark = try await beginErasing(user, messages, &report)
    let threads = try await visitedThreads(of: user)
    report.threads = threads.count
    // After this no entry of his is on its way, and as he is no member none sets out: every entry has its mirror.
    for area in threads { try await writer.append(.settle, to: area) }
    try await eraseEntries(of: user, mark.erasure ?? messages, &report)
    try await eraseItems(of: user, &report)
    let left = try await items(of: user)
    guard left == 1 else {
      throw StoreError(
        .busy, "\(left - 1) items of user \"\(user)\" were written while he was erased; erase him again",
        operation: "erase", isRetryable: true)
    }
    do {
      try await store.delete(KeySchema.home(of: user), if: HomeItem.condition(mark), returningOld: false)
      report.items += 1
    } catch let error as StoreError where error.code == .conditionalCheckFailed {
      // Another call has come to the same end.
    }
    report.left = try await items(of: user)
    return report
  }

  /// Ends the membership and marks the user as one who is being erased, unless he is.
  private func beginErasing(
    _ user: ObjectID, _ messages: UserErasure.Messages, _ report: inout UserErasure
  ) async throws -> HomeItem {
    var pause = ConflictPause()
    while true {
      let old = try await homeItem(of: user)
      if let old, old.erasure != nil { return old }
      let mark = HomeItem(revision: HomeItem.revision(after: old, now: clock()), erasure: messages)
      do {
        try await change(user, from: old, to: mark)
        if old?.home != nil { report.items += 2 }
        return mark
      } catch let error as StoreError where error.isConflict {
        try await pause.wait(else: error)
      }
    }
  }

  private func visitedThreads(of user: ObjectID) async throws -> [AreaID] {
    var areas: [AreaID] = []
    let request = QueryRequest(
      partition: KeySchema.tracePartition(user), sort: .beginsWith(KeySchema.membershipPrefix))
    try await forEachPage(request) { items in
      areas += items.compactMap { $0.key.flatMap { KeySchema.area(inMembershipKey: $0.sort) } }
    }
    return areas
  }

  /// Takes the user's name, and his texts if they are to go, from every entry that he has made. A mirror goes after its entry
  /// is done, so that whoever goes on finds what is left.
  private func eraseEntries(
    of user: ObjectID, _ choice: UserErasure.Messages, _ report: inout UserErasure
  ) async throws {
    let request = QueryRequest(partition: KeySchema.tracePartition(user), sort: .beginsWith("m#"))
    // Page by page of what the store returns; what has been deleted does not come again.
    try await forEachPage(request) { items in
      for item in items {
        guard let key = item.key, let trace = KeySchema.trace(inSortKey: key.sort) else { continue }
        try await eraseEntry(trace.sequence, in: trace.area, choice, &report)
        try await store.delete(key, if: nil, returningOld: false)
        report.entries += 1
      }
    }
  }

  private func eraseEntry(
    _ sequence: Int64, in area: AreaID, _ choice: UserErasure.Messages, _ report: inout UserErasure
  ) async throws {
    let key = KeySchema.event(sequence, in: area)
    guard let item = try await store.get(key) else { return }
    let event = try ThreadEvent(item)
    let place: TextPlace? =
      switch event.kind {
      case .message: TextPlace(sequence: sequence)
      case .reply: TextPlace(sequence: sequence, message: event.target)
      case .created, .joined, .left, .edited, .deleted: nil
      }
    if choice == .remove, let place {
      do {
        try await writer.append(.delete(place, by: nil), to: area)
        report.removedTexts += 1
      } catch let error as StoreError where error.code == .messageNotFound {
        // He had deleted it himself.
      }
    }
    if let place, place.message != nil { try await forgetAuthor(of: place.key(in: area)) }
    try await forgetAuthor(of: key)
  }

  private func forgetAuthor(of key: PrimaryKey) async throws {
    var pause = ConflictPause()
    while true {
      do {
        try await store.update(
          key, Update(remove: [AttributePath(ThreadEvent.Name.user)]), if: .exists("pk"), returning: .none)
        return
      } catch let error as StoreError where error.isConflict {
        try await pause.wait(else: error)
      }
    }
  }

  /// Deletes everything in the user's partitions but the home item, which marks him as being erased. A role's membership goes
  /// before its mirror.
  private func eraseItems(of user: ObjectID, _ report: inout UserErasure) async throws {
    for partition in [KeySchema.userPartition(user), KeySchema.tracePartition(user)] {
      let request = QueryRequest(
        partition: partition, projection: [KeySchema.Name.partition, KeySchema.Name.sort])
      var deleted = 0
      try await forEachPage(request) { items in
        for key in items.compactMap(\.key) where key != KeySchema.home(of: user) {
          if let membership = KeySchema.roleMembership(of: user, mirroredAt: key.sort) {
            try await store.delete(membership, if: nil, returningOld: false)
          }
          try await store.delete(key, if: nil, returningOld: false)
          deleted += 1
        }
      }
      report.items += deleted
    }
  }

  /// How many items lie in the user's partitions.
  private func items(of user: ObjectID) async throws -> Int {
    var count = 0
    for partition in [KeySchema.userPartition(user), KeySchema.tracePartition(user)] {
      var request = QueryRequest(partition: partition, countOnly: true)
      repeat {
        let page = try await store.query(request)
        count += page.count
        request.start = page.next
      } while request.start != nil
    }
    return count
  }
}
