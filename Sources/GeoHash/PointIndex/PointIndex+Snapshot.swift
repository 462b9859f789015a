// SPDX-License-Identifier: Apache-2.0

extension PointIndex {
  /// The index at one moment. Its queries wait for nobody and see nothing that was written later.
  public struct Snapshot: Sendable {
    @usableFromInline let view: TreeView

    @usableFromInline
    init(view: TreeView) { self.view = view }

    /// How many places there are.
    public var count: Int { view.count }

    /// The places within a distance of a centre, the rim included, nearest first; of equally distant ones the lesser id first.
    ///
    /// With a limit only the nearest so many. One allocation, and two where matches of equal distances are put in order.
    @inlinable
    public func near(_ center: Coordinate, within radius: Distance, limit: Int? = nil) -> [Match] {
      var matches: [Match] = []
      var hasEquals = false
      view.rank(center, radius.meters, limit) { ranking in
        matches = unsafe Array(unsafeUninitializedCapacity: ranking.count) { buffer, count in
          count = ranking.count
          var last = -1.0
          for rank in 0..<count {
            let ranked = ranking[rank]
            hasEquals = hasEquals || ranked.meters == last
            last = ranked.meters
            let (leaf, position) = (ranked.leaf, ranked.position)
            let id = unsafe leaf.ids.assumingMemoryBound(to: ID.self)[position]
            let match = Match(id: id, coordinate: leaf.coordinate(at: position), meters: ranked.meters)
            unsafe buffer.initializeElement(at: rank, to: match)
          }
        }
      }
      if hasEquals { PointIndex.orderEquals(&matches) }
      if let limit, matches.count > limit { matches.removeLast(matches.count - limit) }
      return matches
    }

    /// The nearest places, as many as `limit`, nearest first.
    @inlinable
    public func nearest(_ limit: Int, to center: Coordinate) -> [Match] {
      near(center, within: Earth.halfCircumference, limit: limit)
    }

    /// The ids of the places within a distance of a centre, the rim included, in no order. One allocation.
    @inlinable
    public func ids(near center: Coordinate, within radius: Distance) -> [ID] {
      var ids: [ID] = []
      view.find(center, radius.meters) { hits in ids = PointIndex.ids(of: hits, view) }
      return ids
    }

    /// How many places are within a distance of a centre, the rim included. No allocation.
    @inlinable
    public func count(near center: Coordinate, within radius: Distance) -> Int {
      view.count(center, radius.meters)
    }

    /// The places of a region, nearest first by the region's own measure; of equally distant ones the lesser id first.
    public func within(_ region: any Region) -> [Match] {
      var matches: [Match] = []
      visit(region) { leaf, position, meters in
        let id = unsafe leaf.ids.assumingMemoryBound(to: ID.self)[position]
        matches.append(Match(id: id, coordinate: leaf.coordinate(at: position), meters: meters))
      }
      matches.sort { $0.distance != $1.distance ? $0.distance < $1.distance : $0.id < $1.id }
      return matches
    }

    /// How many places a region has.
    public func count(within region: any Region) -> Int {
      var count = 0
      visit(region) { _, _, _ in count += 1 }
      return count
    }

    private func visit(_ region: any Region, _ body: (Leaf, Int, Double) -> Void) {
      let (center, radius) = region.bounds.enclosingCircle
      view.find(center, radius.meters) { hits in
        for run in 0..<hits.runs {
          let hit = hits[run]
          for position in Bits(hit.members) {
            let place = hit.leaf.coordinate(at: position)
            guard
              let meters = region.meters(
                toMemberAtLatitude: place.latitude, longitude: place.longitude)
            else { continue }
            body(hit.leaf, position, meters)
          }
        }
      }
    }
  }

  /// Puts runs of equal distances into the order of their ids.
  @inlinable
  static func orderEquals(_ matches: inout [Match]) {
    var start = 0
    while start + 1 < matches.count {
      var end = start + 1
      while end < matches.count, matches[end].distance == matches[start].distance { end += 1 }
      if end - start > 1 { matches[start..<end].sort { $0.id < $1.id } }
      start = end
    }
  }

  @inlinable
  static func ids(of hits: borrowing Hits, _ view: TreeView) -> [ID] {
    // A group of sixteen words is written at once.
    let isWords = _isPOD(ID.self) && MemoryLayout<ID>.stride == 4
    return unsafe Array(unsafeUninitializedCapacity: hits.places + (isWords ? 16 : 0)) { buffer, count in
      count = hits.places
      guard count > 0 else { return }
      if isWords {
        return unsafe view.copyWords(hits, to: UnsafeMutableRawPointer(buffer.baseAddress!))
      }
      var next = 0
      for run in 0..<hits.runs {
        let hit = hits[run]
        let ids = unsafe hit.leaf.ids.assumingMemoryBound(to: ID.self)
        for position in Bits(hit.members) {
          unsafe buffer.initializeElement(at: next, to: ids[position])
          next += 1
        }
      }
    }
  }
}

extension PointIndex {
  /// The places within a distance now: `Snapshot.near(_:within:limit:)`.
  @inlinable
  public func near(_ center: Coordinate, within radius: Distance, limit: Int? = nil) -> [Match] {
    snapshot().near(center, within: radius, limit: limit)
  }

  /// The nearest places now, as many as `limit`, nearest first.
  @inlinable
  public func nearest(_ limit: Int, to center: Coordinate) -> [Match] {
    snapshot().nearest(limit, to: center)
  }

  /// The ids within a distance now, in no order.
  @inlinable
  public func ids(near center: Coordinate, within radius: Distance) -> [ID] {
    snapshot().ids(near: center, within: radius)
  }

  /// How many places are within a distance now.
  @inlinable
  public func count(near center: Coordinate, within radius: Distance) -> Int {
    snapshot().count(near: center, within: radius)
  }

  /// The places of a region now, nearest first by the region's own measure.
  public func within(_ region: any Region) -> [Match] { snapshot().within(region) }

  /// How many places a region has now.
  public func count(within region: any Region) -> Int { snapshot().count(within: region) }
}
