// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoDynamoAWS
import GeoDynamoSQLite
internal import Synchronization

/// What CreateTable settles.
struct TableDefinition: Sendable {
  var name = ""
  var indexes: [SecondaryIndex] = []
  var isProvisioned = false
  var readUnits = 0
  var writeUnits = 0
}

/// A table of an endpoint: its items in a SQLite store, its indexes beside it.
final class EndpointTable: Sendable {
  let definition: TableDefinition
  let items: SQLiteStore
  let indexes: [EndpointIndex]
  let throttle = KeyThrottle()
  let dice: FaultDice
  /// Held from reading what is there to storing what becomes of it.
  let writing = AsyncLock()
  /// The attribute of TimeToLive; nil for none.
  let timeToLive = Mutex<String?>(nil)
  /// How often it is still described as being created.
  let creatingDescribes: Mutex<Int>
  private let folder: TemporaryFolder

  init(_ definition: TableDefinition, _ dice: FaultDice) throws {
    let folder = try TemporaryFolder()
    func open(_ name: String) throws -> SQLiteStore {
      try SQLiteStore.open(folder.path(name), mode: .create, durability: .normal)
    }
    self.definition = definition
    self.dice = dice
    self.folder = folder
    items = try open("items")
    indexes = try definition.indexes.enumerated().map {
      EndpointIndex($1, try open("index\($0)"), dice)
    }
    creatingDescribes = Mutex(dice.faults.describesOfNewTable)
  }

  /// The index of a name.
  func index(_ name: String) throws -> EndpointIndex {
    guard let index = indexes.first(where: { $0.definition.name == name }) else {
      throw ServiceError.validation("The table does not have the specified index: \(name)")
    }
    return index
  }

  /// Whether all index changes have been made.
  var isSettled: Bool { indexes.allSatisfy(\.isSettled) }

  func get(_ key: PrimaryKey) async throws -> Item? { try await items.get(key).map(StoredForm.original) }
}
