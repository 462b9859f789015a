// SPDX-License-Identifier: Apache-2.0
public import GeoDynamo

extension DynamoDBStore: TableStore {
  /// The item under a key; nil when there is none.
  public func get(_ key: PrimaryKey) async throws -> Item? {
    try key.validate(operation: "get")
    return try await client.send("GetItem", requests.get(key)) { root in
      try root["Item"].map(ItemJSON.item(in:))?.withoutOwn()
    }
  }

  /// The items under up to 100 different keys, not of one moment.
  public func get(_ keys: [PrimaryKey]) async throws -> [Item] {
    try PrimaryKey.validate(batchGet: keys)
    var items: [Item] = []
    var backlog = Backlog(client, "get")
    var left = keys
    while !left.isEmpty {
      let (found, unprocessed) = try await client.send("BatchGetItem", requests.get(left)) { root in
        guard let tables = root["Responses"] else { throw JSONFault("it has no Responses") }
        let found = try member(table, of: tables).map { try $0.elements.map(ItemJSON.item(in:)) } ?? []
        let keys = try root["UnprocessedKeys"].flatMap { try member(table, of: $0) }?["Keys"]
        return (found, try keys?.elements.map { try key(in: ItemJSON.item(in: $0)) } ?? [])
      }
      items += found.map { $0.withoutOwn() }
      try await backlog.next(left.count, left: unprocessed.count)
      left = unprocessed
    }
    return items
  }

  /// One page of a partition.
  public func query(_ request: QueryRequest) async throws -> ItemPage {
    try request.validate()
    do {
      return try await client.send("Query", requests.query(request)) { try page(in: $0, request.countOnly) }
    } catch let error as StoreError
      where error.code == .validation && request.partition == KeySchema.settings.partition
    {
      // Nothing is wrong with a query of the settings but the table that it is asked of.
      throw StoreError(
        .notAStore,
        "table \(table) in \(client.configuration.region) is not one of geoquery: its keys are not pk and sk, or no texts (\(error.message))",
        operation: "open", underlying: error.underlying)
    }
  }

  /// One page of the table or of a segment of it. A partition prefix is a filter here: all items are read.
  public func scan(_ request: ScanRequest) async throws -> ItemPage {
    try request.validate()
    return try await client.send("Scan", requests.scan(request)) { try page(in: $0, request.countOnly) }
  }

  private func page(in root: JSONElement, _ countOnly: Bool) throws -> ItemPage {
    guard let count = root["Count"]?.integer, let scanned = root["ScannedCount"]?.integer else {
      throw JSONFault("it has no Count")
    }
    var items: [Item] = []
    if !countOnly {
      guard let elements = root["Items"], elements.kind == .array else { throw JSONFault("it has no Items") }
      items = try elements.elements.map { try ItemJSON.item(in: $0).withoutOwn() }
      guard items.count == count else {
        throw JSONFault("it has \(items.count) Items and a Count of \(count)")
      }
    }
    let next = try root["LastEvaluatedKey"].flatMap { last in
      last.kind == .null ? nil : try key(in: ItemJSON.item(in: last))
    }
    return ItemPage(items: items, count: Int(count), scannedCount: Int(scanned), next: next)
  }

  /// The member of an object under a table's name.
  func member(_ name: String, of object: JSONElement) throws -> JSONElement? {
    object.members.first { $0.key.string == name }?.value
  }

  /// The key in an item that has one.
  func key(in item: Item) throws -> PrimaryKey {
    guard let key = item.key else { throw JSONFault("a key is not one of pk and sk") }
    return key
  }
}

/// The pauses between the parts of a batch that DynamoDB does not take at once.
struct Backlog {
  private let client: DynamoDBClient
  private let operation: String
  /// When something was last got done.
  private var start: Duration
  private var tries = 0

  /// Begins with a batch.
  init(_ client: DynamoDBClient, _ operation: String) {
    self.client = client
    self.operation = operation
    start = client.configuration.surroundings.uptime()
  }

  /// Waits before what is left is sent again; does nothing when nothing is. A part that got something done begins anew
  /// with short pauses.
  ///
  /// - Throws: `StoreError` with `throttled` when the budget is used up; `CancellationError`.
  mutating func next(_ sent: Int, left: Int) async throws {
    guard left > 0 else { return }
    let configuration = client.configuration
    tries += 1
    if left < sent { (tries, start) = (1, configuration.surroundings.uptime()) }
    let policy = RetryPolicy(attempts: configuration.attempts, budget: configuration.retryBudget)
    let pause = policy.pause(
      afterTries: tries, elapsed: configuration.surroundings.uptime() - start,
      chance: configuration.surroundings.chance(), isThrottled: true)
    guard let pause else {
      throw StoreError(
        .throttled, "DynamoDB did not take \(left) parts of a batch for table \(client.table) in time",
        operation: operation, isRetryable: true)
    }
    try await configuration.surroundings.pause(pause)
  }
}
