// SPDX-License-Identifier: Apache-2.0
import GeoDynamoAWS

extension JSONWriter {
  /// Writes the member ConsumedCapacity, if the request asks for it.
  mutating func capacity(of table: EndpointTable, _ units: WriteUnits, asked request: EndpointRequest) {
    capacity(of: table, table: units.table, indexes: units.indexes, asked: request)
  }

  /// Writes the member ConsumedCapacity, if the request asks for it.
  mutating func capacity(
    of table: EndpointTable, table units: Double, indexes: [String: Double] = [:],
    asked request: EndpointRequest
  ) {
    guard let detail = request.capacityDetail else { return }
    key("ConsumedCapacity")
    capacity(table.definition.name, units, indexes, detail)
  }

  /// Writes the member ConsumedCapacity of a batch or a transaction, if the request asks for it.
  mutating func capacities(_ units: [String: WriteUnits], asked request: EndpointRequest) {
    guard let detail = request.capacityDetail else { return }
    key("ConsumedCapacity")
    array(units) { $0.capacity($1.key, $1.value.table, $1.value.indexes, detail) }
  }

  private mutating func capacity(
    _ table: String, _ units: Double, _ indexes: [String: Double], _ detail: EndpointRequest.CapacityDetail
  ) {
    object { writer in
      writer.member("TableName", table)
      writer.member("CapacityUnits", indexes.values.reduce(units, +))
      guard detail == .indexes else { return }
      writer.key("Table")
      writer.object { $0.member("CapacityUnits", units) }
      guard !indexes.isEmpty else { return }
      writer.key("GlobalSecondaryIndexes")
      writer.object { writer in
        for (name, units) in indexes {
          writer.key(name)
          writer.object { $0.member("CapacityUnits", units) }
        }
      }
    }
  }
}

extension EndpointRequest {
  /// How much an answer says about its price.
  enum CapacityDetail {
    case total, indexes
  }

  /// What ReturnConsumedCapacity asks for; nil for nothing.
  fileprivate var capacityDetail: CapacityDetail? {
    switch words["ReturnConsumedCapacity"] {
    case "TOTAL": .total
    case "INDEXES": .indexes
    default: nil
    }
  }
}
