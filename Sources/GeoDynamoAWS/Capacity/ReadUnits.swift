// SPDX-License-Identifier: Apache-2.0

/// How fresh a read must be, which sets its price.
public enum ReadConsistency: Hashable, Sendable {
  /// May miss the latest writes: half a unit for each started 4 KB. All that an index offers.
  case eventual
  /// Sees every acknowledged write: one unit.
  case strong
  /// Part of a transaction: two units.
  case transactional

  fileprivate var unitsPerStep: Double {
    switch self {
    case .eventual: 0.5
    case .strong: 1
    case .transactional: 2
    }
  }
}

/// What Amazon DynamoDB charges for reading, in read units, by its published rules.
///
/// Only what is read counts: filters, projections, and asking for counts only change nothing.
/// Source: Amazon DynamoDB Developer Guide, "DynamoDB read and write operations", capacity unit consumption for reads.
public enum ReadUnits {
  /// The step that sizes are rounded up to.
  public static let stepBytes = 4_096

  /// GetItem.
  ///
  /// - Parameters:
  ///   - size: The item's size in bytes; nil for a key without an item, which costs as much as the smallest.
  ///   - consistency: How fresh the read is.
  public static func getting(_ size: Int?, _ consistency: ReadConsistency) -> Double {
    Double(steps(size ?? 0)) * consistency.unitsPerStep
  }

  /// BatchGetItem and TransactGetItems: each item is rounded up by itself.
  ///
  /// - Parameters:
  ///   - sizes: The size of each key's item in bytes; nil for a key without one.
  ///   - consistency: How fresh the read is.
  public static func getting(_ sizes: [Int?], _ consistency: ReadConsistency) -> Double {
    sizes.reduce(0) { $0 + getting($1, consistency) }
  }

  /// One page of a Query or a Scan, of a table or of an index: its sizes are added up and then rounded, and an empty
  /// page costs one step.
  ///
  /// - Parameters:
  ///   - bytes: The sizes of all items read, whether they passed the filter or not; of an index, of its entries.
  ///   - consistency: How fresh the read is.
  public static func page(bytes: Int, _ consistency: ReadConsistency) -> Double {
    Double(steps(bytes)) * consistency.unitsPerStep
  }

  private static func steps(_ bytes: Int) -> Int { max(1, (bytes + stepBytes - 1) / stepBytes) }
}
