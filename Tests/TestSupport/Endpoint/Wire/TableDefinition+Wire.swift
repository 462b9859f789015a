// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoDynamoAWS

extension TableDefinition {
  /// Reads the body of CreateTable: a table with the text keys pk and sk, and indexes of a text partition key and a text
  /// sort key.
  init(_ root: JSONElement) throws {
    guard let name = root["TableName"]?.string, (3...255).contains(name.utf8.count) else {
      throw ServiceError.validation(
        "TableName must be at least 3 characters long and at most 255 characters long")
    }
    self.name = name
    var types: [String: String] = [:]
    for definition in root["AttributeDefinitions"].elements {
      types[definition["AttributeName"]?.string ?? ""] = definition["AttributeType"]?.string
    }
    func keys(_ element: JSONElement?) throws -> [String] {
      let keys = element.elements.map { ($0["AttributeName"]?.string ?? "", $0["KeyType"]?.string ?? "") }
      guard keys.map(\.1) == ["HASH", "RANGE"], keys.allSatisfy({ types[$0.0] == "S" }) else {
        throw ServiceError.validation(
          "the endpoint has tables and indexes with a text HASH and a text RANGE key only")
      }
      return keys.map(\.0)
    }
    guard try keys(root["KeySchema"]) == ["pk", "sk"] else {
      throw ServiceError.validation("the endpoint has tables with the keys pk and sk only")
    }
    var used: Set = ["pk", "sk"]
    for element in root["GlobalSecondaryIndexes"].elements {
      let names = try keys(element["KeySchema"])
      guard let name = element["IndexName"]?.string, let projection = element["Projection"] else {
        throw ServiceError.validation("an index needs IndexName and Projection")
      }
      used.formUnion(names)
      indexes.append(
        SecondaryIndex(
          name: name, partition: UTF8String(names[0]), sort: UTF8String(names[1]),
          projection: try Self.projection(projection)))
    }
    guard Set(types.keys) == used else {
      throw ServiceError.validation(
        "One or more parameter values were invalid: Some AttributeDefinitions are not used")
    }
    try readBilling(root)
  }

  private static func projection(_ element: JSONElement) throws -> SecondaryIndex.Projection {
    switch element["ProjectionType"]?.string {
    case "ALL": return .all
    case "KEYS_ONLY": return .keysOnly
    case "INCLUDE":
      let names = element["NonKeyAttributes"].elements.compactMap(\.string)
      guard (1...100).contains(names.count) else {
        throw ServiceError.validation("NonKeyAttributes must have length between 1 and 100")
      }
      return .include(Set(names.map { UTF8String($0) }))
    default: throw ServiceError.validation("ProjectionType must be ALL, KEYS_ONLY or INCLUDE")
    }
  }

  private mutating func readBilling(_ root: JSONElement) throws {
    isProvisioned = (root["BillingMode"]?.string ?? "PROVISIONED") == "PROVISIONED"
    let throughput = root["ProvisionedThroughput"]
    readUnits = Int(throughput?["ReadCapacityUnits"]?.integer ?? 0)
    writeUnits = Int(throughput?["WriteCapacityUnits"]?.integer ?? 0)
    guard isProvisioned ? readUnits > 0 && writeUnits > 0 : throughput == nil else {
      throw ServiceError.validation(
        "One or more parameter values were invalid: ReadCapacityUnits and WriteCapacityUnits must be specified when BillingMode is PROVISIONED, and only then"
      )
    }
  }
}

extension JSONWriter {
  /// Writes a table's description.
  mutating func description(of definition: TableDefinition, status: String) {
    object { writer in
      writer.member("TableName", definition.name)
      writer.member("TableStatus", status)
      writer.member("TableArn", "arn:aws:dynamodb:eu-west-1:000000000000:table/\(definition.name)")
      writer.member("ItemCount", 0)
      writer.member("TableSizeBytes", 0)
      writer.member("CreationDateTime", 1_700_000_000)
      writer.keySchema(["pk", "sk"])
      writer.key("AttributeDefinitions")
      let names = Set(
        ["pk", "sk"] + definition.indexes.flatMap { [$0.partition, $0.sort].compactMap { $0?.string } })
      writer.array(names) { writer, name in
        writer.object {
          $0.member("AttributeName", name)
          $0.member("AttributeType", "S")
        }
      }
      writer.key("BillingModeSummary")
      writer.object { $0.member("BillingMode", definition.isProvisioned ? "PROVISIONED" : "PAY_PER_REQUEST") }
      writer.key("ProvisionedThroughput")
      writer.object {
        $0.member("ReadCapacityUnits", definition.readUnits)
        $0.member("WriteCapacityUnits", definition.writeUnits)
      }
      guard !definition.indexes.isEmpty else { return }
      writer.key("GlobalSecondaryIndexes")
      writer.array(definition.indexes) { $0.description(of: $1, status: status) }
    }
  }

  private mutating func description(of index: SecondaryIndex, status: String) {
    object { writer in
      writer.member("IndexName", index.name)
      writer.member("IndexStatus", status)
      writer.keySchema([index.partition.string, index.sort?.string].compactMap { $0 })
      writer.key("Projection")
      writer.object { writer in
        switch index.projection {
        case .all: writer.member("ProjectionType", "ALL")
        case .keysOnly: writer.member("ProjectionType", "KEYS_ONLY")
        case .include(let names):
          writer.member("ProjectionType", "INCLUDE")
          writer.key("NonKeyAttributes")
          writer.array(names) { $0.text($1.string) }
        }
      }
    }
  }

  private mutating func keySchema(_ names: [String]) {
    key("KeySchema")
    array(zip(names, ["HASH", "RANGE"])) { writer, key in
      writer.object {
        $0.member("AttributeName", key.0)
        $0.member("KeyType", key.1)
      }
    }
  }
}
