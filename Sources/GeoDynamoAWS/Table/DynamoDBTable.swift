// SPDX-License-Identifier: Apache-2.0
public import GeoDynamo

/// A table of DynamoDB as a whole: makes, describes and deletes it.
///
/// ```swift
/// let table = DynamoDBTable(name: "places", configuration: configuration)
/// try await table.create(settings: .standard)
/// ```
public struct DynamoDBTable: Sendable {
  /// How reading and writing are paid.
  public enum Billing: Hashable, Sendable {
    /// For each unit used.
    case onDemand
    /// For so many units a second, used or not; the table and each index have as many.
    case provisioned(readUnits: Int, writeUnits: Int)
  }

  /// The table's name.
  public let name: String

  private let client: DynamoDBClient

  /// Names a table, which may not exist yet. Nothing is sent.
  ///
  /// - Parameters:
  ///   - name: Its name: 3 to 255 letters, digits, `_`, `-` and `.`.
  ///   - configuration: Where it is and who asks.
  public init(name: String, configuration: DynamoDBConfiguration) {
    self.name = name
    client = DynamoDBClient(configuration: configuration, table: name)
  }

  /// Makes the table, with one index of cells for each partition level, and waits until it can be used.
  ///
  /// An index holds position, time and the declared attributes of its objects, and its projection can never be changed.
  /// The settings are written with the first collection.
  ///
  /// - Parameters:
  ///   - settings: The levels of the indexes.
  ///   - billing: How it is paid.
  ///   - patience: How long to wait for the table and its indexes; a table of AWS's takes half a minute.
  /// - Throws: `StoreError`: `tableExists`; `validation` for a name or units that cannot be; `unreachable` when it is not
  ///   ready in time, which it may be later.
  public func create(
    settings: TableSettings, billing: Billing = .onDemand, patience: Duration = .seconds(300)
  ) async throws {
    try validateName()
    if case .provisioned(let read, let write) = billing, read < 1 || write < 1 {
      throw StoreError(
        .validation, "\(read) read and \(write) write units: a table has at least 1 of each",
        operation: "create")
    }
    try await client.send("CreateTable", creation(settings, billing), repeatsUnclear: false) { _ in }
    try await waitUntilActive(patience: patience)
  }

  /// What the service says of the table.
  ///
  /// - Throws: `StoreError` with `storeNotFound`.
  public func describe() async throws -> TableDescription {
    try validateName()
    return try await client.send("DescribeTable", named()) { root in
      guard let table = root["Table"], let description = TableDescription(table) else {
        throw JSONFault("it describes no table")
      }
      return description
    }
  }

  /// Waits until the table and its indexes can be used.
  ///
  /// - Parameter patience: How long.
  /// - Throws: `StoreError` with `unreachable` when they are not ready by then.
  public func waitUntilActive(patience: Duration = .seconds(300)) async throws {
    let surroundings = client.configuration.surroundings
    let start = surroundings.uptime()
    var pause = Duration.milliseconds(20)
    while true {
      let description: TableDescription?
      do {
        description = try await describe()
      } catch let error as StoreError where error.code == .storeNotFound {
        // A table that has just been made may not be seen by every server.
        description = nil
      }
      if description?.isActive == true { return }
      guard surroundings.uptime() - start < patience else {
        throw StoreError(
          .unreachable,
          "table \(name) is \(description?.status ?? "not there") after \(patience); it may be ready later",
          operation: "describe", isRetryable: true)
      }
      try await surroundings.pause(pause)
      pause = min(pause * 2, .seconds(2))
    }
  }

  /// Deletes the table with all that is in it. Returns when the service has begun to.
  ///
  /// - Throws: `StoreError` with `storeNotFound`, or `tableBusy` while it is being made or changed.
  public func delete() async throws {
    try validateName()
    try await client.send("DeleteTable", named()) { _ in }
  }

  /// Lets the service delete each item some time after the moment that an attribute of it names, in seconds since 1970.
  ///
  /// - Parameter attribute: The attribute's name.
  /// - Throws: `StoreError` with `validation` when it is so already, or another attribute is set.
  public func setTimeToLive(attribute: String) async throws {
    try validateName()
    let body = body { writer in
      writer.name("TimeToLiveSpecification")
      writer.object { writer in
        writer.member("AttributeName", attribute)
        writer.member("Enabled", true)
      }
    }
    try await client.send("UpdateTimeToLive", body) { _ in }
  }

  private func validateName() throws(StoreError) {
    let isValid = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
        true
      default: false
      }
    }
    guard isValid, 3...255 ~= name.utf8.count else {
      throw StoreError(
        .validation, "table name \"\(name)\": it must be 3 to 255 letters, digits, _, - and .",
        operation: "open")
    }
  }

  private func body(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("TableName", name)
      members(&writer)
    }
    return writer.bytes
  }

  private func named() -> [UInt8] { body { _ in } }

  private func creation(_ settings: TableSettings, _ billing: Billing) -> [UInt8] {
    let indexes = settings.partitionLevels.indices.map(SecondaryIndex.cells)
    let keys = [KeySchema.Name.partition, KeySchema.Name.sort]
    return body { writer in
      writer.name("AttributeDefinitions")
      writer.array { writer in
        for key in keys + indexes.flatMap({ [$0.partition, $0.sort!] }) {
          writer.object { writer in
            writer.member("AttributeName", key.string)
            writer.member("AttributeType", "S")
          }
        }
      }
      writer.keys(keys)
      writer.billing(billing, isTable: true)
      writer.name("GlobalSecondaryIndexes")
      writer.array { writer in
        for index in indexes {
          writer.object { writer in
            writer.member("IndexName", index.name)
            writer.keys([index.partition, index.sort!])
            writer.projection(index.projection)
            writer.billing(billing, isTable: false)
          }
        }
      }
    }
  }
}

extension SecondaryIndex {
  /// The index of cells of that number, as `DynamoDBTable` makes it.
  public static func cells(_ number: Int) -> SecondaryIndex {
    SecondaryIndex(
      name: "cells\(number)", partition: KeySchema.Name.cellPartition(number),
      sort: KeySchema.Name.cellSort(number),
      projection: .include([
        KeySchema.Name.latitude, KeySchema.Name.longitude, KeySchema.Name.movedAt, KeySchema.Name.indexed,
        OwnAttribute.placedAt,
      ]))
  }
}

extension JSONWriter {
  fileprivate mutating func keys(_ names: [UTF8String]) {
    name("KeySchema")
    array { writer in
      for (name, type) in zip(names, ["HASH", "RANGE"]) {
        writer.object { writer in
          writer.member("AttributeName", name.string)
          writer.member("KeyType", type)
        }
      }
    }
  }

  fileprivate mutating func projection(_ projection: SecondaryIndex.Projection) {
    name("Projection")
    object { writer in
      switch projection {
      case .all: writer.member("ProjectionType", "ALL")
      case .keysOnly: writer.member("ProjectionType", "KEYS_ONLY")
      case .include(let names):
        writer.member("ProjectionType", "INCLUDE")
        writer.name("NonKeyAttributes")
        writer.array { writer in for name in names.sorted() { writer.text(name.string) } }
      }
    }
  }

  fileprivate mutating func billing(_ billing: DynamoDBTable.Billing, isTable: Bool) {
    switch billing {
    case .onDemand: if isTable { member("BillingMode", "PAY_PER_REQUEST") }
    case .provisioned(let read, let write):
      if isTable { member("BillingMode", "PROVISIONED") }
      name("ProvisionedThroughput")
      object { writer in
        writer.member("ReadCapacityUnits", read)
        writer.member("WriteCapacityUnits", write)
      }
    }
  }
}
