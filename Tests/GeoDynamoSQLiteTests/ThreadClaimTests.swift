// SPDX-License-Identifier: Apache-2.0
import GeoDynamoSQLite
import TestSupport
import Testing

/// Chat threads on SQLite.
struct ThreadClaimTests {
  @Test(arguments: ThreadClaims.all)
  func holds(_ claim: Claim) async throws {
    let directory = try TemporaryDirectory()
    let store = try directory.store()
    try await claim.run(store)
    #expect(try store.check().problems == [])
  }
}
