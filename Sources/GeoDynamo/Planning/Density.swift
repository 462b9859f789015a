// SPDX-License-Identifier: Apache-2.0

/// What a query believes of how many objects there are: before it reads, and as it reads.
struct Density: Sendable {
  /// The objects there would be if all of the globe were as dense as here.
  private(set) var rowsPerGlobe: Double
  /// Of those, the ones that the query would return.
  private(set) var matchesPerGlobe: Double
  /// What the first belief rests on.
  let source: DensitySource

  /// What was believed before anything was read, unless that was mere assumption.
  let believedPerGlobe: Double?

  init(rowsPerGlobe: Double, source: DensitySource) {
    self.rowsPerGlobe = rowsPerGlobe
    matchesPerGlobe = rowsPerGlobe
    self.source = source
    believedPerGlobe = source == .standard ? nil : rowsPerGlobe
  }

  /// Takes note of all that was read so far. Nothing found in what was read leaves the least that may still be there.
  mutating func observe(rows: Int, matches: Int, areaShare: Double) {
    guard areaShare > 0 else { return }
    rowsPerGlobe = max(Double(rows), 0.5) / areaShare
    matchesPerGlobe = max(Double(matches), 0.5) / areaShare
  }
}
