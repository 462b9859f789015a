// SPDX-License-Identifier: Apache-2.0
import GeoDynamoSQLite
import TestSupport
import Testing

/// The store means what every table store means.
struct StoreConformanceTests {
  @Test(arguments: TableStoreConformance.claims)
  func conforms(to claim: Claim) async throws {
    let directory = try TemporaryDirectory()
    let store = try directory.store()
    try await claim.run(store)
    #expect(try store.check().problems == [])
  }
}
