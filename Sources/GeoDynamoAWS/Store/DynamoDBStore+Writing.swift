// SPDX-License-Identifier: Apache-2.0
public import GeoDynamo

extension DynamoDBStore {
  /// Puts an item in place of the one under its key, provided that `condition` holds for that one.
  @discardableResult
  public func put(_ item: Item, if condition: Condition?, returningOld: Bool) async throws -> Item? {
    try item.validate(operation: "put")
    try condition?.validate(operation: "put")
    var item = try await placed(item)
    let id = condition == nil && !returningOld ? nil : WriteID()
    item[OwnAttribute.writeID] = id?.value
    return try await write(
      "PutItem", requests.put(item, if: condition, returningOld: returningOld), id, place: item,
      wantsOld: returningOld)
  }

  /// Changes the item under a key, or makes it, provided that `condition` holds.
  ///
  /// An addition to a number runs in a transaction, at twice the price, since it must not happen twice; but when an item is to be
  /// returned it is sent once, and `outcomeUnknown` thrown when its reply is lost.
  @discardableResult
  public func update(
    _ key: PrimaryKey, _ update: Update, if condition: Condition?, returning: ReturnedItem
  ) async throws -> Item? {
    try key.validate(operation: "update")
    try update.validate()
    try condition?.validate(operation: "update")
    var update = try await placed(update, of: key)
    let adds = update.add.values.contains { $0.number != nil }
    if adds, returning == .none {
      try await add(key, update, if: condition)
      return nil
    }
    let id = condition == nil && returning == .none ? nil : WriteID()
    if let id { update.set[AttributePath(OwnAttribute.writeID)] = .value(id.value) }
    let body = requests.update(key, update, if: condition, returning: returning)
    return try await write(
      "UpdateItem", body, id, place: update.assigned, wantsOld: returning == .old,
      wantsNew: returning == .new,
      repeatsUnclear: !adds)
  }

  /// Deletes the item under a key, if any, provided that `condition` holds.
  @discardableResult
  public func delete(_ key: PrimaryKey, if condition: Condition?, returningOld: Bool) async throws -> Item? {
    try key.validate(operation: "delete")
    try condition?.validate(operation: "delete")
    var history = DynamoDBClient.History()
    do {
      let body = requests.delete(key, if: condition, returningOld: returningOld)
      let old = try await client.send("DeleteItem", body, history: &history, attributes)
      if old == nil, returningOld, history.mayHaveBeenCarriedOut {
        throw Self.unknown("delete", "the item is gone, but what it held is not known")
      }
      return old
    } catch let error as StoreError where error.code == .conditionalCheckFailed {
      guard history.mayHaveBeenCarriedOut else { throw error.withoutOwn() }
      throw Self.unknown(
        "delete", "the condition does not hold now, but the item may have been deleted before",
        error.withoutOwn())
    }
  }

  /// Carries out up to 25 writes, each by itself.
  public func write(_ batch: [BatchWrite]) async throws {
    try BatchWrite.validate(batch)
    var left: [(key: PrimaryKey, write: BatchWrite)] = []
    for write in batch {
      switch write {
      case .put(let item): left.append((item.key!, .put(try await placed(item))))
      case .delete(let key): left.append((key, write))
      }
    }
    var backlog = Backlog(client, "write")
    while !left.isEmpty {
      let body = requests.write(left.map(\.write))
      let unprocessed = try await client.send("BatchWriteItem", body, unprocessedKeys)
      let rest = left.filter { unprocessed.contains($0.key) }
      // However many items of a partition were left, it was one request.
      var noted: Set<UTF8String?> = []
      for case .put(let item) in rest.map(\.write)
      where noted.insert(item[KeySchema.Name.cellPartition(0)]?.string).inserted {
        await noteThrottle(1, of: item)
      }
      try await backlog.next(left.count, left: rest.count)
      left = rest
    }
  }

  private func unprocessedKeys(_ root: JSONElement) throws -> Set<PrimaryKey> {
    guard let requests = try root["UnprocessedItems"].flatMap({ try member(table, of: $0) }) else {
      return []
    }
    var keys: Set<PrimaryKey> = []
    for request in requests.elements {
      guard let item = request["PutRequest"]?["Item"] ?? request["DeleteRequest"]?["Key"] else {
        throw JSONFault("an unprocessed item is neither put nor delete")
      }
      keys.insert(try key(in: ItemJSON.item(in: item)))
    }
    return keys
  }

  /// Carries out up to 100 writes, all or none, once however often they are sent.
  ///
  /// With a token, an object comes to its place at its `movedAt` instead of now, so that the same writes are the same.
  public func transact(_ writes: [TransactWrite], token: String?) async throws {
    try TransactWrite.validate(writes, token: token)
    var placedWrites: [TransactWrite] = []
    for write in writes {
      switch write {
      case .put(let item, let condition):
        placedWrites.append(.put(try await placed(item, isRepeatable: token != nil), if: condition))
      case .update(let key, let update, let condition):
        let update = try await placed(update, of: key, isRepeatable: token != nil)
        placedWrites.append(.update(key, update, if: condition))
      case .delete, .check: placedWrites.append(write)
      }
    }
    let body = requests.transact(placedWrites, token: token ?? WriteID().token)
    try await client.send("TransactWriteItems", body) { _ in }
  }

  /// Puts any number of items in batches of 25, eight of them at once.
  public func load(_ items: [Item]) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      var running = 0
      for start in stride(from: 0, to: items.count, by: 25) {
        if running == 8 {
          try await group.next()
          running -= 1
        }
        group.addTask { try await write(items[start..<min(start + 25, items.count)].map { .put($0) }) }
        running += 1
      }
      try await group.waitForAll()
    }
  }

  private func add(_ key: PrimaryKey, _ update: Update, if condition: Condition?) async throws {
    let body = requests.transact(
      [.update(key, update, if: condition)], token: WriteID().token, returningOld: true)
    var history = DynamoDBClient.History()
    do {
      try await client.send("TransactWriteItems", body, history: &history) { _ in }
    } catch var error as StoreError where error.code == .transactionCanceled {
      guard case .some(let reason)? = error.reasons.first else { throw error }
      error.code = reason
      error.reasons = []
      error.operation = "update"
      throw error.withoutOwn()
    }
  }

  /// Sends a put or an update, and finds out what came of it when a reply was lost.
  private func write(
    _ operation: String, _ body: [UInt8], _ id: WriteID?, place: Item, wantsOld: Bool, wantsNew: Bool = false,
    repeatsUnclear: Bool = true
  ) async throws -> Item? {
    let word = operation == "PutItem" ? "put" : "update"
    var history = DynamoDBClient.History()
    let returned: Item?
    do {
      returned = try await client.send(
        operation, body, repeatsUnclear: repeatsUnclear, history: &history, rawAttributes)
    } catch let error as StoreError where error.code == .conditionalCheckFailed {
      guard history.mayHaveBeenCarriedOut else { throw error.withoutOwn() }
      guard let id, error.oldItem?[OwnAttribute.writeID] == id.value else {
        throw Self.unknown(
          word, "the condition does not hold now, but the write may have been carried out before",
          error.withoutOwn())
      }
      if wantsOld { throw Self.replacedUnknown(word) }
      return wantsNew ? error.oldItem?.withoutOwn() : nil
    } catch {
      await noteThrottle(history.throttled, of: place)
      throw error
    }
    await noteThrottle(history.throttled, of: place)
    if wantsOld, history.mayHaveBeenCarriedOut, returned?[OwnAttribute.writeID] == id?.value {
      throw Self.replacedUnknown(word)
    }
    return returned?.withoutOwn()
  }

  private func rawAttributes(_ root: JSONElement) throws -> Item? {
    try root["Attributes"].map(ItemJSON.item(in:))
  }

  private func attributes(_ root: JSONElement) throws -> Item? {
    try rawAttributes(root)?.withoutOwn()
  }

  private static func replacedUnknown(_ operation: String) -> StoreError {
    unknown(operation, "the write was carried out, but the item as it was before is not known")
  }

  private static func unknown(
    _ operation: String, _ what: String, _ error: StoreError? = nil
  ) -> StoreError {
    StoreError(
      .outcomeUnknown, "a reply was lost: \(what)", operation: operation, oldItem: error?.oldItem,
      underlying: error)
  }
}

extension StoreError {
  /// The error with its item as callers know it.
  fileprivate func withoutOwn() -> StoreError {
    var error = self
    error.oldItem = oldItem?.withoutOwn()
    return error
  }
}

extension Update {
  /// The top-level attributes that the update sets.
  fileprivate var assigned: Item {
    self.set.reduce(into: [:]) { item, entry in
      if entry.key.names.count == 1, case .value(let value) = entry.value { item[entry.key.names[0]] = value }
    }
  }
}

/// What tells one write from every other.
struct WriteID {
  private let bytes: [UInt8]

  /// A random one.
  init() {
    bytes = (0..<16).map { _ in .random(in: .min ... .max) }
  }

  /// As an attribute's value.
  var value: AttributeValue { .binary(bytes) }

  /// As a transaction's token: 32 hexadecimal digits.
  var token: String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
