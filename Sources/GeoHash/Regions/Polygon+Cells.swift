// SPDX-License-Identifier: Apache-2.0

extension Polygon {
  /// How the polygons lie to a cell.
  ///
  /// Straight edges against a geohash's box are decided exactly, touching included. An edge that meets the box around
  /// an S2 cell, and every great-circle edge, is halved until its parts are certainly apart from the cell itself or
  /// short beside it.
  public func relation<Cell: GridCell>(to cell: Cell) -> CellRelation {
    let box = cell.bounds
    let isAtPole = reachesPole.south && box.south == -90 || reachesPole.north && box.north == 90
    if !isAtPole, bounds.relation(to: box) == .disjoint { return .disjoint }
    let windows = CellWindows(box, edges)
    let center = cell.center
    let vector = UnitVector(center)
    var found: CellRelation = isAtPole ? .boundary : .disjoint
    for (part, partBox) in zip(parts, partBounds) where partBox.relation(to: box) != .disjoint {
      switch part.relation(to: cell, windows, center, vector) {
      case .inside: return .inside
      case .boundary: found = .boundary
      case .disjoint: continue
      }
    }
    return found
  }
}

extension Polygon.Part {
  fileprivate func relation<Cell: GridCell>(
    to cell: Cell, _ windows: CellWindows, _ center: Coordinate, _ vector: UnitVector
  ) -> CellRelation {
    if outer.mayMeet(cell, windows) { return .boundary }
    // No edge is in the cell: it is wholly on the side on which its middle is.
    guard outer.side(of: center, vector) == .inside else { return .disjoint }
    if holes.contains(where: { $0.mayMeet(cell, windows) }) { return .boundary }
    return holes.contains { $0.side(of: center, vector) != .outside } ? .disjoint : .inside
  }
}

/// The box of a cell, cut up as the longitudes of rings are.
struct CellWindows {
  private(set) var first: PolygonRing.Box
  private(set) var second: PolygonRing.Box?

  init(_ box: BoundingBox, _ edges: Polygon.Edges) {
    func window(_ west: Double, _ east: Double) -> PolygonRing.Box {
      .init(south: box.south, west: west, north: box.north, east: east)
    }
    if edges == .geodesic {
      first = window(box.west, box.west + box.width)
    } else if box.crossesAntimeridian {
      first = window(box.west, 180)
      second = window(-180, box.east)
    } else {
      first = window(box.west, box.east)
      // The meridian of 180° has two names.
      if box.west == -180, box.east < 180 { second = window(180, 180) }
      if box.east == 180, box.west > -180 { second = window(-180, -180) }
    }
  }
}

extension PolygonRing {
  /// Whether an edge may meet a cell: no only when it is certain.
  fileprivate func mayMeet<Cell: GridCell>(_ cell: Cell, _ windows: CellWindows) -> Bool {
    if edges == .planar {
      if mayMeet(cell, windows.first) { return true }
      if let second = windows.second { return mayMeet(cell, second) }
      return false
    }
    var window = windows.first
    let turns = ((box.west - window.east) / 360).rounded(.up)
    window.west += 360 * turns
    window.east += 360 * turns
    while window.west <= box.east {
      if mayMeet(cell, window) { return true }
      window.west += 360
      window.east += 360
    }
    return false
  }

  private func mayMeet<Cell: GridCell>(_ cell: Cell, _ window: Box) -> Bool {
    // A geohash is its window: a box and straight edges need no balls.
    let isExact = edges == .planar && Cell.self == GeohashCell.self
    func meets(_ edge: Int) -> Bool {
      let (a, b) = (vertices[edge], vertices[edge + 1])
      switch edges {
      case .geodesic: return Ball.mayMeet(cell, arcFrom: vectors[edge], to: vectors[edge + 1])
      case .planar:
        return window.meetsEdge(from: a, to: b)
          && (isExact
            || Ball.mayMeet(
              cell, straightFrom: (a.latitude, a.longitude), to: (b.latitude, b.longitude)))
      }
    }
    return firstEdge(in: window, skipping: { !isExact && $0.isApart(from: cell) }, where: meets) != nil
  }

  /// The first edge whose box overlaps a window and which a test accepts; runs in some balls are skipped.
  func firstEdge(
    in window: Box, skipping isSkipped: (Ball) -> Bool = { _ in false }, where accepts: (Int) -> Bool
  ) -> Int? {
    firstEdge(level: top, index: 0, window, isSkipped, accepts)
  }

  private func firstEdge(
    level: Int, index: Int, _ window: Box, _ isSkipped: (Ball) -> Bool, _ accepts: (Int) -> Bool
  ) -> Int? {
    let number = levels[level] + index
    guard boxes[number].overlaps(window), !isSkipped(balls[number]) else { return nil }
    if level > 0 {
      for child in children(of: index, level: level) {
        if let found = firstEdge(level: level - 1, index: child, window, isSkipped, accepts) { return found }
      }
    } else {
      for edge in index * 4..<min(index * 4 + 4, edgeCount)
      where edgeBoxes[edge].overlaps(window) && accepts(edge) {
        return edge
      }
    }
    return nil
  }
}

extension PolygonRing.Box {
  /// Whether a straight edge whose own box overlaps this one meets it: unless all corners lie on one side of the edge.
  func meetsEdge(from a: PolygonRing.Vertex, to b: PolygonRing.Vertex) -> Bool {
    let rises = (a.longitude <= b.longitude) == (a.latitude <= b.latitude)
    let (start, end) = ((a.longitude, a.latitude), (b.longitude, b.latitude))
    let first = Orientation.sign(start, end, (west, rises ? north : south))
    let second = Orientation.sign(start, end, (east, rises ? south : north))
    return first == 0 || first != second
  }
}

extension Ball {
  /// Whether an edge that is straight in longitude and latitude may meet a cell: no only when it is certain.
  static func mayMeet<Cell: GridCell>(
    _ cell: Cell, straightFrom a: (latitude: Double, longitude: Double),
    to b: (latitude: Double, longitude: Double)
  ) -> Bool {
    switch Ball(straightFrom: a, to: b).verdict(on: cell) {
    case .disjoint: return false
    case .inside: return true
    case .boundary:
      let middle = (latitude: (a.latitude + b.latitude) / 2, longitude: (a.longitude + b.longitude) / 2)
      return mayMeet(cell, straightFrom: a, to: middle) || mayMeet(cell, straightFrom: middle, to: b)
    }
  }
}
