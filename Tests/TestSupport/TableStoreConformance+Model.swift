// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import Testing

extension TableStoreConformance {
  static let modelClaims = (1...4).map { seed in
    Claim("a thousand random operations answer as the model does, seed \(seed)") { store in
      var generator = SeededGenerator(seed: UInt64(seed))
      let model = ModelTable()
      for step in 0..<1_000 {
        let operation = RandomOperation(using: &generator)
        let (answer, expected) = (await operation.run(on: store), await operation.run(on: model))
        #expect(answer == expected, "seed \(seed), step \(step): \(operation)")
        guard answer == expected else { return }
      }
      let items = try await store.pages(ScanRequest()).flatMap(\.items)
      let found = Dictionary(items.map { ($0.key!, $0) }) { $1 }
      #expect(found == model.items && found.count == items.count, "seed \(seed)")
    }
  }
}

/// One operation over few keys, so that they meet often.
private enum RandomOperation {
  case get(PrimaryKey)
  case batchGet([PrimaryKey])
  case put(Item, Condition?)
  case update(PrimaryKey, Update, Condition?, ReturnedItem)
  case delete(PrimaryKey, Condition?)
  case query(QueryRequest)
  case write([BatchWrite])
  case transact([TransactWrite], String?)

  /// What a store answers; comparable.
  enum Answer: Equatable {
    case item(Item?)
    case items(Set<Item>)
    case pages([Item], scanned: Int)
    case done
    case failed(StoreError.Code, Item?, [StoreError.Code?])
    case fault(String)
  }

  init(using generator: inout SeededGenerator) {
    let condition = generator.integer(in: 0...2) == 0 ? generator.condition() : nil
    switch generator.integer(in: 0...15) {
    case 0: self = .get(generator.key())
    case 1: self = .batchGet((0..<generator.integer(in: 0...4)).map { _ in generator.key() })
    case 2...5: self = .put(generator.item(), condition)
    case 6...8:
      let returned: ReturnedItem = [.none, .old, .new][generator.integer(in: 0...2)]
      self = .update(generator.key(), generator.update(), condition, returned)
    case 9: self = .delete(generator.key(), condition)
    case 10...12: self = .query(generator.query())
    case 13:
      self = .write(
        (0..<generator.integer(in: 0...5)).map { _ in
          generator.integer(in: 0...1) == 0 ? .put(generator.item()) : .delete(generator.key())
        })
    default:
      let writes = (0..<generator.integer(in: 0...4)).map { _ in generator.transactWrite() }
      self = .transact(writes, generator.integer(in: 0...3) == 0 ? "t\(generator.integer(in: 0...9))" : nil)
    }
  }

  func run(on store: any TableStore) async -> Answer {
    do {
      switch self {
      case .get(let key): return .item(try await store.get(key))
      case .batchGet(let keys): return .items(Set(try await store.get(keys)))
      case .put(let item, let condition):
        return .item(try await store.put(item, if: condition, returningOld: true))
      case .update(let key, let update, let condition, let returned):
        return .item(try await store.update(key, update, if: condition, returning: returned))
      case .delete(let key, let condition):
        return .item(try await store.delete(key, if: condition, returningOld: true))
      case .query(let request):
        let pages = try await store.pages(request)
        return .pages(pages.flatMap(\.items), scanned: pages.map(\.scannedCount).reduce(0, +))
      case .write(let batch): try await store.write(batch)
      case .transact(let writes, let token): try await store.transact(writes, token: token)
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
  fileprivate mutating func key() -> PrimaryKey {
    PrimaryKey(partition: ["p", "q"][integer(in: 0...1)], sort: sort())
  }

  private mutating func sort() -> UTF8String {
    ["a", "ab", "b", "\u{e9}", "e\u{301}", "\u{1F30D}"][integer(in: 0...5)]
  }

  fileprivate mutating func item() -> Item {
    var item = map(depth: 2).merging(key().attributes) { $1 }
    item["n"] = small()
    if integer(in: 0...1) == 0 { item["s"] = strings() }
    if integer(in: 0...1) == 0 { item["m"] = ["k": small(), "s": strings()] }
    if integer(in: 0...40) == 0 { item["s"] = .stringSet([]) }
    return item
  }

  private mutating func small() -> AttributeValue {
    AttributeValue(integerLiteral: Int64(integer(in: -2...2)))
  }

  private mutating func strings() -> AttributeValue {
    .stringSet(Set((0...integer(in: 0...2)).map { _ in sort() }))
  }

  private mutating func path() -> AttributePath {
    let paths: [AttributePath] = [
      "n", "s", "m", "lat", AttributePath("m", "k"), AttributePath("m", "s"), "pk", "new",
    ]
    return paths[integer(in: 0...paths.count - 1)]
  }

  private mutating func operand() -> AttributeValue {
    switch integer(in: 0...3) {
    case 0, 1: small()
    case 2: strings()
    default: .string(sort())
    }
  }

  fileprivate mutating func condition() -> Condition {
    switch integer(in: 0...11) {
    case 0: .exists(path())
    case 1: .notExists(path())
    case 2: .equals(path(), operand())
    case 3: .notEquals(path(), operand())
    case 4: .less(path(), operand())
    case 5: .greaterOrEqual(path(), operand())
    case 6: .between(path(), operand(), operand())
    case 7: .beginsWith(path(), operand())
    case 8: .contains(path(), operand())
    case 9: .all([condition(), condition()])
    case 10: .any([condition(), condition()])
    default: .not(condition())
    }
  }

  fileprivate mutating func update() -> Update {
    var update = Update()
    for _ in 0...integer(in: 0...2) {
      switch integer(in: 0...4) {
      case 0: update.set[path()] = .value(operand())
      case 1: update.set[path()] = .ifNotExists(operand())
      case 2: update.remove.insert(path())
      case 3: update.add[path()] = operand()
      default: update.delete[path()] = operand()
      }
    }
    return update
  }

  fileprivate mutating func query() -> QueryRequest {
    let sorts: [QueryRequest.SortCondition?] = [
      nil, .equals(sort()), .less(sort()), .lessOrEqual(sort()), .greater(sort()), .greaterOrEqual(sort()),
      .between(sort(), sort()), .beginsWith(sort()),
    ]
    var request = QueryRequest(partition: "p", sort: sorts[integer(in: 0...sorts.count - 1)])
    if integer(in: 0...3) == 0 { request.filter = condition() }
    if integer(in: 0...1) == 0 { request.limit = integer(in: 0...4) }
    if integer(in: 0...3) == 0 { request.start = key() }
    if integer(in: 0...3) == 0 { request.projection = ["n", "m"] }
    request.descending = integer(in: 0...1) == 0
    return request
  }

  fileprivate mutating func transactWrite() -> TransactWrite {
    let condition = integer(in: 0...2) == 0 ? condition() : nil
    return switch integer(in: 0...3) {
    case 0: .put(item(), if: condition)
    case 1: .update(key(), update(), if: condition)
    case 2: .delete(key(), if: condition)
    default: .check(key(), self.condition())
    }
  }
}
