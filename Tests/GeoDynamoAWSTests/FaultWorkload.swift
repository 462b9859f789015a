// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoDynamoAWS
import TestSupport
import Testing

/// Random operations of one writer over keys of its own, on a store that meets faults and on a model that does not.
///
/// After each operation both must have answered alike. When the store throws that it does not know what came of a write,
/// the items are read: each must be what it was or what the model made of it, all of one kind except in a batch, and the
/// model follows. An error that says that nothing was done must be true.
struct FaultWorkload {
  let store: DynamoDBStore
  let worker: Int
  private var generator: SeededGenerator
  private let model = ModelTable()
  /// How many operations ended in an error that the model did not.
  private(set) var unanswered = 0

  init(_ store: DynamoDBStore, worker: Int, seed: UInt64) {
    self.store = store
    self.worker = worker
    generator = SeededGenerator(seed: seed &* 1_000 &+ UInt64(worker))
  }

  /// Runs so many operations; `beforeEach` may bring something about.
  mutating func run(_ steps: Int, beforeEach: (Int) -> Void = { _ in }) async throws {
    for step in 0..<steps {
      beforeEach(step)
      let operation = generator.operation(ofWorker: worker)
      let before = model.items
      let expected = await operation.answer(of: model)
      let answer = await operation.answer(of: store)
      if answer == expected { continue }
      guard case .failed(let code, _, let reasons) = answer, Self.isPassing(code, reasons) else {
        Issue.record("worker \(worker), step \(step): \(operation) answered \(answer), not \(expected)")
        return
      }
      unanswered += 1
      try await resolve(operation, before, claimsNothing: code != .outcomeUnknown, step)
    }
  }

  private static func isPassing(_ code: StoreError.Code, _ reasons: [StoreError.Code?]) -> Bool {
    code == .transactionCanceled
      ? reasons.contains(.busy) || reasons.contains(.throttled)
      : [.outcomeUnknown, .throttled, .unreachable, .busy, .accessDenied].contains(code)
  }

  private func resolve(
    _ operation: FaultOperation, _ before: [PrimaryKey: Item], claimsNothing: Bool, _ step: Int
  ) async throws {
    let after = model.items
    var found: [PrimaryKey: Item] = [:]
    for key in operation.keys { found[key] = try await patiently { try await store.get(key) } }
    let isOld = operation.keys.map { found[$0] == before[$0] }
    let isNew = operation.keys.map { found[$0] == after[$0] }
    let isRight =
      operation.isBatch
      ? zip(isOld, isNew).allSatisfy { $0 || $1 }
      : !isOld.contains(false) || !claimsNothing && !isNew.contains(false)
    #expect(isRight, "worker \(worker), step \(step): \(operation) left half of itself")
    for key in operation.keys {
      if let item = found[key] {
        try await model.put(item)
      } else {
        _ = try await model.delete(key, if: nil, returningOld: false)
      }
    }
  }

  /// Compares everything that the writer wrote.
  func check() async throws {
    let items = model.items
    for prefix in ["w\(worker)-", "o#users#w\(worker)-"] {
      var request = ScanRequest(partitionPrefix: UTF8String(prefix))
      var found: [PrimaryKey: Item] = [:]
      repeat {
        let page = try await patiently { try await store.scan(request) }
        for item in page.items {
          #expect(found.updateValue(item, forKey: item.key!) == nil, "an item was scanned twice")
        }
        request.start = page.next
      } while request.start != nil
      let expected = items.filter { $0.key.partition.string.hasPrefix(prefix) }
      #expect(found == expected, "worker \(worker)")
    }
  }

  /// Reads until the store answers.
  private func patiently<Value>(_ read: () async throws -> Value) async throws -> Value {
    for _ in 0..<50 {
      do { return try await read() } catch let error as StoreError where error.code != .validation {
        continue
      }
    }
    return try await read()
  }
}

/// One operation of a workload.
enum FaultOperation {
  case get(PrimaryKey)
  case batchGet([PrimaryKey])
  case put(Item, Condition?, returningOld: Bool)
  case update(PrimaryKey, Update, Condition?, ReturnedItem)
  case delete(PrimaryKey, Condition?, returningOld: Bool)
  case query(QueryRequest)
  case write([BatchWrite])
  case transact([TransactWrite])

  enum Answer: Equatable {
    case item(Item?)
    case items(Set<Item>)
    case inOrder([Item])
    case done
    case failed(StoreError.Code, Item?, [StoreError.Code?])
    case fault(String)
  }

  var isBatch: Bool { if case .write = self { true } else { false } }

  /// The keys it may change.
  var keys: [PrimaryKey] {
    switch self {
    case .get, .batchGet, .query: []
    case .put(let item, _, _): [item.key!]
    case .update(let key, _, _, _), .delete(let key, _, _): [key]
    case .write(let writes):
      writes.map {
        if case .put(let item) = $0 {
          item.key!
        } else if case .delete(let key) = $0 {
          key
        } else {
          fatalError()
        }
      }
    case .transact(let writes):
      writes.map { write in
        switch write {
        case .put(let item, _): item.key!
        case .update(let key, _, _), .delete(let key, _), .check(let key, _): key
        }
      }
    }
  }

  func answer(of store: any TableStore) async -> Answer {
    do {
      switch self {
      case .get(let key): return .item(try await store.get(key))
      case .batchGet(let keys): return .items(Set(try await store.get(keys)))
      case .put(let item, let condition, let returningOld):
        return .item(try await store.put(item, if: condition, returningOld: returningOld))
      case .update(let key, let update, let condition, let returned):
        return .item(try await store.update(key, update, if: condition, returning: returned))
      case .delete(let key, let condition, let returningOld):
        return .item(try await store.delete(key, if: condition, returningOld: returningOld))
      case .query(var request):
        var items: [Item] = []
        repeat {
          let page = try await store.query(request)
          items += page.items
          request.start = page.next
        } while request.start != nil
        return .inOrder(items)
      case .write(let writes): try await store.write(writes)
      case .transact(let writes): try await store.transact(writes, token: nil)
      }
      return .done
    } catch let error as StoreError {
      return .failed(error.code, error.oldItem, error.reasons)
    } catch {
      return .fault("\(error)")
    }
  }
}

extension SeededGenerator {
  fileprivate mutating func operation(ofWorker worker: Int) -> FaultOperation {
    switch integer(in: 0...13) {
    case 0: .get(plainKey(worker))
    case 1: .batchGet(Array(Set((0..<4).map { _ in plainKey(worker) })))
    case 2, 3: .put(item(worker), condition(), returningOld: integer(in: 0...2) == 0)
    case 4: .update(plainKey(worker), Update(add: ["count": 1]), condition(), .none)
    case 5: .update(plainKey(worker), update(), condition(), [.none, .old, .new][integer(in: 0...2)])
    case 6: .delete(plainKey(worker), condition(), returningOld: integer(in: 0...2) == 0)
    case 7, 8: .put(object(worker), nil, returningOld: false)
    case 9: move(worker)
    case 10: .query(query(worker))
    case 11: .write(batch(worker))
    default: .transact(transaction(worker))
    }
  }

  private mutating func plainKey(_ worker: Int) -> PrimaryKey {
    PrimaryKey(partition: UTF8String("w\(worker)-p"), sort: UTF8String("\(integer(in: 0...5))"))
  }

  private mutating func small() -> AttributeValue {
    AttributeValue(integerLiteral: Int64(integer(in: 0...3)))
  }

  private mutating func item(_ worker: Int) -> Item {
    let more: Item = [
      "n": small(), "count": small(), "tags": .stringSet(["a", "b"]), "text": .string(text()),
      "fill": .string(UTF8String(String(repeating: "x", count: integer(in: 0...200)))),
    ]
    return more.merging(plainKey(worker).attributes) { $1 }
  }

  private mutating func condition() -> Condition? {
    switch integer(in: 0...5) {
    case 0: .exists("pk")
    case 1: .notExists("pk")
    case 2: .greater("n", small())
    default: nil
    }
  }

  private mutating func update() -> Update {
    switch integer(in: 0...4) {
    case 0: Update(set: ["n": .value(small())], add: ["tags": .stringSet(["c"])])
    case 1: Update(set: ["n": .ifNotExists(small())], remove: ["text"])
    case 2: Update(add: ["count": 2])
    case 3: Update(delete: ["tags": .stringSet(["a", "c"])])
    default: Update(set: ["n": .value(small())])
    }
  }

  private mutating func object(_ worker: Int) -> Item {
    let id = integer(in: 0...3)
    // Leaf cells of two partitions.
    let cell = ["4", "5"][integer(in: 0...1)]
    let leaf = "\(cell)7a1cbd59552\(integer(in: 1000...9999) | 1)"
    return [
      "pk": .string(UTF8String("o#users#w\(worker)-\(id)")), "sk": "o",
      "c0p": .string(UTF8String("users#\(cell)7a1d")),
      "c0s": .string(UTF8String(leaf)), "lat": small(), "lon": small(), "movedAt": small(),
      "x": ["n": small()],
    ]
  }

  private mutating func move(_ worker: Int) -> FaultOperation {
    let object = object(worker)
    let set = object.filter { $0.key != "pk" && $0.key != "sk" }.map {
      (AttributePath($0.key), Update.Assignment.value($0.value))
    }
    return .update(object.key!, Update(set: Dictionary(uniqueKeysWithValues: set)), .exists("pk"), .none)
  }

  private mutating func query(_ worker: Int) -> QueryRequest {
    QueryRequest(
      partition: UTF8String("w\(worker)-p"), sort: [nil, .between("1", "4"), .less("3")][integer(in: 0...2)],
      filter: integer(in: 0...1) == 0 ? .greaterOrEqual("n", small()) : nil,
      limit: integer(in: 0...1) == 0 ? integer(in: 1...3) : nil, descending: integer(in: 0...1) == 0)
  }

  private mutating func batch(_ worker: Int) -> [BatchWrite] {
    var writes: [PrimaryKey: BatchWrite] = [:]
    for _ in 0..<integer(in: 1...8) {
      let item = integer(in: 0...3) == 0 ? object(worker) : item(worker)
      writes[item.key!] = integer(in: 0...3) == 0 ? .delete(item.key!) : .put(item)
    }
    return Array(writes.values)
  }

  private mutating func transaction(_ worker: Int) -> [TransactWrite] {
    var writes: [PrimaryKey: TransactWrite] = [:]
    for _ in 0..<integer(in: 1...4) {
      let key = plainKey(worker)
      switch integer(in: 0...4) {
      case 0:
        let object = object(worker)
        writes[object.key!] = .put(object)
      case 1: writes[key] = .update(key, Update(add: ["count": 1]), if: condition())
      case 2: writes[key] = .delete(key, if: condition())
      case 3: writes[key] = .check(key, .exists("pk"))
      default:
        let item = item(worker)
        writes[item.key!] = .put(item, if: condition())
      }
    }
    return Array(writes.values)
  }
}
