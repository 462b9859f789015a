// SPDX-License-Identifier: Apache-2.0

public import GeoHash

/// What is settled when a table is made and must be the same for all who read and write it.
///
/// It is kept in the table's own settings item and compared at every opening: a difference is an error that
/// names both values, never an empty answer.
public struct TableSettings: Hashable, Sendable {
  /// The grid of the cells in the index keys.
  public enum Grid: String, Hashable, Sendable, CaseIterable {
    /// S2 cells: nearly equal in area, no seam at ±180° or at a pole.
    case s2
    /// Geohashes: for people who read keys, and tables that have them.
    case geohash
  }

  /// The grid.
  public var grid: Grid
  /// The levels of the cells that partition the index, one index each. For geohashes a multiple of five, as keys hold
  /// whole characters.
  ///
  /// A finer level spreads writes over more partitions; a coarser one cuts the ranges of a far-reaching query into fewer
  /// requests. The default is one level of cells of about 36 km. Up to 10 km it adds no request; at 100 km a circle takes
  /// 39 requests instead of 15 at level 6, at 1,000 km 2,750 instead of 180, but even with one user for each km² its rows
  /// then cost a hundred times the least charge of these. A second index would make every move cost 5 write units instead of
  /// 3, and a partition of level 6 takes the writes of sixteen times as many users. `Benchmarks` prints the numbers.
  public var partitionLevels: [Int]

  /// Makes settings; the default partition has cells of about 36 km (S2) or 39 × 20 km (geohash) edge.
  ///
  /// - Throws: `GeometryError.level` for a partition level out of the grid's range.
  public init(grid: Grid = .s2, partitionLevels: [Int]? = nil) throws(GeometryError) {
    let levels = partitionLevels ?? [grid == .s2 ? 8 : 20]
    let allowed = grid == .s2 ? S2Cell.levels : 5...55
    for level in levels {
      guard allowed.contains(level), grid == .s2 || level % 5 == 0 else {
        throw .level(level, allowed: allowed)
      }
    }
    precondition(!levels.isEmpty, "a table has at least one partition level")
    self.grid = grid
    self.partitionLevels = levels
  }

  /// S2 cells, partitioned at level 8.
  public static let standard = try! TableSettings()

  /// The version of the layout that this program writes, and the greatest that it reads.
  static let version: Int64 = 1

  private enum Name {
    static let version: UTF8String = "version"
    static let grid: UTF8String = "grid"
    static let partitionLevels: UTF8String = "partitionLevels"
    static let earthRadius: UTF8String = "earthRadiusMeters"
  }

  /// The settings as an item.
  var item: Item {
    let key = KeySchema.settings
    return [
      KeySchema.Name.partition: .string(key.partition),
      KeySchema.Name.sort: .string(key.sort),
      Name.version: .number(DecimalNumber(Self.version)),
      Name.grid: .string(UTF8String(grid.rawValue)),
      Name.partitionLevels: .list(partitionLevels.map { .number(DecimalNumber(Int64($0))) }),
      Name.earthRadius: .number(try! DecimalNumber(Earth.radiusMeters)),
    ]
  }

  /// The settings in an item.
  ///
  /// - Throws: `StoreError` with `newerFormat`, `settingsMismatch` or `notAStore`.
  init(_ item: Item) throws {
    guard let version = item[Name.version]?.number.flatMap({ Int64(exactly: $0) }),
      let gridName = item[Name.grid]?.string,
      let radius = item[Name.earthRadius]?.number,
      let levels = item[Name.partitionLevels]?.list
    else { throw Self.damaged }
    guard version <= Self.version else {
      throw StoreError(
        .newerFormat,
        "the table has layout version \(version), this program knows up to \(Self.version): use a newer one",
        operation: "open")
    }
    guard Double(radius) == Earth.radiusMeters else {
      throw StoreError(
        .settingsMismatch,
        "the table was made for an earth radius of \(radius) m, this program measures with \(Earth.radiusMeters) m",
        operation: "open")
    }
    guard let grid = Grid(rawValue: gridName.string) else { throw Self.damaged }
    let numbers = levels.compactMap { $0.number.flatMap { Int64(exactly: $0) }.map { Int($0) } }
    guard numbers.count == levels.count, !numbers.isEmpty,
      let settings = try? TableSettings(grid: grid, partitionLevels: numbers)
    else { throw Self.damaged }
    self = settings
  }

  /// Throws unless these settings, read from a table, are those asked for.
  func check(against asked: TableSettings?) throws {
    guard let asked, asked != self else { return }
    throw StoreError(.settingsMismatch, "the table has \(self), not \(asked) as asked for", operation: "open")
  }

  private static let damaged = StoreError(
    .notAStore, "the table's settings item (pk schema, sk schema) is damaged", operation: "open")
}

extension TableSettings: CustomStringConvertible {
  /// `grid s2 with partition levels 8`.
  public var description: String {
    "grid \(grid.rawValue) with partition levels \(partitionLevels.map(String.init).joined(separator: ", "))"
  }
}
