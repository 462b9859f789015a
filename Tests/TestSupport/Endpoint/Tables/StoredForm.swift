// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoDynamoAWS
import GeoHash

/// How the endpoint keeps items and index rows in a SQLite store.
///
/// The store would keep an index of its own for items with `c0p`, and refuse those that are no located objects: for
/// DynamoDB they are items like others. The attribute is therefore kept under a name of the same length.
///
/// An index row is an item: partition key = the index's partition key, sort key = the index's sort key, a zero byte, a
/// hash of the item's key. The item's own key lies beside it under other names.
enum StoredForm {
  private static let cellPartition = KeySchema.Name.cellPartition(0)
  private static let hiddenCellPartition: UTF8String = "\u{1}0p"
  private static let itemPartition: UTF8String = "\u{1}pk"
  private static let itemSort: UTF8String = "\u{1}sk"

  /// The item as it is stored.
  static func item(_ item: Item) -> Item { renaming(cellPartition, to: hiddenCellPartition, in: item) }

  /// The item that was stored.
  static func original(_ stored: Item) -> Item {
    renaming(hiddenCellPartition, to: cellPartition, in: stored)
  }

  private static func renaming(_ name: UTF8String, to other: UTF8String, in item: Item) -> Item {
    guard let value = item[name] else { return item }
    var renamed = item
    renamed[name] = nil
    renamed[other] = value
    return renamed
  }

  /// The key of an index entry's row.
  static func rowKey(of entry: Item, in index: SecondaryIndex) -> PrimaryKey? {
    guard let partition = entry[index.partition]?.string,
      let sort = index.sort.flatMap({ entry[$0]?.string }),
      let key = entry.key
    else { return nil }
    return rowKey(partition, sort, of: key)
  }

  /// The key of the row that an item with the given keys would have.
  static func rowKey(_ partition: UTF8String, _ sort: UTF8String, of key: PrimaryKey) -> PrimaryKey {
    var hash = StableHash()
    hash.combine(bytes: key.partition.string.utf8)
    hash.combine(bytes: key.sort.string.utf8)
    let digits = String(hash.value, radix: 16)
    let padding = String(repeating: "0", count: 16 - digits.count)
    return PrimaryKey(partition: partition, sort: UTF8String("\(sort.string)\0\(padding)\(digits)"))
  }

  /// An index entry as it is stored.
  static func row(_ entry: Item, in index: SecondaryIndex) -> Item {
    guard let rowKey = rowKey(of: entry, in: index), let key = entry.key, let sort = index.sort else {
      preconditionFailure("an entry of an index has its keys")
    }
    var row = entry
    row[index.partition] = nil
    row[sort] = nil
    row[itemPartition] = .string(key.partition)
    row[itemSort] = .string(key.sort)
    return item(row.merging(rowKey.attributes) { $1 })
  }

  /// The index entry that was stored.
  static func entry(_ row: Item, in index: SecondaryIndex) -> Item {
    var entry = original(row)
    guard let rowKey = row.key, let sort = index.sort, let zero = rowKey.sort.string.utf8.lastIndex(of: 0)
    else {
      preconditionFailure("a row of an index has its key")
    }
    entry[KeySchema.Name.partition] = entry.removeValue(forKey: itemPartition)
    entry[KeySchema.Name.sort] = entry.removeValue(forKey: itemSort)
    entry[index.partition] = .string(rowKey.partition)
    entry[sort] = .string(UTF8String(String(rowKey.sort.string[..<zero])))
    return entry
  }

  /// The rows whose index sort key meets a condition. A row's sort key goes on with a zero byte, below all else.
  static func rowCondition(_ condition: QueryRequest.SortCondition?) -> QueryRequest.SortCondition? {
    func above(_ text: UTF8String) -> UTF8String { UTF8String(text.string + "\u{1}") }
    return switch condition {
    case .equals(let key)?: .beginsWith(UTF8String(key.string + "\0"))
    case .lessOrEqual(let key)?: .less(above(key))
    case .greater(let key)?: .greaterOrEqual(above(key))
    case .between(let lower, let upper)?: .between(lower, above(upper))
    case .less, .greaterOrEqual, .beginsWith, nil: condition
    }
  }
}
