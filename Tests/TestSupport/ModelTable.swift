// SPDX-License-Identifier: Apache-2.0
internal import Synchronization
public import GeoDynamo

/// A table in a dictionary, the plainest that can be right: what stores are compared with.
///
/// Every operation sorts or copies what it needs and holds one lock. Its scan segments are a hash of the
/// partition, so that items of a segment lie scattered as DynamoDB's do.
public final class ModelTable: TableStore {
  private struct State {
    var items: [PrimaryKey: Item] = [:]
    var tokens: [String: [TransactWrite]] = [:]
  }

  private let state = Mutex(State())

  /// Makes an empty table.
  public init() {}

  /// All items, by key.
  public var items: [PrimaryKey: Item] { state.withLock { $0.items } }

  /// The item under a key.
  public func get(_ key: PrimaryKey) async throws -> Item? {
    try key.validate(operation: "get")
    return state.withLock { $0.items[key] }
  }

  /// The items under keys.
  public func get(_ keys: [PrimaryKey]) async throws -> [Item] {
    try PrimaryKey.validate(batchGet: keys)
    return state.withLock { state in keys.compactMap { state.items[$0] } }
  }

  /// Puts an item.
  public func put(_ item: Item, if condition: Condition?, returningOld: Bool) async throws -> Item? {
    let key = try item.validate(operation: "put")
    try condition?.validate(operation: "put")
    return try state.withLock { state in
      let old = state.items[key]
      try Self.check(condition, old, "put")
      state.items[key] = item
      return returningOld ? old : nil
    }
  }

  /// Changes an item.
  public func update(
    _ key: PrimaryKey, _ update: Update, if condition: Condition?, returning: ReturnedItem
  ) async throws -> Item? {
    try key.validate(operation: "update")
    try update.validate()
    try condition?.validate(operation: "update")
    return try state.withLock { state in
      let old = state.items[key]
      try Self.check(condition, old, "update")
      let new = try update.apply(to: old, key: key)
      state.items[key] = new
      return returning == .none ? nil : returning == .old ? old : new
    }
  }

  /// Deletes an item.
  public func delete(_ key: PrimaryKey, if condition: Condition?, returningOld: Bool) async throws -> Item? {
    try key.validate(operation: "delete")
    try condition?.validate(operation: "delete")
    return try state.withLock { state in
      let old = state.items[key]
      try Self.check(condition, old, "delete")
      state.items[key] = nil
      return returningOld ? old : nil
    }
  }

  /// Carries out a batch.
  public func write(_ batch: [BatchWrite]) async throws {
    let keys = try BatchWrite.validate(batch)
    state.withLock { state in
      for (key, write) in zip(keys, batch) {
        switch write {
        case .put(let item): state.items[key] = item
        case .delete: state.items[key] = nil
        }
      }
    }
  }

  /// Carries out a transaction.
  public func transact(_ writes: [TransactWrite], token: String?) async throws {
    let keys = try TransactWrite.validate(writes, token: token)
    try state.withLock { state in
      if let token, let earlier = state.tokens[token] {
        guard earlier == writes else {
          throw StoreError(
            .idempotentParameterMismatch, "the token was used for other writes", operation: "transact")
        }
        return
      }
      var items = state.items
      var reasons: [StoreError.Code?] = []
      for (key, write) in zip(keys, writes) {
        do throws(StoreError) {
          items[key] = try Self.result(of: write, on: items[key], key: key)
          reasons.append(nil)
        } catch {
          reasons.append(error.code)
        }
      }
      guard reasons.allSatisfy({ $0 == nil }) else {
        throw StoreError(
          .transactionCanceled, "a write of the transaction failed", operation: "transact", reasons: reasons)
      }
      state.items = items
      if let token { state.tokens[token] = writes }
    }
  }

  private static func result(
    of write: TransactWrite, on old: Item?, key: PrimaryKey
  ) throws(StoreError) -> Item? {
    switch write {
    case .put(let item, let condition):
      try check(condition, old, "transact")
      return item
    case .update(_, let update, let condition):
      try check(condition, old, "transact")
      return try update.apply(to: old, key: key)
    case .delete(_, let condition):
      try check(condition, old, "transact")
      return nil
    case .check(_, let condition):
      try check(condition, old, "transact")
      return old
    }
  }

  private static func check(
    _ condition: Condition?, _ old: Item?, _ operation: String
  ) throws(StoreError) {
    guard let condition, !condition.holds(for: old) else { return }
    throw StoreError(
      .conditionalCheckFailed, "the condition does not hold", operation: operation, oldItem: old)
  }
}

extension ModelTable {
  /// One page of a partition.
  public func query(_ request: QueryRequest) async throws -> ItemPage {
    try request.validate()
    let bounds = request.bounds
    let keys = items.keys.filter { $0.partition == request.partition && bounds.contains($0.sort) }
    return page(
      of: keys.sorted { request.descending ? $1.sort < $0.sort : $0.sort < $1.sort }, limit: request.limit,
      filter: request.filter, projection: request.projection, countOnly: request.countOnly)
  }

  /// One page of the table.
  public func scan(_ request: ScanRequest) async throws -> ItemPage {
    try request.validate()
    let keys = items.keys.filter { key in
      if let start = request.start, !Self.precedes(start, key) { return false }
      if let prefix = request.partitionPrefix, !key.partition.hasPrefix(prefix) { return false }
      return Self.hash(of: key.partition) % UInt64(request.segments) == UInt64(request.segment)
    }
    return page(
      of: keys.sorted(by: Self.precedes), limit: request.limit, filter: request.filter,
      projection: request.projection, countOnly: request.countOnly)
  }

  private func page(
    of keys: [PrimaryKey], limit: Int?, filter: Condition?, projection: Set<UTF8String>?, countOnly: Bool
  ) -> ItemPage {
    let items = items
    var page = ItemPage(items: [], count: 0, scannedCount: 0, next: nil)
    var bytes = 0
    for key in keys {
      let item = items[key]!
      bytes += item.size
      if bytes > RequestLimits.pageBytes, page.scannedCount > 0 { break }
      page.scannedCount += 1
      page.next = key
      if filter?.holds(for: item) ?? true {
        page.count += 1
        if !countOnly { page.items.append(item.projected(to: projection)) }
      }
      if page.scannedCount == limit { return page }
    }
    if page.scannedCount == keys.count { page.next = nil }
    return page
  }

  private static func precedes(_ a: PrimaryKey, _ b: PrimaryKey) -> Bool {
    a.partition == b.partition ? a.sort < b.sort : a.partition < b.partition
  }

  /// FNV-1a, of 64 bits.
  private static func hash(of text: UTF8String) -> UInt64 {
    text.string.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }
}
