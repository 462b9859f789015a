// SPDX-License-Identifier: Apache-2.0

/// What the cell index holds of one item: the projection of DynamoDB's global secondary index, as a value.
///
/// An item without index keys has none (a sparse index). A store with an index of its own keeps exactly this,
/// in step with the item.
public struct IndexEntry: Hashable, Sendable {
  /// The collection's name, from the index's partition key.
  public var collection: UTF8String
  /// The number of the leaf cell, from the index's sort key.
  public var leaf: UInt64
  /// The object's id, from the item's partition key.
  public var id: UTF8String
  /// Degrees.
  public var latitude: Double
  /// Degrees.
  public var longitude: Double
  /// Microseconds since 1970.
  public var movedAt: Int64
  /// The declared attributes.
  public var attributes: Item

  /// The entry of `item` in the index of cells; nil when the item has no index keys.
  ///
  /// - Throws: `StoreError` with `validation` when keys or position are there but not of their form.
  public init?(of item: Item) throws {
    guard let partition = item[KeySchema.Name.cellPartition(0)], let sort = item[KeySchema.Name.cellSort(0)]
    else { return nil }
    guard case .string(let partition) = partition, case .string(let sort) = sort,
      case .string(let key)? = item[KeySchema.Name.partition],
      let leaf = CellKeys.leaf(inSortKey: sort),
      let collection = partition.string.utf8.split(separator: UInt8(ascii: "#")).first,
      case .number(let latitude)? = item[KeySchema.Name.latitude],
      case .number(let longitude)? = item[KeySchema.Name.longitude],
      case .number(let movedAt)? = item[KeySchema.Name.movedAt], let movedAt = Int64(exactly: movedAt)
    else { throw Self.malformed }
    let prefix = "o#\(Substring(collection))#"
    guard key.string.utf8.starts(with: prefix.utf8) else { throw Self.malformed }
    self.collection = UTF8String(String(Substring(collection)))
    self.leaf = leaf
    id = UTF8String(String(Substring(key.string.utf8.dropFirst(prefix.utf8.count))))
    self.latitude = Double(latitude)
    self.longitude = Double(longitude)
    self.movedAt = movedAt
    switch item[KeySchema.Name.indexed] {
    case .map(let map)?: attributes = map
    case nil: attributes = [:]
    default: throw Self.malformed
    }
  }

  private static let malformed = StoreError(
    .validation, "an item with index keys must be a located object with lat, lon and movedAt",
    operation: "put")
}
