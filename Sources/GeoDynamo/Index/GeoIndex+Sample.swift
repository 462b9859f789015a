// SPDX-License-Identifier: Apache-2.0

public import GeoHash

/// About how many objects a region holds, by a random sample of its cells.
public struct SampledCount: Hashable, Sendable {
  /// The likeliest number.
  public var count: Int
  /// The half width of the interval about it that holds the true number in 95 of 100 samples; 0 when all was read.
  public var margin: Int
  /// Index rows read.
  public var rows: Int
  /// How many cells were drawn.
  public var cells: Int
}

extension GeoIndex {
  /// About how many objects a region holds, reading about so many index rows at random places of it.
  ///
  /// Cells are drawn with a chance in proportion to their counted objects or, without counts, to their area; large ones are
  /// divided and one part is drawn. A drawn cell tells how many matches there would be if all cells were like it: the
  /// mean of these is the answer (M. H. Hansen and W. N. Hurwitz, "On the theory of sampling from finite populations",
  /// 1943), and 1.96 standard errors of it the margin. A region of no more objects than that is read whole.
  ///
  /// - Parameters:
  ///   - region: Any shape.
  ///   - rows: About how many rows to read, at least 1.
  ///   - filter: Which objects count.
  ///   - options: Ids that do not count, and since when.
  ///   - random: Where chance comes from.
  public func sampledCount(
    in region: any Region, reading rows: Int, where filter: Filter? = nil,
    options: QueryOptions = QueryOptions(), using random: inout some RandomNumberGenerator
  ) async throws -> SampledCount {
    guard rows > 0 else { throw InputError.limit(rows) }
    let query = try query(for: region, where: filter, options: options)
    return switch settings.grid {
    case .s2: try await sample(query, rows, by: S2Cell.self, using: &random)
    case .geohash: try await sample(query, rows, by: GeohashCell.self, using: &random)
    }
  }

  private func sample<Cell: GridCell>(
    _ query: RegionQuery, _ rows: Int, by grid: Cell.Type, using random: inout some RandomNumberGenerator
  ) async throws -> SampledCount {
    let counted = try await counts(meeting: query.region, by: grid)
    if let counted, counted.reduce(0, { $0 + $1.count }) <= rows {
      return try await readAll(counted.map(\.cell), query)
    }
    let strata: [(cell: Cell, weight: Double)] =
      counted?.map { ($0.cell, Double($0.count)) }
      ?? covering(query.region, by: grid).map { ($0.cell, $0.cell.areaShare) }
    let total = strata.reduce(0) { $0 + $1.weight }
    guard total > 0 else { return SampledCount(count: 0, margin: 0, rows: 0, cells: 0) }
    var sums: [Double] = []
    for stratum in strata { sums.append((sums.last ?? 0) + stratum.weight) }
    var guesses: [Double] = []
    var result = SampledCount(count: 0, margin: 0, rows: 0, cells: 0)
    let largest = max(Double(rows) / 30, 1)
    while guesses.count < 30 || (result.rows < rows && guesses.count < 2 * rows) {
      let place = Double.random(in: 0..<total, using: &random)
      let number = min(Self.firstIndex(in: sums, above: place), strata.count - 1)
      var (cell, weight) = strata[number]
      var expected = counted.map { Double($0[number].count) } ?? 0
      while expected > largest, cell.level < Cell.levels.upperBound {
        cell = cell.child(.random(in: 0..<Cell.childCount, using: &random))
        weight /= Double(Cell.childCount)
        expected /= Double(Cell.childCount)
      }
      let part = try await readAll([cell], query)
      result.rows += part.rows
      guesses.append(Double(part.count) * total / weight)
    }
    result.cells = guesses.count
    let mean = guesses.reduce(0, +) / Double(guesses.count)
    let variance = guesses.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(guesses.count - 1)
    result.count = Int(mean.rounded())
    result.margin = Int((1.96 * (variance / Double(guesses.count)).squareRoot()).rounded(.up))
    return result
  }

  /// Cells that hold a region, for a store without counts.
  private func covering<Cell: GridCell>(_ region: some Region, by grid: Cell.Type) -> [CoveringCell<Cell>] {
    Coverer(maximumCells: 512).covering(of: region, by: grid)
  }

  /// The matches in some cells, counted one by one.
  private func readAll<Cell: GridCell>(_ cells: [Cell], _ query: RegionQuery) async throws -> SampledCount {
    var counter = MatchCounter(query: query, readsAreSnapshots: store.readsAreSnapshots)
    let ranges = cells.map(\.leafRange).sorted { $0.lowerBound < $1.lowerBound }
      .flatMap { store.rangesSpanPartitions ? [$0] : planner.partitions(of: $0) }
      .map { IndexRange(leaves: $0, minimumDistanceMeters: 0) }
    let report = try await store.read(ranges, of: collection, index: settings.indexes[0], into: &counter)
    return SampledCount(count: counter.count, margin: 0, rows: report.rows, cells: cells.count)
  }

  private static func firstIndex(in sums: [Double], above place: Double) -> Int {
    var (low, high) = (0, sums.count)
    while low < high {
      let middle = (low + high) / 2
      if sums[middle] > place { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
