// SPDX-License-Identifier: Apache-2.0
public import GeoDynamo

/// A global secondary index: which items are in it, under which keys, and what it holds of them.
///
/// An item without the index's keys is not in it (a sparse index). An entry holds the index's keys, the table's keys and
/// the projected attributes.
/// Source: Amazon DynamoDB Developer Guide, "Using Global Secondary Indexes in DynamoDB".
public struct SecondaryIndex: Hashable, Sendable {
  /// Which attributes an index holds besides the keys.
  public enum Projection: Hashable, Sendable {
    /// None.
    case keysOnly
    /// Those of these names.
    case include(Set<UTF8String>)
    /// All.
    case all
  }

  /// The index's name.
  public var name: String
  /// The attribute that is its partition key.
  public var partition: UTF8String
  /// The attribute that is its sort key; nil for none.
  public var sort: UTF8String?
  /// What it holds.
  public var projection: Projection

  /// Makes an index.
  public init(name: String, partition: UTF8String, sort: UTF8String?, projection: Projection) {
    self.name = name
    self.partition = partition
    self.sort = sort
    self.projection = projection
  }

  /// The attributes that are keys of the index or of its table.
  public var keyNames: Set<UTF8String> {
    Set([KeySchema.Name.partition, KeySchema.Name.sort, partition] + (sort.map { [$0] } ?? []))
  }

  /// The values of the index's keys; nil for an item that is not in it.
  public func key(of item: Item?) -> [AttributeValue]? {
    guard let partition = item?[partition] else { return nil }
    guard let sort else { return [partition] }
    return item?[sort].map { [partition, $0] }
  }

  /// What the index holds of an item; nil for an item that is not in it. O(attributes).
  public func entry(of item: Item?) -> Item? {
    guard let item, key(of: item) != nil else { return nil }
    switch projection {
    case .all: return item
    case .keysOnly: return item.projected(to: keyNames)
    case .include(let names): return item.projected(to: names.union(keyNames))
    }
  }
}
