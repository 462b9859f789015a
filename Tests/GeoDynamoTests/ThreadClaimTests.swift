// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import TestSupport
import Testing

/// Chat threads on the plainest table that can be right.
struct ThreadClaimTests {
  @Test(arguments: ThreadClaims.all)
  func holds(_ claim: Claim) async throws {
    try await claim.run(ModelTable())
  }
}
