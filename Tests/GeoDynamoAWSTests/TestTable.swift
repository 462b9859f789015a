// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import TestSupport

@testable import GeoDynamoAWS

/// Tables of their own on the endpoints of a test run.
enum TestTable {
  /// Who asks local endpoints, which do not care.
  static let credentials = StaticCredentials(AWSCredentials(accessKeyID: "test", secretAccessKey: "test"))

  private static let transport = CurlTransport()

  /// How to reach an endpoint, over connections that all tests share.
  static func configuration(_ endpoint: String) -> DynamoDBConfiguration {
    DynamoDBConfiguration(
      region: "eu-west-1", endpoint: endpoint, credentials: credentials, transport: transport)
  }

  /// A store of a new table.
  static func store(
    at endpoint: String, settings: TableSettings = .standard,
    _ change: (inout DynamoDBConfiguration) -> Void = { _ in }
  ) async throws -> DynamoDBStore {
    var configuration = configuration(endpoint)
    change(&configuration)
    let name = LocalServer.uniqueTableName()
    try await DynamoDBTable(name: name, configuration: self.configuration(endpoint)).create(
      settings: settings)
    return DynamoDBStore(table: name, configuration: configuration)
  }
}
