// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import TestSupport
import Testing

struct ModelTableTests {
  @Test(arguments: TableStoreConformance.claims)
  func conforms(to claim: Claim) async throws {
    try await claim.run(ModelTable())
  }
}
