// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import TestSupport
import Testing

@testable import GeoDynamoAWS

/// Chat threads on a DynamoDB, on its best day and on a bad one; one at a time, as each opens dozens of connections.
@Suite(.serialized)
struct ThreadClaimTests {
  @Test(arguments: ThreadClaims.all)
  func holds(_ claim: Claim) async throws {
    let endpoint = try DynamoDBEndpoint()
    try await claim.run(TestTable.store(at: endpoint.url))
  }

  @Test(arguments: ThreadClaims.all)
  func holdsThroughFaults(_ claim: Claim) async throws {
    let endpoint = try DynamoDBEndpoint(seed: 6)
    let store = try await TestTable.store(at: endpoint.url)
    endpoint.faults.conflicts = 0.1
    endpoint.faults.failsBefore = 0.02
    endpoint.faults.emptiesPages = 0.1
    endpoint.faults.pageBytes = 3_000
    try await claim.run(store)
  }
}
