// SPDX-License-Identifier: Apache-2.0
package import GeoDynamo

/// Reads pages of a dynamodb-geo table: what `DynamoDBGeoStore` needs of DynamoDB.
package protocol DynamoDBGeoSource: Sendable {
  /// One page of the local index.
  ///
  /// - Parameters:
  ///   - piece: The hash key and the stored ids.
  ///   - start: The `next` of the page before.
  func query(_ piece: DecimalPrefixes.Piece, after start: Item?) async throws -> DynamoDBGeoPage

  /// One page of the table or of a segment of it.
  ///
  /// - Parameters:
  ///   - request: Segment and limit; nothing else counts.
  ///   - start: The key to start after: hash key and range key.
  ///   - ids: Only items with one of these range keys are returned; nil for all. At most 100.
  func scan(_ request: ScanRequest, after start: Item?, onlyIDs ids: [UTF8String]?) async throws
    -> DynamoDBGeoPage
}

/// A page of a dynamodb-geo table.
package struct DynamoDBGeoPage: Sendable {
  /// The items.
  package var items: [Item]
  /// How many items were read.
  package var scannedCount: Int
  /// The key to start the next page after; nil when there is none.
  package var next: Item?
  /// What the page cost, in read units; nil where the answer does not say.
  package var charged: Double?

  /// Makes a page.
  package init(items: [Item], scannedCount: Int, next: Item?, charged: Double? = nil) {
    self.items = items
    self.scannedCount = scannedCount
    self.next = next
    self.charged = charged
  }
}
