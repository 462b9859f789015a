// SPDX-License-Identifier: Apache-2.0

/// A table of items in DynamoDB's terms: the seam below which SQLite and Amazon DynamoDB differ.
///
/// The meaning is DynamoDB's, also where it hurts: a limit counts items before the filter, a page ends after
/// 1 MB of items read and may be empty and yet have a successor, an item holds 400 KB (names and values), a
/// batch write 25 items, a batch get and a transaction 100. Every item has the string attributes `pk` (1–2048
/// bytes) and `sk` (1–1024 bytes). All reads of this protocol are consistent: they see every write
/// acknowledged before they began.
///
/// Errors: every method throws `StoreError`; `validation` for a request that no store accepts.
public protocol TableStore: Sendable {
  /// The item under a key; nil when there is none.
  func get(_ key: PrimaryKey) async throws -> Item?

  /// The items under 1 to 100 different keys, in no order; keys without an item are left out.
  func get(_ keys: [PrimaryKey]) async throws -> [Item]

  /// Puts an item in place of the one under its key, if any, provided that `condition` holds for that one.
  ///
  /// - Parameters:
  ///   - item: The item, with its key.
  ///   - condition: What must hold for the item in its place; nil for nothing.
  ///   - returningOld: Whether to return the replaced item. A failed condition always carries it.
  /// - Returns: The item replaced, if asked for and if there was one.
  @discardableResult
  func put(_ item: Item, if condition: Condition?, returningOld: Bool) async throws -> Item?

  /// Changes the item under a key, or makes it, provided that `condition` holds.
  @discardableResult
  func update(_ key: PrimaryKey, _ update: Update, if condition: Condition?, returning: ReturnedItem)
    async throws -> Item?

  /// Deletes the item under a key, if any, provided that `condition` holds.
  @discardableResult
  func delete(_ key: PrimaryKey, if condition: Condition?, returningOld: Bool) async throws -> Item?

  /// One page of a partition.
  func query(_ request: QueryRequest) async throws -> ItemPage

  /// One page of the table or of a segment of it.
  func scan(_ request: ScanRequest) async throws -> ItemPage

  /// Carries out 1 to 25 writes, each by itself; no key may occur twice.
  func write(_ batch: [BatchWrite]) async throws

  /// Carries out 1 to 100 writes of 4 MB of items at most, all or none; no key may occur twice.
  ///
  /// A write that fails cancels all: `transactionCanceled`, with `conditionalCheckFailed` for a condition that does
  /// not hold and `validation` for an update that does not fit its item among the `reasons`.
  ///
  /// - Parameters:
  ///   - writes: The writes.
  ///   - token: With the same token and the same writes within ten minutes, the writes are not carried out again; with
  ///     other writes, `idempotentParameterMismatch` is thrown. 1–36 characters.
  func transact(_ writes: [TransactWrite], token: String?) async throws

  /// Puts any number of items, each in place of the one under its key, as fast as the store can.
  ///
  /// The items are durable when this returns; if it throws, some of them may be. Nothing else is promised: a
  /// store may carry them out in any order and in any number of transactions, but never an item without its index rows.
  func load(_ items: [Item]) async throws

  /// Puts the objects of a batch, with the promises of `load(_:)` for items.
  func load(_ batch: ObjectBatch) async throws
}

extension TableStore {
  /// Puts an item, whatever was there.
  public func put(_ item: Item) async throws {
    try await put(item, if: nil, returningOld: false)
  }

  /// Puts any number of items in batches of 25, one after another.
  public func load(_ items: [Item]) async throws {
    for start in stride(from: 0, to: items.count, by: 25) {
      try await write(items[start..<min(start + 25, items.count)].map { .put($0) })
    }
  }

  /// Puts the objects of a batch as items.
  public func load(_ batch: ObjectBatch) async throws {
    try await load(batch.items)
  }
}
