// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoDynamoAWS
import GeoDynamoSQLite

/// One write of a request.
struct EndpointWrite: Hashable {
  enum Action: Hashable {
    case put(Item)
    case update(Update)
    case delete
    case check
  }

  var key: PrimaryKey
  var action: Action
  var condition: Condition?
  /// Whether a failed condition answers the item it was held against.
  var returnsOld = false
}

/// What became of a write.
struct EndpointOutcome {
  var old: Item?
  var new: Item?
  var units: WriteUnits
}

extension EndpointTable {
  /// Carries out one write.
  func write(_ write: EndpointWrite) async throws -> EndpointOutcome {
    try await writing.withLock {
      let old = try await get(write.key)
      let outcome: EndpointOutcome
      do {
        outcome = try self.outcome(of: write, on: old, isTransactional: false)
      } catch let error as ServiceError {
        try charge([EndpointOutcome(old: old, new: old, units: WriteUnits(checking: old))])
        throw error
      }
      try charge([outcome])
      try await store([write.key], [outcome])
      return outcome
    }
  }

  /// Carries out all writes or none.
  func transact(_ writes: [EndpointWrite]) async throws -> [EndpointOutcome] {
    try await writing.withLock {
      var outcomes: [EndpointOutcome] = []
      var reasons: [ServiceError.Reason] = []
      for write in writes {
        let old = try await get(write.key)
        do {
          outcomes.append(try outcome(of: write, on: old, isTransactional: true))
          reasons.append(.none)
        } catch let error as ServiceError {
          let code = error.type == "ValidationException" ? "ValidationError" : "ConditionalCheckFailed"
          reasons.append(ServiceError.Reason(code: code, message: error.message, item: error.item))
        }
      }
      guard outcomes.count == writes.count else { throw ServiceError.canceled(reasons) }
      try charge(outcomes)
      try await store(writes.map(\.key), outcomes)
      return outcomes
    }
  }

  private func outcome(
    of write: EndpointWrite, on old: Item?, isTransactional: Bool
  ) throws -> EndpointOutcome {
    if let condition = write.condition, !condition.holds(for: old) {
      throw ServiceError.conditionFailed(write.returnsOld ? old : nil)
    }
    let new: Item?
    switch write.action {
    case .put(let item): new = item
    case .update(let update):
      do { new = try update.apply(to: old, key: write.key) } catch { throw ServiceError(error) }
    case .delete: new = nil
    case .check:
      return EndpointOutcome(
        old: old, new: old, units: WriteUnits(checking: old, isTransactional: isTransactional))
    }
    try checkIndexKeys(of: new)
    return EndpointOutcome(
      old: old, new: new,
      units: WriteUnits(
        replacing: old, with: new, in: definition.indexes, isTransactional: isTransactional))
  }

  /// A key of an index is a text, or missing.
  private func checkIndexKeys(of item: Item?) throws {
    for index in definition.indexes {
      for name in [index.partition, index.sort].compactMap({ $0 }) {
        guard let value = item?[name] else { continue }
        guard let text = value.string, !text.string.isEmpty else {
          throw ServiceError.validation(
            "One or more parameter values were invalid: Type mismatch for Index Key \(name) Expected: S IndexName: \(index.name)"
          )
        }
      }
    }
  }

  /// Charges the partition keys that writes touch.
  private func charge(_ outcomes: [EndpointOutcome]) throws {
    let faults = dice.faults
    var units: [String: Double] = [:]
    for outcome in outcomes {
      if let partition = (outcome.new ?? outcome.old)?.key?.partition {
        units["table/\(partition)", default: 0] += outcome.units.table
      }
      for index in definition.indexes where outcome.units.indexes[index.name] != nil {
        let keys = Set([outcome.old, outcome.new].compactMap { index.key(of: $0)?.first?.string })
        for key in keys {
          units["\(index.name)/\(key)", default: 0] +=
            outcome.units.indexes[index.name]! / Double(keys.count)
        }
      }
    }
    let charges = units.map {
      KeyThrottle.Charge(key: "w/\($0)", units: $1, limit: faults.writeUnitsPerKey)
    }
    guard throttle.charge(charges, window: faults.throttlingWindow) else {
      dice.count(.throttled)
      throw throttled()
    }
  }

  /// One of the two ways in which DynamoDB says that it is too much.
  func throttled() -> ServiceError {
    dice.flips()
      ? ServiceError(
        type: "ProvisionedThroughputExceededException",
        message: "The level of configured provisioned throughput for the table was exceeded.")
      : ServiceError(
        type: "ThrottlingException",
        message: "Throughput exceeds the current capacity of your table or index.")
  }

  private func store(_ keys: [PrimaryKey], _ outcomes: [EndpointOutcome]) async throws {
    let writes: [TransactWrite] = zip(keys, outcomes).compactMap { key, outcome in
      outcome.old == outcome.new ? nil : outcome.new.map { .put(StoredForm.item($0)) } ?? .delete(key)
    }
    if !writes.isEmpty { try await items.transact(writes, token: nil) }
    for (key, outcome) in zip(keys, outcomes) where outcome.old != outcome.new {
      for index in indexes { try await index.follow(key, from: outcome.old, to: outcome.new) }
    }
  }
}
