// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import TestSupport
import Testing

@testable import GeoDynamoAWS

/// Tables as a whole, on an endpoint of others.
struct TableTests {
  private func table(_ name: String) async throws -> DynamoDBTable {
    try await DynamoDBTable(
      name: name, configuration: TestTable.configuration(LocalServer.ministack.value.endpoint))
  }

  @Test func aTableIsWhatItWasMadeAsUntilItIsDeleted() async throws {
    let table = try await table(LocalServer.uniqueTableName())
    let settings = try TableSettings(partitionLevels: [6, 10])
    try await table.create(settings: settings, billing: .provisioned(readUnits: 7, writeUnits: 3))
    let description = try await table.describe()
    #expect(description.name == table.name && description.isActive && description.keys == ["pk", "sk"])
    #expect(description.billing == .provisioned(readUnits: 7, writeUnits: 3))
    #expect(description.indexes.map(\.name) == ["cells0", "cells1"])
    #expect(description.indexes.map(\.keys) == [["c0p", "c0s"], ["c1p", "c1s"]])
    let again = await #expect(throws: StoreError.self) { try await table.create(settings: settings) }
    #expect(again?.code == .tableExists)
    try await table.setTimeToLive(attribute: "expires")
    try await table.delete()
    let gone = await #expect(throws: StoreError.self) { try await table.describe() }
    #expect(gone?.code == .storeNotFound)
  }

  @Test(arguments: ["", "ab", "a b", "tässä", "a/b", String(repeating: "x", count: 256)])
  func whatIsNoNameIsRefusedBeforeItIsSent(name: String) async {
    let configuration = DynamoDBConfiguration(
      region: "eu-west-1", endpoint: "http://127.0.0.1:1", credentials: TestTable.credentials,
      transport: ScriptedTransport([]))
    let error = await #expect(throws: StoreError.self) {
      try await DynamoDBTable(name: name, configuration: configuration).describe()
    }
    #expect(error?.code == .validation)
  }

  @Test func unitsBelowOneAreRefused() async throws {
    let table = try await table(LocalServer.uniqueTableName())
    let error = await #expect(throws: StoreError.self) {
      try await table.create(settings: .standard, billing: .provisioned(readUnits: 0, writeUnits: 1))
    }
    #expect(error?.code == .validation)
  }
}
