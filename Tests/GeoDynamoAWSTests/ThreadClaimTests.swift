// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import TestSupport
import Testing

@testable import GeoDynamoAWS

/// Chat threads on a DynamoDB, on its best day and on a bad one. Without sockets, of which so many claims at once would need
/// hundreds.
struct ThreadClaimTests {
  @Test(arguments: ThreadClaims.all)
  func holds(_ claim: Claim) async throws {
    try await claim.run(Self.store(at: DynamoDBEndpoint()))
  }

  @Test(arguments: ThreadClaims.all)
  func holdsThroughFaults(_ claim: Claim) async throws {
    let endpoint = try DynamoDBEndpoint(seed: 6)
    let store = try await Self.store(at: endpoint)
    endpoint.faults.conflicts = 0.1
    endpoint.faults.failsBefore = 0.02
    endpoint.faults.emptiesPages = 0.1
    endpoint.faults.pageBytes = 3_000
    try await claim.run(store)
  }

  private static func store(at endpoint: DynamoDBEndpoint) async throws -> DynamoDBStore {
    let name = LocalServer.uniqueTableName()
    try await DynamoDBTable(name: name, configuration: endpoint.configuration).create(settings: .standard)
    return DynamoDBStore(table: name, configuration: endpoint.configuration)
  }
}
