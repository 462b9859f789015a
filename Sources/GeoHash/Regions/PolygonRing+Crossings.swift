// SPDX-License-Identifier: Apache-2.0

extension PolygonRing {
  /// A place whose crossings are being counted.
  struct Probe {
    let latitude: Double
    let longitude: Double
    let turn: Int
    let vector: UnitVector?
    var isOdd = false
    var isOnBorder = false

    var unwrapped: Double { longitude + 360 * Double(turn) }

    func isWest(of vertex: Vertex) -> Bool { vertex.isEast(of: longitude, turn) }

    /// Whether the vertex lies on its meridian.
    func shares(_ vertex: Vertex) -> Bool { vertex.turns == turn && vertex.longitude == longitude }
  }

  func search(level: Int, index: Int, _ probe: inout Probe) {
    let box = boxes[levels[level] + index]
    let meridian = probe.unwrapped
    guard !probe.isOnBorder, probe.latitude <= box.north, box.west <= meridian, meridian <= box.east else {
      return
    }
    let firstEdge = index << (2 * (level + 1))
    let endEdge = min((index + 1) << (2 * (level + 1)), edgeCount)
    if probe.latitude < box.south {
      if probe.isWest(of: vertices[firstEdge]) != probe.isWest(of: vertices[endEdge]) { probe.isOdd.toggle() }
    } else if level > 0 {
      for child in children(of: index, level: level) {
        search(level: level - 1, index: child, &probe)
      }
    } else {
      for edge in firstEdge..<endEdge { test(edge, &probe) }
    }
  }

  private func test(_ edge: Int, _ probe: inout Probe) {
    let (a, b) = (vertices[edge], vertices[edge + 1])
    let (aIsEast, bIsEast) = (probe.isWest(of: a), probe.isWest(of: b))
    if aIsEast == bIsEast {
      // Neither crosses, but an end may be the place, or the edge may run along its meridian.
      let (onA, onB) = (probe.shares(a), probe.shares(b))
      if onA, a.latitude == probe.latitude { probe.isOnBorder = true }
      if onB, b.latitude == probe.latitude { probe.isOnBorder = true }
      if onA, onB, min(a.latitude, b.latitude) <= probe.latitude,
        probe.latitude <= max(a.latitude, b.latitude)
      {
        probe.isOnBorder = true
      }
      return
    }
    switch placeSide(of: edge, from: a, to: b, probe) {
    case .border: probe.isOnBorder = true
    case .inside: probe.isOdd.toggle()
    case .outside: break
    }
  }

  /// For an edge that crosses the place's meridian: `inside` is south of it, `outside` north of it.
  private func placeSide(of edge: Int, from a: Vertex, to b: Vertex, _ probe: Probe) -> RingSide {
    let isEastward = !probe.isWest(of: a)
    guard let place = probe.vector else {
      if probe.latitude < min(a.latitude, b.latitude) { return .inside }
      if probe.latitude > max(a.latitude, b.latitude) { return .outside }
      let sign = Orientation.sign(
        (a.longitude, a.latitude), (b.longitude, b.latitude), (probe.longitude, probe.latitude))
      return sign == 0 ? .border : (sign > 0) == isEastward ? .outside : .inside
    }
    if abs(a.latitude) == 90, a.latitude == b.latitude { return a.latitude > 0 ? .inside : .outside }
    let (start, end) = (vectors[edge], vectors[edge + 1])
    switch GreatCircleEdge.side(of: place, from: start, to: end) {
    case .left: return isEastward ? .outside : .inside
    case .right: return isEastward ? .inside : .outside
    case .on: return .border
    case .inLine(let isNearStart):
      // Beyond the end of an edge that all but runs along the meridian.
      return probe.latitude < (isNearStart ? a.latitude : b.latitude) ? .inside : .outside
    }
  }
}
