// SPDX-License-Identifier: Apache-2.0

/// The limits that DynamoDB sets to requests. Source: Amazon DynamoDB Developer Guide, "Quotas".
package enum RequestLimits {
  /// Items of a page: reading stops with the item that brings their sizes to this or above.
  package static let pageBytes = 1_048_576
  /// Writes of a batch.
  package static let batchWrites = 25
  /// Keys of a batch get.
  package static let batchGets = 100
  /// Writes of a transaction.
  package static let transactWrites = 100
  /// Item bytes of a transaction.
  package static let transactBytes = 4 << 20
  /// Segments of a scan.
  package static let segments = 1_000_000
}

extension QueryRequest {
  /// - Throws: `StoreError` with `validation` for a limit below 1, keys or bounds that no item can have, a
  ///   reversed `between`, a start key outside of what is queried, a filter on `pk` or `sk`, an empty projection.
  package func validate() throws(StoreError) {
    let operation = "query"
    try PrimaryKey(partition: partition, sort: "o").validate(operation: operation)
    for bound in sort?.operands ?? [] {
      try PrimaryKey(partition: partition, sort: bound).validate(operation: operation)
    }
    if case .between(let first, let last)? = sort, last < first {
      throw .invalid("the first bound of BETWEEN is above the second", operation)
    }
    if let start {
      try start.validate(operation: operation)
      guard start.partition == partition, SortBounds(sort).contains(start.sort) else {
        throw .invalid("the start key is outside of the part of the table that the query reads", operation)
      }
    }
    if let filter {
      let keys = filter.attributeNames.intersection([KeySchema.Name.partition, KeySchema.Name.sort])
      guard keys.isEmpty else {
        throw .invalid(
          "a filter cannot look at pk or sk; use the partition and the sort condition", operation)
      }
    }
    try validateReading(limit: limit, filter: filter, projection: projection, operation: operation)
  }
}

extension QueryRequest.SortCondition {
  fileprivate var operands: [UTF8String] {
    switch self {
    case .equals(let key), .less(let key), .lessOrEqual(let key), .greater(let key), .greaterOrEqual(let key),
      .beginsWith(let key):
      [key]
    case .between(let first, let last): [first, last]
    }
  }
}

extension ScanRequest {
  /// - Throws: `StoreError` with `validation` for a limit below 1, a segment that is none, an impossible start
  ///   key, an empty prefix, an empty projection.
  package func validate() throws(StoreError) {
    let operation = "scan"
    guard (1...RequestLimits.segments).contains(segments), (0..<segments).contains(segment) else {
      throw .invalid(
        "segment \(segment) of \(segments): there are 1 to \(RequestLimits.segments) segments, counted from 0",
        operation)
    }
    try start?.validate(operation: operation)
    guard partitionPrefix?.string.isEmpty != true else {
      throw .invalid("an empty partition prefix; leave it out", operation)
    }
    try validateReading(limit: limit, filter: filter, projection: projection, operation: operation)
  }
}

private func validateReading(
  limit: Int?, filter: Condition?, projection: Set<UTF8String>?, operation: String
) throws(StoreError) {
  if let limit, limit < 1 { throw .invalid("limit \(limit) must be at least 1", operation) }
  try filter?.validate(operation: operation)
  if let projection, projection.isEmpty || projection.contains("") {
    throw .invalid("a projection names at least one attribute, and none is empty", operation)
  }
}

extension PrimaryKey {
  /// - Throws: `StoreError` with `validation` unless there are 1 to 100 keys, all possible and different.
  package static func validate(batchGet keys: [PrimaryKey]) throws(StoreError) {
    try validate(keys, atMost: RequestLimits.batchGets, operation: "get")
  }

  fileprivate static func validate(
    _ keys: [PrimaryKey], atMost maximum: Int, operation: String
  ) throws(StoreError) {
    guard (1...maximum).contains(keys.count) else {
      throw .invalid("one request takes 1 to \(maximum) keys; this one has \(keys.count)", operation)
    }
    var seen: Set<PrimaryKey> = []
    for key in keys {
      try key.validate(operation: operation)
      guard seen.insert(key).inserted else {
        throw .invalid("the key (\(key.partition), \(key.sort)) occurs twice in one request", operation)
      }
    }
  }
}

extension BatchWrite {
  /// - Returns: The key of each write, in order.
  /// - Throws: `StoreError` with `validation` unless there are 1 to 25 writes of valid items and different keys.
  @discardableResult
  package static func validate(_ batch: [BatchWrite]) throws(StoreError) -> [PrimaryKey] {
    var keys: [PrimaryKey] = []
    for write in batch {
      switch write {
      case .put(let item): keys.append(try item.validate(operation: "write"))
      case .delete(let key): keys.append(key)
      }
    }
    try PrimaryKey.validate(keys, atMost: RequestLimits.batchWrites, operation: "write")
    return keys
  }
}

extension TransactWrite {
  /// - Returns: The key of each write, in order.
  /// - Throws: `StoreError` with `validation` unless there are 1 to 100 valid writes of different keys and at
  ///   most 4 MB of items put, and the token, if any, has 1 to 36 characters.
  @discardableResult
  package static func validate(
    _ writes: [TransactWrite], token: String?
  ) throws(StoreError) -> [PrimaryKey] {
    let operation = "transact"
    if let token, !(1...36).contains(token.utf8.count) {
      throw .invalid("a transaction's token has 1 to 36 characters", operation)
    }
    var keys: [PrimaryKey] = []
    var bytes = 0
    for write in writes {
      switch write {
      case .put(let item, let condition):
        keys.append(try item.validate(operation: operation))
        bytes += item.size
        try condition?.validate(operation: operation)
      case .update(let key, let update, let condition):
        keys.append(key)
        try update.validate()
        try condition?.validate(operation: operation)
      case .delete(let key, let condition):
        keys.append(key)
        try condition?.validate(operation: operation)
      case .check(let key, let condition):
        keys.append(key)
        try condition.validate(operation: operation)
      }
    }
    try PrimaryKey.validate(keys, atMost: RequestLimits.transactWrites, operation: operation)
    guard bytes <= RequestLimits.transactBytes else {
      throw .invalid("a transaction has at most \(RequestLimits.transactBytes) bytes of items", operation)
    }
    return keys
  }
}
