// SPDX-License-Identifier: Apache-2.0

/// A circle of up to a sixth of a turn by the S2 grid, without square roots and divisions.
///
/// A place (u, v, 1) of a face's plane lies in the circle about p when |p × (u, v, 1)|² ≤ sin² r · (1 + u² + v²) on the
/// side of p. A circle up to a quarter turn is convex, so that a cell is inside when its corners are; it is met when a
/// corner is inside, when it holds p, or when an edge comes near enough to p. `Chord.tolerance` widens the circle where
/// it decides that a cell is apart, and narrows it where it decides that one is inside.
struct S2CircleProbe: CellProbe {
  /// A cell by column and row, with the way its curve is turned (see `HilbertCurve`).
  struct Node: MetCell {
    let firstLeaf: UInt64
    let i: UInt32
    let j: UInt32
    let face: UInt8
    let orientation: UInt8
    let level: UInt8
    let isInside: Bool

    var lastOffset: UInt64 { 1 << UInt64(60 - 2 * level) - 1 }
  }

  private let place: UnitVector
  private let outer: Double
  private let inner: Double

  /// Nil for circles too large for the method.
  init?(_ circle: Circle, around place: UnitVector) {
    let angle = circle.radius.meters / Earth.radiusMeters
    guard angle <= Double.pi / 3 else { return nil }
    self.place = place
    let sine = Libm.sine(angle)
    outer = (sine + Chord.tolerance) * (sine + Chord.tolerance)
    let narrowed = sine - Chord.tolerance
    inner = narrowed > 0 ? narrowed * narrowed : -1
  }

  static var childCount: Int { 4 }

  func start(_ body: (Node) -> Void) {
    if startOnFace(body) { return }
    for face in 0..<6 {
      if let node = node(face: face, level: 0, i: 0, j: 0, leaf: UInt64(face) << 60, orientation: face & 1) {
        body(node)
      }
    }
  }

  /// For a circle within one face: the cells, up to four, of the finest level at which so few hold it.
  private func startOnFace(_ body: (Node) -> Void) -> Bool {
    let face = S2Projection.face(of: place)
    let p = S2Projection.inFace(face, place)
    guard let columns = span(p.u, p.w), let rows = span(p.v, p.w) else { return false }
    let difference = max(columns.0 ^ columns.1, rows.0 ^ rows.1)
    let width = max(columns.1 - columns.0, rows.1 - rows.0)
    // Two columns and two rows hold it when a cell is as wide as it is; one does when no border lies between.
    let bits = UInt32(min(32 - width.leadingZeroBitCount, 32 - difference.leadingZeroBitCount))
    guard bits < 30 else { return false }
    let size: UInt32 = 1 << bits
    let level = 30 - Int(bits)
    func make(_ i: UInt32, _ j: UInt32) -> Node? {
      let (position, orientation) = HilbertCurve.place(face: face, i: i, j: j, level: level)
      return node(
        face: face, level: level, i: i, j: j, leaf: UInt64(face) << 60 | position << UInt64(2 * bits),
        orientation: orientation)
    }
    let (i0, i1) = (columns.0 & ~(size - 1), columns.1 & ~(size - 1))
    let (j0, j1) = (rows.0 & ~(size - 1), rows.1 & ~(size - 1))
    var nodes: InlineArray<4, Node?> = [
      make(i0, j0), i1 == i0 ? nil : make(i1, j0), j1 == j0 ? nil : make(i0, j1),
      i1 == i0 || j1 == j0 ? nil : make(i1, j1),
    ]
    func order(_ a: Int, _ b: Int) {
      if let second = nodes[b], nodes[a].map({ second.firstLeaf < $0.firstLeaf }) ?? true { nodes.swapAt(a, b) }
    }
    order(0, 1)
    order(2, 3)
    order(0, 2)
    order(1, 3)
    order(1, 2)
    for index in nodes.indices { if let node = nodes[index] { body(node) } }
    return true
  }

  /// First and last column (or row) that the circle may touch: the planes u = c touch it that solve
  /// (p_u − c p_w)² = sin² r (1 + c²). Nil when it may leave the face.
  private func span(_ along: Double, _ outward: Double) -> (UInt32, UInt32)? {
    let denominator = outward * outward - outer
    guard outward > 0, denominator > 0.01 else { return nil }
    let root = (outer * max(along * along + denominator, 0)).squareRoot()
    let low = (along * outward - root) / denominator - 1e-14
    let high = (along * outward + root) / denominator + 1e-14
    guard low > -1, high < 1 else { return nil }
    func index(_ u: Double) -> UInt32 { S2Projection.leafIndex(st: S2Projection.st(fromUV: u)) }
    let (first, last) = (index(low), index(high))
    return (first > 0 ? first - 1 : 0, last < (1 << 30) - 1 ? last + 1 : last)
  }

  func child(_ number: Int, of node: Node) -> Node? {
    let quadrant = HilbertCurve.quadrant(number, orientation: Int(node.orientation))
    let level = Int(node.level) + 1
    let bits = UInt32(30 - level)
    return self.node(
      face: Int(node.face), level: level, i: node.i | UInt32(quadrant >> 1) << bits,
      j: node.j | UInt32(quadrant & 1) << bits, leaf: node.firstLeaf | UInt64(number) << UInt64(2 * bits),
      orientation: Int(node.orientation) ^ HilbertCurve.turn(number), isInside: node.isInside)
  }

  func nearness(of node: Node) -> Double {
    FaceRectangle(face: Int(node.face), level: Int(node.level), i: node.i, j: node.j)
      .leastSquaredChord(from: place)
  }

  func meters(nearness: Double) -> Double { Chord.meters(squared: Chord.lowered(nearness)) }

  private func node(
    face: Int, level: Int, i: UInt32, j: UInt32, leaf: UInt64, orientation: Int, isInside: Bool = false
  ) -> Node? {
    let relation = isInside ? .inside : relation(face, i, j, 1 << UInt32(30 - level))
    return relation == .disjoint
      ? nil
      : Node(
        firstLeaf: leaf, i: i, j: j, face: UInt8(face), orientation: UInt8(orientation), level: UInt8(level),
        isInside: relation == .inside)
  }

  private func relation(_ face: Int, _ i: UInt32, _ j: UInt32, _ size: UInt32) -> CellRelation {
    let p = S2Projection.inFace(face, place)
    let (u0, u1) = (S2Projection.uv(fromLeaf: i), S2Projection.uv(fromLeaf: i + size))
    let (v0, v1) = (S2Projection.uv(fromLeaf: j), S2Projection.uv(fromLeaf: j + size))
    var cornersInside = 0
    func isMet(atCorner u: Double, _ v: Double) -> Bool {
      let (x, y, z) = (p.v - p.w * v, p.w * u - p.u, p.u * v - p.v * u)
      let aside = x * x + y * y + z * z
      let square = 1 + u * u + v * v
      guard aside <= outer * square, p.u * u + p.v * v + p.w > 0 else { return false }
      if aside <= inner * square { cornersInside += 1 }
      return true
    }
    let corners = (isMet(atCorner: u0, v0), isMet(atCorner: u1, v0), isMet(atCorner: u1, v1), isMet(atCorner: u0, v1))
    if cornersInside == 4 { return .inside }
    if corners.0 || corners.1 || corners.2 || corners.3 { return .boundary }
    if p.w > 0, u0 * p.w <= p.u, p.u <= u1 * p.w, v0 * p.w <= p.v, p.v <= v1 * p.w { return .boundary }
    let isCrossed =
      edge(at: u0, p.u, across: p.v, p.w, v0, v1) || edge(at: u1, p.u, across: p.v, p.w, v0, v1)
      || edge(at: v0, p.v, across: p.u, p.w, u0, u1) || edge(at: v1, p.v, across: p.u, p.w, u0, u1)
    return isCrossed ? .boundary : .disjoint
  }

  /// Whether the point of an edge nearest to p lies between the edge's ends and in the circle (see `FaceRectangle`).
  private func edge(
    at c: Double, _ a: Double, across b: Double, _ w: Double, _ low: Double, _ high: Double
  ) -> Bool {
    let square = 1 + c * c
    let toward = w + c * a
    let aside = a - c * w
    return aside * aside <= outer * square && toward > 0 && low * toward <= b * square
      && b * square <= high * toward
  }
}
