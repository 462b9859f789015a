// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import TestSupport
import Testing

@testable import GeoDynamoAWS

/// The store means what every table store means, on each endpoint that runs here.
///
/// Where an endpoint of others departs from the API reference, the claim is run, and must fail, for the reason that stands
/// beside its name.
struct ConformanceTests {
  @Test(arguments: TableStoreConformance.claims)
  func conformsOnTheLoopbackEndpoint(to claim: Claim) async throws {
    let endpoint = try DynamoDBEndpoint()
    try await claim.run(TestTable.store(at: endpoint.url))
  }

  @Test(arguments: TableStoreConformance.claims)
  func conformsOnMinistack(to claim: Claim) async throws {
    try await run(claim, at: LocalServer.ministack.value.endpoint, departures: Self.ministack)
  }

  @Test(arguments: TableStoreConformance.claims)
  func conformsOnMoto(to claim: Claim) async throws {
    try await run(claim, at: LocalServer.moto.value.endpoint, departures: Self.moto)
  }

  private func run(_ claim: Claim, at endpoint: String, departures: [String: Comment]) async throws {
    let store = try await TestTable.store(at: endpoint)
    guard let reason = departures[claim.name] else { return try await claim.run(store) }
    await withKnownIssue(reason, isIntermittent: Self.concurrent.contains(claim.name)) {
      try await claim.run(store)
    }
  }

  private static let invalidPaths: Comment =
    "an update may remove a path below a map that is not there; AWS: an invalid document path"

  private static let ministack: [String: Comment] = [
    "empty sets are refused at any depth, and so are 33 levels of lists":
      "refuses 32 levels; AWS: nested levels up to 32",
    "updates that cannot be carried out are validation errors and change nothing": invalidPaths,
    "conditions mean the same in the store as by themselves":
      "refuses begins_with on an attribute that is a number; AWS: only operands of the wrong type are refused",
  ].merging((1...4).map { ("\(random)\($0)", invalidPaths) }) { $1 }

  private static let moto: [String: Comment] = [
    "an item of 400 KB is held, a greater one refused": "counts more bytes than AWS's rules for item sizes",
    "the same transaction with the same token is carried out once": "forgets tokens",
    "an update that does not fit its item cancels the transaction, with validation as its reason":
      "answers ValidationException; AWS: TransactionCanceledException with ValidationError as a reason",
    "updates that cannot be carried out are validation errors and change nothing": invalidPaths,
    "conditions mean the same in the store as by themselves":
      "compares values of two types by Python's rules, and fails; AWS: false",
    "values of every type are read back as they were": "returns an empty map in a list as nothing",
  ].merging((1...4).map { ("\(random)\($0)", "compares values of two types by Python's rules, and fails") }) {
    $1
  }
  .merging(
    concurrent.map {
      ($0, "puts tables back as they were before a transaction that fails, with what others wrote meanwhile")
    }
  ) { $1 }

  /// Whether these fail on moto is a matter of time.
  private static let concurrent = [
    "concurrent additions all count",
    "of concurrent transactions that exclude each other one is carried out",
  ]
  private static let random = "a thousand random operations answer as the model does, seed "
}
