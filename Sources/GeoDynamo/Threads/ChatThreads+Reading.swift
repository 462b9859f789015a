// SPDX-License-Identifier: Apache-2.0

/// One page of a thread's log.
public struct ThreadPage: Hashable, Sendable {
  /// The entries, in the order asked for.
  public var events: [ThreadEvent]
  /// The number to go on from; nil once the end was met. A full page may be followed by an empty one.
  public var next: Int64?
}

extension ChatThreads {
  /// One page of a thread's log, from any entry in either direction. The cost depends on the page alone, not on the
  /// thread's length.
  ///
  /// - Parameters:
  ///   - area: The thread.
  ///   - reader: Who reads, who must be a member; nil for the operator.
  ///   - first: The first entry to return; nil to begin at the start or, descending, at the end.
  ///   - descending: Whether to read from `first` towards the start.
  ///   - limit: At most so many entries, at least 1.
  ///   - withReplyTexts: Whether replies come with their texts, which lie elsewhere: a further read for each hundred.
  /// - Throws: `StoreError` with `threadNotFound`.
  public func log(
    of area: AreaID, as reader: ObjectID? = nil, from first: Int64? = nil, descending: Bool = false,
    limit: Int = 100, withReplyTexts: Bool = false
  ) async throws -> ThreadPage {
    guard limit > 0 else { throw InputError.limit(limit) }
    try await requireAccess(of: reader, to: area, "read")
    let range = Self.range(from: first, descending: descending)
    guard let range else { return ThreadPage(events: [], next: nil) }
    let page = try await page(KeySchema.events(range, in: area), of: area, descending, limit) {
      try ThreadEvent($0)
    }
    guard withReplyTexts else { return page }
    return ThreadPage(events: try await addingReplyTexts(to: page.events, of: area), next: page.next)
  }

  /// One page of the replies to a message, with their texts.
  ///
  /// - Throws: `StoreError` with `threadNotFound`.
  public func replies(
    to message: Int64, in area: AreaID, as reader: ObjectID? = nil, from first: Int64? = nil,
    descending: Bool = false, limit: Int = 100
  ) async throws -> ThreadPage {
    guard limit > 0 else { throw InputError.limit(limit) }
    try await requireAccess(of: reader, to: area, "read")
    let range = Self.range(from: first, descending: descending)
    guard let range, (1...Int64.lastSequence).contains(message) else {
      return ThreadPage(events: [], next: nil)
    }
    return try await page(KeySchema.replies(range, to: message, in: area), of: area, descending, limit) {
      try ThreadEvent(reply: $0)
    }
  }

  /// An entry, a reply with its text.
  ///
  /// - Throws: `StoreError` with `threadNotFound`, or `messageNotFound` when there is no such entry.
  public func event(
    _ sequence: Int64, in area: AreaID, as reader: ObjectID? = nil
  ) async throws -> ThreadEvent {
    try await requireAccess(of: reader, to: area, "read")
    guard (1...Int64.lastSequence).contains(sequence),
      let item = try await store.get(KeySchema.event(sequence, in: area))
    else { throw StoreError.noMessage(sequence, area, "read") }
    return try await addingReplyTexts(to: [ThreadEvent(item)], of: area)[0]
  }

  /// The last entry of a thread's log.
  public func lastEvent(of area: AreaID, as reader: ObjectID? = nil) async throws -> ThreadEvent {
    try await requireAccess(of: reader, to: area, "read")
    guard let event = try await store.lastEvent(of: area) else { throw StoreError.noThread(area, "read") }
    return event
  }

  private static func range(from first: Int64?, descending: Bool) -> ClosedRange<Int64>? {
    let all = 1...Int64.lastSequence
    let first = first ?? (descending ? all.upperBound : all.lowerBound)
    return descending
      ? (first < 1 ? nil : 1...min(first, all.upperBound))
      : (first > all.upperBound ? nil : max(first, 1)...all.upperBound)
  }

  private func page(
    _ sort: QueryRequest.SortCondition, of area: AreaID, _ descending: Bool, _ limit: Int,
    _ event: (Item) throws -> ThreadEvent
  ) async throws -> ThreadPage {
    var request = QueryRequest(
      partition: KeySchema.threadPartition(area), sort: sort, descending: descending)
    var events: [ThreadEvent] = []
    // A page of the store ends at 1 MB, whatever the limit.
    repeat {
      request.limit = limit - events.count
      let page = try await store.query(request)
      events += try page.items.map(event)
      request.start = page.next
    } while events.count < limit && request.start != nil
    let isAtEnd = events.count < limit || descending && events.last?.sequence == 1
    return ThreadPage(
      events: events,
      next: isAtEnd ? nil : events.last.map { $0.sequence + (descending ? -1 : 1) })
  }

  private func addingReplyTexts(to events: [ThreadEvent], of area: AreaID) async throws -> [ThreadEvent] {
    var events = events
    let places = events.indices.filter { events[$0].kind == .reply }
    for start in stride(from: 0, to: places.count, by: RequestLimits.batchGets) {
      let part = places[start..<min(start + RequestLimits.batchGets, places.count)]
      let keys = part.map { KeySchema.reply(events[$0].sequence, to: events[$0].target ?? 0, in: area) }
      let items = Dictionary(uniqueKeysWithValues: try await store.get(keys).map { ($0.key, $0) })
      for (place, key) in zip(part, keys) {
        if let item = items[key] { events[place].takeText(of: item) }
      }
    }
    return events
  }
}
