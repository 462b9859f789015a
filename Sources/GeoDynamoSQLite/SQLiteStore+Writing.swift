// SPDX-License-Identifier: Apache-2.0
public import GeoDynamo

/// Writes are encoded on the caller's thread, carried out by the writer, and return when they are committed.
///
/// A cancelled task's write that has not begun is not carried out, and throws `CancellationError`.
extension SQLiteStore: TableStore {
  /// Puts an item in place of the one under its key.
  @discardableResult
  public func put(_ item: Item, if condition: Condition?, returningOld: Bool) async throws -> Item? {
    try condition?.validate(operation: "put")
    return try await write("put") {
      try EncodedItem(item, operation: "put")
    } within: { transaction, new in
      if condition == nil, !returningOld {
        try transaction.put(new)
        return nil
      }
      let old = try transaction.item(under: new.key)
      try condition.check(on: old, operation: "put")
      try transaction.put(new, inPlaceOf: old)
      return returningOld ? old : nil
    }
  }

  /// Changes the item under a key, or makes it.
  @discardableResult
  public func update(
    _ key: PrimaryKey, _ update: Update, if condition: Condition?, returning: ReturnedItem
  ) async throws -> Item? {
    try key.validate(operation: "update")
    try update.validate()
    try condition?.validate(operation: "update")
    return try await write("update") {
    } within: { transaction, _ in
      let old = try transaction.item(under: key)
      try condition.check(on: old, operation: "update")
      let new = try update.apply(to: old, key: key)
      try transaction.put(try EncodedItem(new, operation: "update"), inPlaceOf: old)
      return switch returning {
      case .none: nil
      case .old: old
      case .new: new
      }
    }
  }

  /// Deletes the item under a key, if any.
  @discardableResult
  public func delete(_ key: PrimaryKey, if condition: Condition?, returningOld: Bool) async throws -> Item? {
    try key.validate(operation: "delete")
    try condition?.validate(operation: "delete")
    return try await write("delete") {
    } within: { transaction, _ in
      let old = try transaction.item(under: key)
      try condition.check(on: old, operation: "delete")
      if let old { try transaction.delete(key, old) }
      return returningOld ? old : nil
    }
  }

  /// Carries out up to 25 writes, in one transaction.
  public func write(_ batch: [BatchWrite]) async throws {
    try BatchWrite.validate(batch)
    try await write("write") {
      try batch.map { try PreparedWrite($0) }
    } within: { transaction, writes in
      for write in writes { try write.execute(in: transaction, old: try transaction.item(under: write.key)) }
    }
  }

  /// Carries out up to 100 writes, all or none.
  public func transact(_ writes: [TransactWrite], token: String?) async throws {
    try TransactWrite.validate(writes, token: token)
    try await write("transact") {
      (try writes.map { try PreparedWrite($0) }, token.map { TransactionToken($0, of: writes) })
    } within: { transaction, prepared in
      let (writes, token) = prepared
      if let token, try transaction.isRepetition(token) { return }
      try transaction.carryOut(writes)
      if let token { try transaction.remember(token) }
    }
  }

  /// Puts any number of items, up to 100,000 in a transaction, sorted for the tables' order.
  ///
  /// They are encoded on the caller's thread while the load before is being written: whoever has many calls this
  /// with tens of thousands at a time, from two tasks.
  public func load(_ items: [Item]) async throws {
    try await load(items.count) { try LoadBatch(items[$0]) }
  }

  /// Puts the objects of a batch as `load(_:)` puts items, without making items of them.
  public func load(_ batch: ObjectBatch) async throws {
    let start = batch.objects.startIndex
    try await load(batch.count) { range in
      var part = batch
      part.objects = batch.objects[start + range.lowerBound..<start + range.upperBound]
      return try LoadBatch(part)
    }
  }

  private func load(_ count: Int, _ batch: (Range<Int>) throws -> LoadBatch) async throws {
    let writer = try writer(for: "load")
    for start in stride(from: 0, to: count, by: LoadBatch.maximumItems) {
      try Task.checkCancellation()
      let range = start..<min(start + LoadBatch.maximumItems, count)
      let isSmall = range.count <= 100
      try await writer.admission.withRoom(isSmall ? 1 : Writer.loadUnits) {
        let batch = try batch(range)
        try await writer.perform("load", isLoad: !isSmall) { try $0.load(batch) }
      }
    }
  }

  private func writer(for operation: String) throws -> Writer {
    guard let writer else {
      throw StoreError(
        .accessDenied, "the store \(path) was opened for reading only; open it with mode readWrite",
        operation: operation)
    }
    return writer
  }

  /// Waits for room, prepares the write on this thread, and has it carried out.
  private func write<Prepared: Sendable, Value: Sendable>(
    _ operation: String, preparing prepare: () throws -> Prepared,
    within body: @escaping @Sendable (WriteTransaction, Prepared) throws -> Value
  ) async throws -> Value {
    let writer = try writer(for: operation)
    return try await writer.admission.withRoom(1) {
      let prepared = try prepare()
      return try await writer.perform(operation) { try body($0, prepared) }
    }
  }
}

extension Condition? {
  /// - Throws: `conditionalCheckFailed` with `old` when the condition does not hold for it.
  fileprivate func check(on old: Item?, operation: String) throws {
    guard let self, !self.holds(for: old) else { return }
    throw StoreError(
      .conditionalCheckFailed, "the condition of the \(operation) does not hold for the item under its key",
      operation: operation, oldItem: old)
  }
}
