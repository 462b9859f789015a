// SPDX-License-Identifier: Apache-2.0

/// What the items of a collection lead to expect of its index.
struct ItemSurvey {
  /// The hashes of the rows that there must be, by the hash of the object's id.
  private(set) var expected: [UInt64: UInt64] = [:]
  /// For each index the leaves of the partitions in which items lie by their place, or by their keys.
  private(set) var partitions: [Set<ClosedRange<UInt64>>]
  /// Objects to look at again, and leaves in which rows of theirs may be.
  var suspects: [ObjectID: Set<UInt64>] = [:]
  private(set) var objects = 0
  private let indexes: [CellIndex]

  init(indexes: [CellIndex]) {
    self.indexes = indexes
    partitions = Array(repeating: [], count: indexes.count)
  }

  mutating func take(_ item: Item, of items: ObjectItems) {
    objects += 1
    guard let id = items.id(of: item) else { return }
    guard let row = try? ExpectedRow(item, of: items) else {
      suspects[id] = []
      return
    }
    for index in indexes {
      for leaf in [row.place?.leaf, row.keyLeaves[index.number]] {
        if let leaf { partitions[index.number].insert(index.leaves(ofPartitionOver: leaf)) }
      }
    }
    if row.place != nil { expected[RowSurvey.hash(ofID: id.text.string.utf8)] = row.hash }
    if !row.hasRightKeys { suspects[id] = Set(row.keyLeaves.compactMap { $0 }) }
  }
}

extension GeoIndex {
  /// Lends all items of objects, page by page; with `attributes`, only those of each.
  func forEachItem(
    attributes: Set<UTF8String>? = nil, _ body: ([Item]) async throws -> Void
  ) async throws {
    var start: PrimaryKey?
    repeat {
      let page = try await store.scan(allObjects(after: start, projection: attributes))
      try await body(page.items)
      start = page.next
    } while start != nil
  }
}

extension ObjectItems {
  /// The id in an item's key.
  func id(of item: Item) -> ObjectID? {
    item[KeySchema.Name.partition]?.string.flatMap { KeySchema.objectID(in: $0, of: collection) }
  }
}
