// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoDynamoAWS
import TestSupport
import Testing

/// The loopback endpoint means what every table store means, through the client.
struct EndpointConformanceTests {
  @Test(arguments: TableStoreConformance.claims)
  func conforms(to claim: Claim) async throws {
    let endpoint = try DynamoDBEndpoint()
    try await DynamoDBTable(name: "table", configuration: endpoint.configuration).create(settings: .standard)
    try await claim.run(DynamoDBStore(table: "table", configuration: endpoint.configuration))
  }
}
