// SPDX-License-Identifier: Apache-2.0

/// Looks for crossings of rings and for holes in the wrong place.
struct PolygonChecks {
  let rings: [PolygonRing]
  let positions: [[Coordinate]]
  let polygon: Int

  /// The first fault, in the order of rings and positions.
  var firstFault: PolygonFault? {
    for ring in rings.indices {
      if let fault = firstCrossing(of: ring) { return fault }
    }
    for hole in rings.indices.dropFirst() {
      if let fault = misplacement(of: hole) { return fault }
    }
    return nil
  }

  private func firstCrossing(of ring: Int) -> PolygonFault? {
    for edge in 0..<rings[ring].edgeCount {
      for other in rings.indices where other <= ring {
        if let crossed = firstEdge(of: other, crossing: edge, of: ring) {
          return crossing(edge, of: ring, crossed, of: other)
        }
      }
    }
    return nil
  }

  private func firstEdge(of other: Int, crossing edge: Int, of ring: Int) -> Int? {
    let (here, there) = (rings[ring], rings[other])
    var window = here.edgeBoxes[edge]
    func find() -> Int? {
      there.firstEdge(in: window) { candidate in
        (other < ring || candidate < edge) && cross(here, edge, there, candidate)
      }
    }
    guard here.edges == .geodesic else { return find() }
    let turns = ((there.box.west - window.east) / 360).rounded(.up)
    window.west += 360 * turns
    window.east += 360 * turns
    while window.west <= there.box.east {
      if let found = find() { return found }
      window.west += 360
      window.east += 360
    }
    return nil
  }

  private func cross(_ here: PolygonRing, _ i: Int, _ there: PolygonRing, _ j: Int) -> Bool {
    if here.edges == .geodesic {
      return GreatCircleEdge.cross(
        here.vectors[i], here.vectors[i + 1], there.vectors[j], there.vectors[j + 1])
    }
    func place(_ ring: PolygonRing, _ index: Int) -> (x: Double, y: Double) {
      (ring.vertices[index].longitude, ring.vertices[index].latitude)
    }
    let (a, b, c, d) = (place(here, i), place(here, i + 1), place(there, j), place(there, j + 1))
    return Orientation.sign(a, b, c) * Orientation.sign(a, b, d) < 0
      && Orientation.sign(c, d, a) * Orientation.sign(c, d, b) < 0
  }

  private func misplacement(of hole: Int) -> PolygonFault? {
    func fault(at position: Int, _ reason: PolygonFault.Reason) -> PolygonFault {
      PolygonFault(
        polygon: polygon, ring: hole, position: position, places: [positions[hole][position]], reason: reason)
    }
    for (position, place) in positions[hole].enumerated() {
      let vector = UnitVector(place)
      if rings[0].side(of: place, vector) == .outside { return fault(at: position, .holeOutside) }
    }
    for other in rings.indices.dropFirst() where other != hole {
      for (position, place) in positions[hole].enumerated() {
        let side = rings[other].side(of: place, UnitVector(place))
        if side == .inside { return fault(at: position, .holeInHole(other)) }
        if side == .outside { break }  // the rings do not cross
      }
    }
    return nil
  }

  private func crossing(_ edge: Int, of ring: Int, _ crossed: Int, of other: Int) -> PolygonFault {
    func ends(_ ring: Int, _ edge: Int) -> (Int, [Coordinate]) {
      let position = rings[ring].vertices[edge].position
      let list = positions[ring]
      return (position, [list[position], list[(position + 1) % list.count]])
    }
    let (first, second) = (ends(ring, edge), ends(other, crossed))
    return PolygonFault(
      polygon: polygon, ring: ring, position: first.0, places: first.1 + second.1,
      reason: .crossing(otherRing: other, otherPosition: second.0))
  }
}
