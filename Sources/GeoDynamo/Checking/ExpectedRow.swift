// SPDX-License-Identifier: Apache-2.0

import GeoHash

/// What an item says of itself, and what its index keys and rows must therefore be.
struct ExpectedRow {
  /// Where the object is, and the number of the leaf cell that holds the place.
  let place: (coordinate: Coordinate, leaf: UInt64, movedAt: Timestamp)?
  /// The hash of its row; of no meaning without a position.
  let hash: UInt64
  /// Whether the item has the index keys of its place, and none without one.
  let hasRightKeys: Bool
  /// The leaves that its keys name, right or wrong, by index; nil where there is no key that names one.
  let keyLeaves: [UInt64?]

  /// - Throws: `StoreError` with `notAStore` when the item is not one of an object.
  init(_ item: Item, of items: ObjectItems) throws {
    let object = try items.object(in: item)
    let indices = items.settings.partitionLevels.indices
    keyLeaves = indices.map { index in
      item[KeySchema.Name.cellSort(index)]?.string.flatMap { CellKeys.leaf(inSortKey: $0) }
    }
    guard let coordinate = object.coordinate, let movedAt = object.movedAt else {
      place = nil
      hash = 0
      hasRightKeys = indices.allSatisfy {
        item[KeySchema.Name.cellPartition($0)] == nil && item[KeySchema.Name.cellSort($0)] == nil
      }
      return
    }
    place = (coordinate, items.settings.leaf(of: coordinate), movedAt)
    hash = Self.hash(
      latitude: coordinate.latitude, longitude: coordinate.longitude, movedAt: movedAt.microseconds,
      attributes: ItemCodec.encode(item[KeySchema.Name.indexed]?.map ?? [:]))
    let keys = CellKeys(of: coordinate, in: items.collection, by: items.settings).keys
    hasRightKeys = zip(indices, keys).allSatisfy { index, key in
      guard let partition = item[KeySchema.Name.cellPartition(index)]?.string else { return false }
      return Self.isShard(partition, of: key.partition)
        && item[KeySchema.Name.cellSort(index)] == .string(key.sort)
    }
  }

  /// What a row holds besides its id, as one number.
  static func hash(latitude: Double, longitude: Double, movedAt: Int64, attributes: [UInt8]) -> UInt64 {
    var hash = StableHash()
    hash.combine(latitude.bitPattern)
    hash.combine(longitude.bitPattern)
    hash.combine(UInt64(bitPattern: movedAt))
    hash.combine(bytes: attributes)
    return hash.value
  }

  /// Whether an index's partition key is that of a cell, or of one of its shards: `#` and a number from 1 up behind it.
  private static func isShard(_ key: UTF8String, of cell: UTF8String) -> Bool {
    guard key.hasPrefix(cell) else { return false }
    let rest = key.string.utf8.dropFirst(cell.string.utf8.count)
    guard let mark = rest.first else { return true }
    let digits = rest.dropFirst()
    return mark == UInt8(ascii: "#") && !digits.isEmpty && digits.first != UInt8(ascii: "0")
      && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
