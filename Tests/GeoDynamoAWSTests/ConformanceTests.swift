// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import TestSupport
import Testing

@testable import GeoDynamoAWS

/// The store means what every table store means, on each endpoint that runs here.
struct ConformanceTests {
  @Test(arguments: TableStoreConformance.claims)
  func conformsOnTheLoopbackEndpoint(to claim: Claim) async throws {
    let endpoint = try DynamoDBEndpoint()
    try await claim.run(TestTable.store(at: endpoint.url))
  }

  @Test(arguments: TableStoreConformance.claims)
  func conformsOnMinistack(to claim: Claim) async throws {
    try await claim.run(TestTable.store(at: LocalServer.ministack.value.endpoint))
  }

  @Test(arguments: TableStoreConformance.claims)
  func conformsOnMoto(to claim: Claim) async throws {
    try await claim.run(TestTable.store(at: LocalServer.moto.value.endpoint))
  }
}
