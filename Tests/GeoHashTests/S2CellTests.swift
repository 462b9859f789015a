// SPDX-License-Identifier: Apache-2.0

import Foundation
import GeoHash
import Testing

@Suite struct S2CellTests {
  @Test func idsAndNeighborsAreThoseOfGooglesS2() throws {
    let url = try #require(Bundle.module.url(forResource: "s2-vectors", withExtension: "csv"))
    let rows = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").dropFirst()
    #expect(rows.count > 3000)
    for row in rows {
      let fields = row.split(separator: ",")
      let place = try Coordinate(latitude: Double(fields[0])!, longitude: Double(fields[1])!)
      let leaf = try S2Cell(containing: place, level: 30)
      #expect(leaf.id == UInt64(fields[2], radix: 16), "leaf of \(row)")
      let cell = leaf.parent(at: Int(fields[3])!)
      #expect(cell.token == fields[4], "token of \(row)")
      let neighbors = Set(cell.neighbors.map(\.token))
      for token in fields[5...] {
        #expect(neighbors.contains(String(token)), "neighbors of \(row) are \(neighbors)")
      }
    }
  }
}
