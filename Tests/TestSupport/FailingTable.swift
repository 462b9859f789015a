// SPDX-License-Identifier: Apache-2.0
public import GeoDynamo
internal import Synchronization

/// A table that fails for good after so many writes, as a process does that is killed between two.
public final class FailingTable: TableStore {
  /// The failure.
  public struct Failure: Error {}

  private let table: any TableStore
  private let left: Mutex<Int>

  /// Makes a table that lets so many writes through.
  public init(_ table: any TableStore, afterWrites writes: Int) {
    self.table = table
    left = Mutex(writes)
  }

  private func spend() throws {
    try left.withLock { left in
      guard left > 0 else { throw Failure() }
      left -= 1
    }
  }

  /// Reads through.
  public func get(_ key: PrimaryKey) async throws -> Item? { try await table.get(key) }
  /// Reads through.
  public func get(_ keys: [PrimaryKey]) async throws -> [Item] { try await table.get(keys) }
  /// Reads through.
  public func query(_ request: QueryRequest) async throws -> ItemPage { try await table.query(request) }
  /// Reads through.
  public func scan(_ request: ScanRequest) async throws -> ItemPage { try await table.scan(request) }

  /// Writes or fails.
  public func put(_ item: Item, if condition: Condition?, returningOld: Bool) async throws -> Item? {
    try spend()
    return try await table.put(item, if: condition, returningOld: returningOld)
  }
  /// Writes or fails.
  public func update(
    _ key: PrimaryKey, _ update: Update, if condition: Condition?, returning: ReturnedItem
  ) async throws -> Item? {
    try spend()
    return try await table.update(key, update, if: condition, returning: returning)
  }
  /// Writes or fails.
  public func delete(_ key: PrimaryKey, if condition: Condition?, returningOld: Bool) async throws -> Item? {
    try spend()
    return try await table.delete(key, if: condition, returningOld: returningOld)
  }
  /// Writes or fails.
  public func write(_ batch: [BatchWrite]) async throws {
    try spend()
    try await table.write(batch)
  }
  /// Writes or fails.
  public func transact(_ writes: [TransactWrite], token: String?) async throws {
    try spend()
    try await table.transact(writes, token: token)
  }
}
