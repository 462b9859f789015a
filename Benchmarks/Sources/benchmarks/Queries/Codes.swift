// SPDX-License-Identifier: Apache-2.0

import CCodes
import CCounters
import CS2Covering
import Foundation
import GeoHash

/// What the names of cells take, of both grids, beside C: of a place and back, and those round about.
enum Codes {
  private static let places = 5_000
  private static let rounds = 15
  private static let seed: UInt64 = 12

  static func run(_ report: inout Report) throws {
    print("\(places) places of seed \(seed), best of \(rounds) rounds in turns; processor time of each\n")
    report.heading("operation", ["ns", "allocations", "C, ns", "of C's"])
    let data = try CodeData(count: places, seed: seed)
    for comparison in data.comparisons {
      var (ours, theirs): ([Double], [Double]) = ([], [])
      var (allocations, sums): (Double, (UInt64, UInt64)) = (0, (0, 0))
      for _ in 0..<rounds {
        let count = allocation_count()
        ours.append(time { sums.0 = comparison.ours() })
        allocations = Double(allocation_count() - count) / Double(places)
        theirs.append(time { sums.1 = comparison.theirs() })
      }
      report.check(Double(sums.0 % 1_000_003))
      let isMeasured = sums.1 != 0
      // Middles may differ in the last place; everything else is the same to the bit.
      if isMeasured, comparison.isExact, sums.0 != sums.1 {
        print("\(comparison.name): not what C computes")
        exit(1)
      }
      let (mine, rival) = (ours.min()!, theirs.min()!)
      report.row(
        comparison.name,
        [
          String(format: "%.1f", mine), String(format: "%.2f", allocations),
          isMeasured ? String(format: "%.1f", rival) : "not measured",
          isMeasured ? String(format: "%.2f", mine / rival) : "not measured",
        ])
      report.record("\(comparison.name) ns", mine)
      if isMeasured { report.record("\(comparison.name) of C's", mine / rival) }
    }
  }

  private static func time(_ body: () -> Void) -> Double {
    let start = thread_seconds()
    body()
    return (thread_seconds() - start) * 1e9 / Double(places)
  }
}

/// One operation in Swift and in C; each returns a sum of all it computed, C 0 when it is not there.
private struct CodeComparison {
  let name: String
  let isExact: Bool
  let ours: () -> UInt64
  let theirs: () -> UInt64
}

/// The places and what C needs of them, in its own form.
private final class CodeData {
  private let coordinates: [Coordinate]
  private let hashes: [Geohash]
  private let texts: [String]
  private let leaves: [S2Cell]
  private let latitudes: [Double]
  private let longitudes: [Double]
  private let characters: [CChar]
  private let ids: [UInt64]
  private var written: [CChar]
  private var found: [UInt64]
  private var middleLatitudes: [Double]
  private var middleLongitudes: [Double]

  init(count: Int, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    coordinates = (0..<count).map { _ in Ground.place(using: &random) }
    hashes = try coordinates.map { try Geohash(containing: $0, precision: 12) }
    texts = hashes.map(\.text)
    leaves = coordinates.map { S2Cell(leafContaining: $0) }
    latitudes = coordinates.map(\.latitude)
    longitudes = coordinates.map(\.longitude)
    characters = texts.flatMap { $0.utf8.map { CChar(bitPattern: $0) } }
    ids = leaves.map(\.id)
    written = [CChar](repeating: 0, count: 8 * 12 * count)
    found = [UInt64](repeating: 0, count: 8 * count)
    middleLatitudes = [Double](repeating: 0, count: count)
    middleLongitudes = middleLatitudes
  }

  var comparisons: [CodeComparison] {
    let count = coordinates.count
    return [
      CodeComparison(name: "geohash of a place", isExact: true) { [self] in
        var sum: UInt64 = 0
        for place in coordinates {
          sum &+= Self.sum(of: try! Geohash(containing: place, precision: 12).text)
        }
        return sum
      } theirs: { [self] in
        unsafe geohash_encode(latitudes, longitudes, count, &written)
        return sum(ofTexts: count)
      },
      CodeComparison(name: "place of a geohash", isExact: true) { [self] in
        var sum: UInt64 = 0
        for text in texts {
          let place = try! Geohash(text).center
          sum &+= place.latitude.bitPattern &+ place.longitude.bitPattern
        }
        return sum
      } theirs: { [self] in
        unsafe geohash_decode(characters, count, &middleLatitudes, &middleLongitudes)
        return sumOfMiddles()
      },
      CodeComparison(name: "geohashes round about, as text", isExact: true) { [self] in
        var sum: UInt64 = 0
        for text in texts {
          let around = try! Geohash(text).neighbors
          sum &+= Self.sum(of: around.north!.text) &+ Self.sum(of: around.northeast!.text)
          sum &+= Self.sum(of: around.east.text) &+ Self.sum(of: around.southeast!.text)
          sum &+= Self.sum(of: around.south!.text) &+ Self.sum(of: around.southwest!.text)
          sum &+= Self.sum(of: around.west.text) &+ Self.sum(of: around.northwest!.text)
        }
        return sum
      } theirs: { [self] in
        unsafe geohash_neighbors(characters, count, &written)
        return sum(ofTexts: 8 * count)
      },
      CodeComparison(name: "S2 leaf of a place", isExact: true) { [self] in
        var sum: UInt64 = 0
        for place in coordinates { sum &+= S2Cell(leafContaining: place).id }
        return sum
      } theirs: { [self] in
        unsafe s2_leaves(latitudes, longitudes, count, &found) == 0 ? 0 : found.prefix(count).reduce(0, &+)
      },
      CodeComparison(name: "place of an S2 leaf", isExact: false) { [self] in
        var sum: UInt64 = 0
        for leaf in leaves {
          let place = leaf.center
          sum &+= place.latitude.bitPattern &+ place.longitude.bitPattern
        }
        return sum
      } theirs: { [self] in
        unsafe s2_centers(ids, count, &middleLatitudes, &middleLongitudes) == 0 ? 0 : sumOfMiddles()
      },
      CodeComparison(name: "S2 leaves round about", isExact: true) { [self] in
        var sum: UInt64 = 0
        for leaf in leaves { for neighbor in leaf.neighbors { sum &+= neighbor.id } }
        return sum
      } theirs: { [self] in
        let total = unsafe s2_neighbors(ids, count, &found)
        return found.prefix(total).reduce(0, &+)
      },
    ]
  }

  /// The first eight characters as a number.
  @inline(__always)
  private static func sum(of text: String) -> UInt64 {
    unsafe text.utf8.withContiguousStorageIfAvailable {
      unsafe UnsafeRawPointer($0.baseAddress!).loadUnaligned(as: UInt64.self)
    }!
  }

  private func sum(ofTexts count: Int) -> UInt64 {
    unsafe written.withUnsafeBytes { bytes in
      (0..<count).reduce(0) { unsafe $0 &+ bytes.loadUnaligned(fromByteOffset: 12 * $1, as: UInt64.self) }
    }
  }

  private func sumOfMiddles() -> UInt64 {
    var sum: UInt64 = 0
    for index in coordinates.indices {
      sum &+= middleLatitudes[index].bitPattern &+ middleLongitudes[index].bitPattern
    }
    return sum
  }
}
