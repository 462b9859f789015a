// SPDX-License-Identifier: Apache-2.0

/// An S2 cell as geometry: a rectangle in the plane of a face, whose edges are great circles.
struct FaceRectangle {
  let face: Int
  let (u0, u1, v0, v1): (Double, Double, Double, Double)
  let level: Int

  init(_ cell: S2Cell) {
    let (i, j, _) = cell.square
    self.init(face: cell.face, level: cell.level, i: i, j: j)
  }

  /// The cell of a level whose first corner is the leaf in column `i` and row `j`.
  init(face: Int, level: Int, i: UInt32, j: UInt32) {
    self.face = face
    self.level = level
    let size: UInt32 = 1 << UInt32(30 - level)
    u0 = S2Projection.uv(fromLeaf: i)
    u1 = S2Projection.uv(fromLeaf: i + size)
    v0 = S2Projection.uv(fromLeaf: j)
    v1 = S2Projection.uv(fromLeaf: j + size)
  }

  /// The corners anticlockwise seen from outside, on the unit sphere.
  var vertices: [UnitVector] {
    [(u0, v0), (u1, v0), (u1, v1), (u0, v1)].map { u, v in
      S2Projection.fromFace(face, .init(u: u, v: v, w: 1)).normalized
    }
  }

  /// The solid angle: by its closed form while that keeps its digits, else by Gauss' rule, either to 1e-9 of itself.
  var area: Double {
    if level < 6 {
      return solidAngle(to: u1, v1) - solidAngle(to: u0, v1) - solidAngle(to: u1, v0) + solidAngle(to: u0, v0)
    }
    return Self.integral(from: u0, to: u1) { u in
      Self.integral(from: v0, to: v1) { v in
        let square = 1 + u * u + v * v
        return 1 / (square * square.squareRoot())
      }
    }
  }

  /// The solid angle between the face's centre and a corner, with a sign.
  private func solidAngle(to u: Double, _ v: Double) -> Double {
    Libm.arctangent(u * v, (1 + u * u + v * v).squareRoot())
  }

  /// The integral by Gauss' rule of three points.
  private static func integral(from low: Double, to high: Double, of function: (Double) -> Double) -> Double {
    let (middle, half) = ((low + high) / 2, (high - low) / 2)
    let offset = half * 0.6.squareRoot()
    return half / 9 * (5 * function(middle - offset) + 8 * function(middle) + 5 * function(middle + offset))
  }

  /// The least and the greatest squared chord from a place to a point of the rectangle.
  func squaredChords(from place: UnitVector) -> (minimum: Double, maximum: Double) {
    let p = S2Projection.inFace(face, place)
    let corners = cornerChords(from: p)
    let minimum = minimum(from: p, corners: corners)
    let farthest = max(max(corners.0, corners.1), max(corners.2, corners.3))
    if farthest <= 2 { return (minimum, farthest) }
    // Beyond a quarter turn the farthest point need not be a corner: it is the one nearest to the antipode.
    let opposite = S2Projection.FaceVector(u: -p.u, v: -p.v, w: -p.w)
    return (minimum, 4 - self.minimum(from: opposite, corners: cornerChords(from: opposite)))
  }

  /// The least squared chord from a place to a point of the rectangle.
  func leastSquaredChord(from place: UnitVector) -> Double {
    let p = S2Projection.inFace(face, place)
    return minimum(from: p, corners: cornerChords(from: p))
  }

  private func minimum(
    from p: S2Projection.FaceVector, corners: (Double, Double, Double, Double)
  ) -> Double {
    if p.w > 0, u0 * p.w <= p.u, p.u <= u1 * p.w, v0 * p.w <= p.v, p.v <= v1 * p.w { return 0 }
    var least = min(min(corners.0, corners.1), min(corners.2, corners.3))
    edge(at: u0, along: p.u, across: p.v, outward: p.w, from: v0, to: v1, &least)
    edge(at: u1, along: p.u, across: p.v, outward: p.w, from: v0, to: v1, &least)
    edge(at: v0, along: p.v, across: p.u, outward: p.w, from: u0, to: u1, &least)
    edge(at: v1, along: p.v, across: p.u, outward: p.w, from: u0, to: u1, &least)
    return least
  }

  /// Lowers `least` to the squared chord to an edge, if the nearest point of its great circle lies on the edge.
  ///
  /// The edge is the points (1, c, t) of the axes outward, along, across for t between two ends. In its plane the
  /// place has the components (w + c·a) / k and b, with k² = 1 + c²; the edge's point of the same direction has t = b k² / (w + c·a).
  private func edge(
    at c: Double, along a: Double, across b: Double, outward w: Double, from low: Double, to high: Double,
    _ least: inout Double
  ) {
    let toward = w + c * a
    let square = 1 + c * c
    guard toward > 0, low * toward <= b * square, b * square <= high * toward else { return }
    let cosine = (toward * toward / square + b * b).squareRoot()
    least = min(least, Chord.squared(sine: (a - c * w) / square.squareRoot(), cosine: cosine))
  }

  private func cornerChords(from p: S2Projection.FaceVector) -> (Double, Double, Double, Double) {
    func chord(_ u: Double, _ v: Double) -> Double {
      let length = (1 + u * u + v * v).squareRoot()
      let (du, dv, dw) = (p.u - u / length, p.v - v / length, p.w - 1 / length)
      return du * du + dv * dv + dw * dw
    }
    return (chord(u0, v0), chord(u1, v0), chord(u1, v1), chord(u0, v1))
  }
}

extension S2Cell {
  /// Bounds of the squared chord from a place to the points of the cell. O(1), no allocation.
  public func squaredChords(from place: UnitVector) -> (minimum: Double, maximum: Double) {
    FaceRectangle(self).squaredChords(from: place)
  }
}
