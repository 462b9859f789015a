// SPDX-License-Identifier: Apache-2.0
public import GeoDynamo
public import Testing

/// What every store must do, as claims that a test target runs on each of its stores.
///
/// ```
/// @Test(arguments: TableStoreConformance.claims)
/// func conforms(to claim: Claim) async throws { try await claim.run(makeEmptyStore()) }
/// ```
public enum TableStoreConformance {
  /// All claims. None needs another to have run; each needs a table of its own.
  public static var claims: [Claim] {
    putClaims + deleteClaims + updateClaims + valueClaims + limitClaims + queryClaims + pageClaims
      + scanClaims
      + batchClaims + transactClaims + modelClaims
  }
}

/// One thing that every store must do, tried on a table that has no items when it begins.
public struct Claim: Sendable, CustomTestStringConvertible {
  /// What is claimed.
  public let name: String
  /// Tries it: failed expectations are recorded with the running test, faults of the store thrown.
  public let run: @Sendable (any TableStore) async throws -> Void

  init(_ name: String, _ run: @escaping @Sendable (any TableStore) async throws -> Void) {
    self.name = name
    self.run = run
  }

  /// The name.
  public var testDescription: String { name }
}

// MARK: - Words the claims are written in

func key(_ partition: UTF8String, _ sort: UTF8String) -> PrimaryKey {
  PrimaryKey(partition: partition, sort: sort)
}

func item(_ partition: UTF8String, _ sort: UTF8String, _ attributes: Item = [:]) -> Item {
  attributes.merging(["pk": .string(partition), "sk": .string(sort)]) { $1 }
}

/// Expects a `StoreError` of that code, and returns it.
@discardableResult
func expectError(
  _ code: StoreError.Code, at location: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
) async -> StoreError? {
  do {
    try await body()
    Issue.record("expected the error \(code), but none was thrown", sourceLocation: location)
  } catch let error as StoreError {
    #expect(error.code == code, "\(error.message)", sourceLocation: location)
    return error
  } catch {
    Issue.record("expected the StoreError \(code), not \(error)", sourceLocation: location)
  }
  return nil
}

/// A walk that should have ended long ago.
struct EndlessPages: Error {}

extension TableStore {
  /// The sort keys of a query's items, in the order they came, over all pages.
  func sortKeys(_ request: QueryRequest) async throws -> [UTF8String] {
    try await pages(request).flatMap { $0.items.compactMap { $0.key?.sort } }
  }

  func pages(_ request: QueryRequest) async throws -> [ItemPage] {
    var request = request
    var pages: [ItemPage] = []
    repeat {
      guard pages.count < 1_000 else { throw EndlessPages() }
      pages.append(try await query(request))
      request.start = pages.last?.next
    } while request.start != nil
    return pages
  }

  func pages(_ request: ScanRequest) async throws -> [ItemPage] {
    var request = request
    var pages: [ItemPage] = []
    repeat {
      guard pages.count < 1_000 else { throw EndlessPages() }
      pages.append(try await scan(request))
      request.start = pages.last?.next
    } while request.start != nil
    return pages
  }
}
