// SPDX-License-Identifier: Apache-2.0

extension S2Cell {
  /// The leaf cell that contains a place: the same as Google's S2 gives for the same degrees. O(1).
  public init(leafContaining coordinate: Coordinate) {
    let latitude = coordinate.latitude * Trigonometry.radiansPerDegree
    let longitude = coordinate.longitude * Trigonometry.radiansPerDegree
    let cosine = Libm.cosine(latitude)
    self.init(
      leafContaining: UnitVector(
        x: Libm.cosine(longitude) * cosine, y: Libm.sine(longitude) * cosine, z: Libm.sine(latitude)))
  }

  init(leafContaining vector: UnitVector) {
    let face = S2Projection.face(of: vector)
    let place = S2Projection.inFace(face, vector)
    let i = S2Projection.leafIndex(st: S2Projection.st(fromUV: place.u / place.w))
    let j = S2Projection.leafIndex(st: S2Projection.st(fromUV: place.v / place.w))
    self.init(face: face, i: i, j: j)
  }

  init(face: Int, i: UInt32, j: UInt32) {
    self.init(uncheckedID: UInt64(face) << 61 | HilbertCurve.position(face: face, i: i, j: j) << 1 | 1)
  }

  /// Column and row of the cell's first corner in its face, and how many leaves its edge has.
  var square: (i: UInt32, j: UInt32, size: UInt32) {
    let leaf = HilbertCurve.leaf(face: face, position: (id & ~(7 << 61)) >> 1)
    let size: UInt32 = 1 << UInt32(30 - level)
    return (leaf.i & ~(size - 1), leaf.j & ~(size - 1), size)
  }

  /// The middle of the cell.
  public var center: Coordinate {
    let (i, j, size) = square
    func middle(_ index: UInt32) -> Double {
      S2Projection.uv(fromST: (Double(index) + Double(size) / 2) / S2Projection.leavesPerEdge)
    }
    return S2Projection.fromFace(face, .init(u: middle(i), v: middle(j), w: 1)).coordinate
  }

  /// The four corners, anticlockwise seen from outside.
  public var vertices: [Coordinate] { FaceRectangle(self).vertices.map(\.coordinate) }

  /// The share of the globe's area, exact to 1e-9 of itself.
  public var areaShare: Double { FaceRectangle(self).area / (4 * Double.pi) }

  /// The cells of the same level that share an edge or a corner with this one: eight, or seven at a corner of the cube;
  /// fewer at levels 0 and 1, where one cell may be met twice.
  public var neighbors: [S2Cell] {
    let (i, j, size) = square
    var found: [S2Cell] = []
    found.reserveCapacity(8)
    let level = level
    for (stepI, stepJ) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
      let (column, row) = (Int(i) + stepI * Int(size), Int(j) + stepJ * Int(size))
      let limit = 1 << 30
      let isOutside = (column < 0 || column >= limit, row < 0 || row >= limit)
      if isOutside.0 && isOutside.1 { continue }  // beyond a corner of the cube there is no cell
      let cell: S2Cell
      if isOutside.0 || isOutside.1 {
        // Just over the edge, on the face next door: a place a hair outside of this face's square.
        func over(_ index: Int, _ isOutside: Bool) -> Double {
          let inner = S2Projection.uv(
            fromST: (Double(index) + Double(size) / 2) / S2Projection.leavesPerEdge)
          return isOutside ? (index < 0 ? -1 - 1e-15 : 1 + 1e-15) : inner
        }
        let vector = S2Projection.fromFace(
          face, .init(u: over(column, isOutside.0), v: over(row, isOutside.1), w: 1))
        cell = S2Cell(leafContaining: vector).parent(at: level)
      } else {
        cell = S2Cell(face: face, i: UInt32(column), j: UInt32(row)).parent(at: level)
      }
      if level > 1 || cell != self && !found.contains(cell) { found.append(cell) }
    }
    return found
  }
}
