// SPDX-License-Identifier: Apache-2.0

/// What DynamoDB says of a table.
public struct TableDescription: Hashable, Sendable {
  /// An index of the table.
  public struct Index: Hashable, Sendable {
    /// Its name: `cells0`.
    public var name: String
    /// `ACTIVE`, `CREATING`, `UPDATING`, `DELETING`.
    public var status: String
    /// Its keys' attributes, the partition key's first.
    public var keys: [String]
    /// How many rows it has, as of some hours ago.
    public var rows: Int
    /// How many bytes they take, as of some hours ago.
    public var bytes: Int
  }

  /// The table's name.
  public var name: String
  /// `ACTIVE`, `CREATING`, `UPDATING`, `DELETING`.
  public var status: String
  /// The attributes of its primary key, the partition key's first.
  public var keys: [String]
  /// How it is paid.
  public var billing: DynamoDBTable.Billing
  /// How many items it has, as of some hours ago.
  public var items: Int
  /// How many bytes they take, as of some hours ago.
  public var bytes: Int
  /// Its indexes by name: global ones, then local ones.
  public var indexes: [Index]

  /// Whether the table and all its indexes can be used.
  public var isActive: Bool { status == "ACTIVE" && indexes.allSatisfy { $0.status == "ACTIVE" } }

  /// Reads the service's description; nil for something else.
  init?(_ table: JSONElement) {
    guard let name = table["TableName"]?.string, let status = table["TableStatus"]?.string else { return nil }
    self.name = name
    self.status = status
    keys = Self.keys(table)
    items = Int(table["ItemCount"]?.integer ?? 0)
    bytes = Int(table["TableSizeBytes"]?.integer ?? 0)
    let units = table["ProvisionedThroughput"]
    let (read, write) = (
      units?["ReadCapacityUnits"]?.integer ?? 0, units?["WriteCapacityUnits"]?.integer ?? 0
    )
    billing =
      table["BillingModeSummary"]?["BillingMode"]?.string == "PAY_PER_REQUEST" || read == 0
      ? .onDemand : .provisioned(readUnits: Int(read), writeUnits: Int(write))
    indexes = ["GlobalSecondaryIndexes", "LocalSecondaryIndexes"].flatMap { (kind: StaticString) in
      (table[kind]?.elements.map { $0 } ?? []).map { index in
        Index(
          name: index["IndexName"]?.string ?? "",
          // A local index is its table's and has no status of its own.
          status: index["IndexStatus"]?.string ?? status, keys: Self.keys(index),
          rows: Int(index["ItemCount"]?.integer ?? 0), bytes: Int(index["IndexSizeBytes"]?.integer ?? 0))
      }.sorted { $0.name < $1.name }
    }
  }

  private static func keys(_ element: JSONElement) -> [String] {
    (element["KeySchema"]?.elements.map { $0 } ?? [])
      .sorted { a, _ in a["KeyType"]?.isText("HASH") ?? false }
      .compactMap { $0["AttributeName"]?.string }
  }
}
