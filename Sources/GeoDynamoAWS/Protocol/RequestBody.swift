// SPDX-License-Identifier: Apache-2.0
internal import GeoDynamo

/// The bodies of requests to one table.
///
/// Source: Amazon DynamoDB API Reference.
struct RequestBody {
  /// The table's name.
  let table: String

  /// GetItem, consistent.
  func get(_ key: PrimaryKey) -> [UInt8] {
    body { writer in
      writer.item("Key", key.attributes)
      writer.member("ConsistentRead", true)
    }
  }

  /// BatchGetItem, consistent.
  func get(_ keys: [PrimaryKey]) -> [UInt8] {
    requestItems { writer in
      writer.object { writer in
        writer.member("ConsistentRead", true)
        writer.name("Keys")
        writer.array { writer in for key in keys { ItemJSON.write(key.attributes, to: &writer) } }
      }
    }
  }

  /// PutItem.
  func put(_ item: Item, if condition: Condition?, returningOld: Bool) -> [UInt8] {
    body { writer in
      writer.item("Item", item)
      writer.condition(condition)
      if returningOld { writer.member("ReturnValues", "ALL_OLD") }
    }
  }

  /// UpdateItem.
  func update(
    _ key: PrimaryKey, _ update: Update, if condition: Condition?, returning: ReturnedItem
  ) -> [UInt8] {
    body { writer in
      writer.item("Key", key.attributes)
      writer.update(update, condition)
      switch returning {
      case .none: break
      case .old: writer.member("ReturnValues", "ALL_OLD")
      case .new: writer.member("ReturnValues", "ALL_NEW")
      }
    }
  }

  /// DeleteItem.
  func delete(_ key: PrimaryKey, if condition: Condition?, returningOld: Bool) -> [UInt8] {
    body { writer in
      writer.item("Key", key.attributes)
      writer.condition(condition)
      if returningOld { writer.member("ReturnValues", "ALL_OLD") }
    }
  }

  /// Query of the table, consistent.
  func query(_ request: QueryRequest) -> [UInt8] {
    body { writer in
      var expressions = Expressions()
      writer.member(
        "KeyConditionExpression", expressions.key(partition: request.partition, sort: request.sort))
      writer.reading(
        filter: request.filter, limit: request.limit, start: request.start, projection: request.projection,
        countOnly: request.countOnly, &expressions)
      if request.descending { writer.member("ScanIndexForward", false) }
    }
  }

  /// Scan of the table, consistent.
  func scan(_ request: ScanRequest) -> [UInt8] {
    body { writer in
      var expressions = Expressions()
      var filter = request.filter
      if let prefix = request.partitionPrefix {
        let begins = Condition.beginsWith("pk", .string(prefix))
        filter = filter.map { .all([begins, $0]) } ?? begins
      }
      writer.reading(
        filter: filter, limit: request.limit, start: request.start, projection: request.projection,
        countOnly: request.countOnly, &expressions)
      if request.segments > 1 {
        writer.member("Segment", request.segment)
        writer.member("TotalSegments", request.segments)
      }
    }
  }

  /// BatchWriteItem.
  func write(_ batch: [BatchWrite]) -> [UInt8] {
    requestItems { writer in
      writer.array { writer in
        for write in batch {
          writer.object { writer in
            switch write {
            case .put(let item):
              writer.name("PutRequest")
              writer.object { $0.item("Item", item) }
            case .delete(let key):
              writer.name("DeleteRequest")
              writer.object { $0.item("Key", key.attributes) }
            }
          }
        }
      }
    }
  }

  /// TransactWriteItems.
  ///
  /// - Parameters:
  ///   - writes: The writes.
  ///   - token: What makes a repetition harmless.
  ///   - returningOld: Whether to ask for the items that failed conditions were held against.
  func transact(_ writes: [TransactWrite], token: String, returningOld: Bool = false) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("ClientRequestToken", token)
      writer.member("ReturnConsumedCapacity", "TOTAL")
      writer.name("TransactItems")
      writer.array { writer in
        for write in writes { writer.object { transact(write, returningOld, &$0) } }
      }
    }
    return writer.bytes
  }

  private func transact(_ write: TransactWrite, _ returningOld: Bool, _ writer: inout JSONWriter) {
    func action(_ name: String, _ body: (inout JSONWriter) -> Void) {
      writer.name(name)
      writer.object { writer in
        writer.member("TableName", table)
        body(&writer)
      }
    }
    switch write {
    case .put(let item, let condition):
      action("Put") {
        $0.item("Item", item)
        $0.condition(condition, returningOld: returningOld)
      }
    case .update(let key, let update, let condition):
      action("Update") {
        $0.item("Key", key.attributes)
        $0.update(update, condition, returningOld: returningOld)
      }
    case .delete(let key, let condition):
      action("Delete") {
        $0.item("Key", key.attributes)
        $0.condition(condition, returningOld: returningOld)
      }
    case .check(let key, let condition):
      action("ConditionCheck") {
        $0.item("Key", key.attributes)
        // A check must have a text: one that holds for everything has this one.
        let always = Condition.any([.exists("pk"), .notExists("pk")])
        var expressions = Expressions()
        let text = expressions.condition(condition) ?? expressions.condition(always)!
        $0.member("ConditionExpression", text)
        expressions.write(to: &$0)
      }
    }
  }

  private func body(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("TableName", table)
      writer.member("ReturnConsumedCapacity", "TOTAL")
      members(&writer)
    }
    return writer.bytes
  }

  private func requestItems(_ content: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("ReturnConsumedCapacity", "TOTAL")
      writer.name("RequestItems")
      writer.object { writer in
        writer.name(table)
        content(&writer)
      }
    }
    return writer.bytes
  }
}

extension JSONWriter {
  /// Writes a member that is a text.
  mutating func member(_ name: String, _ value: String) {
    self.name(name)
    text(value)
  }

  /// Writes a member that is an integer.
  mutating func member(_ name: String, _ value: Int) {
    self.name(name)
    integer(value)
  }

  /// Writes a member that is a truth value.
  mutating func member(_ name: String, _ value: Bool) {
    self.name(name)
    bool(value)
  }

  /// Writes a member that is an item.
  mutating func item(_ name: String, _ item: Item) {
    self.name(name)
    ItemJSON.write(item, to: &self)
  }

  /// Writes a condition, and whether to return the item that it does not hold for.
  fileprivate mutating func condition(_ condition: Condition?, returningOld: Bool = true) {
    guard let condition else { return }
    var expressions = Expressions()
    if let text = expressions.condition(condition) { member("ConditionExpression", text) }
    expressions.write(to: &self)
    if returningOld { member("ReturnValuesOnConditionCheckFailure", "ALL_OLD") }
  }

  fileprivate mutating func update(_ update: Update, _ condition: Condition?, returningOld: Bool = true) {
    var expressions = Expressions()
    let text = expressions.update(update)
    // An update without actions makes the item if it is not there: then there is no expression at all.
    if !text.isEmpty { member("UpdateExpression", text) }
    if let condition {
      if let text = expressions.condition(condition) { member("ConditionExpression", text) }
      if returningOld { member("ReturnValuesOnConditionCheckFailure", "ALL_OLD") }
    }
    expressions.write(to: &self)
  }

  fileprivate mutating func reading(
    filter: Condition?, limit: Int?, start: PrimaryKey?, projection: Set<UTF8String>?, countOnly: Bool,
    _ expressions: inout Expressions
  ) {
    member("ConsistentRead", true)
    if let filter, let text = expressions.condition(filter) { member("FilterExpression", text) }
    if countOnly {
      member("Select", "COUNT")
    } else if let projection {
      member(
        "ProjectionExpression", projection.sorted().map { expressions.name($0) }.joined(separator: ","))
    }
    expressions.write(to: &self)
    if let limit { member("Limit", limit) }
    if let start { item("ExclusiveStartKey", start.attributes) }
  }
}
