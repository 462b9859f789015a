// SPDX-License-Identifier: Apache-2.0
public import GeoDynamo

/// What Amazon DynamoDB charges for one write, in write units, by its published rules: for the table and for each of its
/// global secondary indexes.
///
/// ```
/// let units = WriteUnits(replacing: old, with: new, in: [cells])
/// units.total  // 3 for a move that changes the index's keys
/// ```
///
/// The 100 bytes of overhead for each index entry are billed as storage and are no part of this.
/// Sources: Amazon DynamoDB Developer Guide, "DynamoDB read and write operations", capacity unit consumption for writes;
/// "Using Global Secondary Indexes in DynamoDB", write capacity units; "Amazon DynamoDB Transactions: How it works".
public struct WriteUnits: Hashable, Sendable {
  /// The step that sizes are rounded up to.
  public static let stepBytes = 1_024

  /// Units of the table.
  public var table: Double
  /// Units of each index that was written to, by its name.
  public var indexes: [String: Double]

  /// Units of the table and of all indexes.
  public var total: Double { indexes.values.reduce(table, +) }

  /// Those of one write that is carried out.
  ///
  /// The table is charged for the larger one of the item before and after, however little of it changes, and one unit at
  /// least. An index is charged for an entry that appears, changes or goes, for both where its keys change, and not at
  /// all where its entry stays as it was.
  ///
  /// - Parameters:
  ///   - old: The item before; nil for none.
  ///   - new: The item after; nil for none.
  ///   - indexes: The indexes of the table.
  ///   - isTransactional: Whether it is one of a transaction, which writes the table twice: to prepare and to commit.
  ///     Indexes follow once, after the commit.
  public init(
    replacing old: Item?, with new: Item?, in indexes: [SecondaryIndex] = [], isTransactional: Bool = false
  ) {
    table = Self.units(max(old?.size ?? 0, new?.size ?? 0)) * (isTransactional ? 2 : 1)
    self.indexes = [:]
    for index in indexes {
      let units = Self.units(of: index, replacing: old, with: new)
      if units > 0 { self.indexes[index.name] = units }
    }
  }

  /// Those of a write whose condition does not hold, and of a condition check in a transaction.
  ///
  /// - Parameters:
  ///   - item: The item that the condition was held against; nil for none.
  ///   - isTransactional: Whether it is one of a transaction.
  public init(checking item: Item?, isTransactional: Bool = false) {
    table = Self.units(item?.size ?? 0) * (isTransactional ? 2 : 1)
    indexes = [:]
  }

  /// Adds up units of several writes.
  public static func + (a: WriteUnits, b: WriteUnits) -> WriteUnits {
    var sum = a
    sum.table += b.table
    sum.indexes.merge(b.indexes, uniquingKeysWith: +)
    return sum
  }

  private static func units(of index: SecondaryIndex, replacing old: Item?, with new: Item?) -> Double {
    switch (index.entry(of: old), index.entry(of: new)) {
    case (nil, nil): 0
    case (let entry?, nil), (nil, let entry?): units(entry.size)
    case (let before?, let after?):
      if before == after {
        0
      } else if index.key(of: before) == index.key(of: after) {
        units(max(before.size, after.size))
      } else {
        units(before.size) + units(after.size)
      }
    }
  }

  private static func units(_ bytes: Int) -> Double { Double(max(1, (bytes + stepBytes - 1) / stepBytes)) }
}
