// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// One write of a batch or a transaction, with what can be encoded before its turn.
struct PreparedWrite: Sendable {
  enum Action: Sendable {
    case put(EncodedItem)
    case update(Update)
    case delete
    case nothing
  }

  let key: PrimaryKey
  let action: Action
  let condition: Condition?

  init(_ write: BatchWrite) throws {
    condition = nil
    switch write {
    case .put(let item):
      let new = try EncodedItem(item, operation: "write")
      (key, action) = (new.key, .put(new))
    case .delete(let key): (self.key, action) = (key, .delete)
    }
  }

  init(_ write: TransactWrite) throws {
    switch write {
    case .put(let item, let condition):
      let new = try EncodedItem(item, operation: "transact")
      (key, action, self.condition) = (new.key, .put(new), condition)
    case .update(let key, let update, let condition):
      (self.key, action, self.condition) = (key, .update(update), condition)
    case .delete(let key, let condition):
      (self.key, action, self.condition) = (key, .delete, condition)
    case .check(let key, let condition):
      (self.key, action, self.condition) = (key, .nothing, condition)
    }
  }

  /// Carries the write out; `old` is the item under its key, and the condition holds for it.
  func execute(in transaction: WriteTransaction, old: Item?) throws {
    switch action {
    case .put(let new): try transaction.put(new, inPlaceOf: old)
    case .update(let update):
      let new = try update.apply(to: old, key: key)
      try transaction.put(try EncodedItem(new, operation: "transact"), inPlaceOf: old)
    case .delete: if let old { try transaction.delete(key, old) }
    case .nothing: break
    }
  }
}

extension WriteTransaction {
  /// Carries out all writes, or throws `transactionCanceled` with the reason of each that could not be.
  ///
  /// The caller undoes what was done before the throw.
  func carryOut(_ writes: [PreparedWrite]) throws {
    var reasons = [StoreError.Code?](repeating: nil, count: writes.count)
    let olds = try writes.map { try item(under: $0.key) }
    for (place, write) in writes.enumerated() {
      if let condition = write.condition, !condition.holds(for: olds[place]) {
        reasons[place] = .conditionalCheckFailed
        continue
      }
      do {
        try write.execute(in: self, old: olds[place])
      } catch let error as StoreError where error.code == .validation {
        reasons[place] = .validation
      }
    }
    let failed = reasons.enumerated().compactMap { place, reason in reason.map { "write \(place): \($0)" } }
    guard failed.isEmpty else {
      throw StoreError(
        .transactionCanceled, "the transaction was not carried out (\(failed.joined(separator: ", ")))",
        operation: "transact", reasons: reasons)
    }
  }
}
