// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoDynamoAWS
import GeoDynamoSQLite
internal import Synchronization

/// A global secondary index of an endpoint's table: rows in a SQLite store of its own, which follow the items at once or
/// after a lag.
///
/// Changes of one item are made in their order, so that its row ends in its newest state; those of different items
/// overtake each other. A row that moves is two changes, in either order.
final class EndpointIndex: Sendable {
  private enum Change {
    case put(Item)
    case delete(PrimaryKey)
  }

  /// Its keys and projection.
  let definition: SecondaryIndex
  let store: SQLiteStore
  private let dice: FaultDice
  private let lock = AsyncLock()
  private let pending = Mutex<[PrimaryKey: [Change]]>([:])

  init(_ definition: SecondaryIndex, _ store: SQLiteStore, _ dice: FaultDice) {
    self.definition = definition
    self.store = store
    self.dice = dice
  }

  /// Whether all changes have been made.
  var isSettled: Bool { pending.withLock { $0.isEmpty } }

  /// Follows a change of an item. Changes of one item must come one after another.
  func follow(_ key: PrimaryKey, from old: Item?, to new: Item?) async throws {
    let changes = changes(from: definition.entry(of: old), to: definition.entry(of: new))
    guard !changes.isEmpty else { return }
    let isWaiting = pending.withLock { $0[key] != nil }
    guard isWaiting || dice.faults.indexLag != nil else { return try await carryOut(changes) }
    pending.withLock { $0[key, default: []] += changes }
    for _ in changes {
      let lag = dice.indexLag() ?? .zero
      Task {
        try await Task.sleep(for: lag)
        try await carryOutNext(of: key)
      }
    }
  }

  private func changes(from old: Item?, to new: Item?) -> [Change] {
    guard old != new else { return [] }
    let before = old.flatMap { StoredForm.rowKey(of: $0, in: definition) }
    let after = new.flatMap { StoredForm.rowKey(of: $0, in: definition) }
    var changes = new.map { [Change.put(StoredForm.row($0, in: definition))] } ?? []
    if let before, before != after { changes.insert(.delete(before), at: dice.flips() ? 0 : changes.count) }
    return changes
  }

  private func carryOutNext(of key: PrimaryKey) async throws {
    try await lock.withLock {
      guard let change = pending.withLock({ $0[key]?.first }) else { return }
      try await carryOut([change])
      pending.withLock { pending in
        pending[key]?.removeFirst()
        if pending[key]?.isEmpty == true { pending[key] = nil }
      }
    }
  }

  private func carryOut(_ changes: [Change]) async throws {
    try await store.transact(
      changes.map { change in
        switch change {
        case .put(let row): .put(row)
        case .delete(let key): .delete(key)
        }
      }, token: nil)
  }
}
