// SPDX-License-Identifier: Apache-2.0

internal import GeoKernels

// What the index asks for, in terms that know no ids.
extension TreeView {
  /// Hands over the members of a circle in no order.
  @usableFromInline
  func find(_ center: Coordinate, _ radiusMeters: Double, _ body: (borrowing Hits) -> Void) {
    var hits = Hits()
    search(CircleProbe(center: center, radiusMeters: radiusMeters), into: &hits, isExact: true)
    body(hits)
  }

  /// Hands over the members of a circle, or at least the nearest `limit` and all as near as the last of these, in order.
  @usableFromInline
  func rank(
    _ center: Coordinate, _ radiusMeters: Double, _ limit: Int?, _ body: (borrowing Ranking) -> Void
  ) {
    var probe = CircleProbe(center: center, radiusMeters: radiusMeters)
    var ranking = Ranking(probe, kernels)
    if let limit {
      precondition(limit >= 0, "a limit is a number from 0 up")
      nearest(limit, &probe, into: &ranking)
    } else {
      search(probe, into: &ranking, isExact: false)
      ranking.sort()
    }
    body(ranking)
  }

  @usableFromInline
  func count(_ center: Coordinate, _ radiusMeters: Double) -> Int {
    count(CircleProbe(center: center, radiusMeters: radiusMeters))
  }

  /// Copies the ids of hits, of 4 bytes each, to memory that has room for sixteen more.
  @usableFromInline
  func copyWords(_ hits: borrowing Hits, to ids: UnsafeMutableRawPointer) {
    var end = unsafe ids.assumingMemoryBound(to: UInt32.self)
    for run in 0..<hits.runs {
      let hit = hits[run]
      let words = unsafe hit.leaf.ids.assumingMemoryBound(to: UInt32.self)
      unsafe end += unsafe kernels.compress(words, hit.leaf.capacity, hit.members, end)
    }
  }
}
