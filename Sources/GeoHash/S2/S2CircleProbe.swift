// SPDX-License-Identifier: Apache-2.0

/// A circle that lies within one face of the S2 grid: relations to cells by a few multiplications.
///
/// With p the centre, q = p / p_w its place in the face's plane and d = (u, v) − q, a place (u, v, 1) is in the circle when
/// |p × (u, v, 1)|² = |p × d|² ≤ sin² r · (1 + u² + v²). Both sides are sums of a number for u, one for v and a multiple of
/// d_u d_v, so that a corner takes three multiplications once its lines are known. Up to a sixth of a turn no place of
/// the face is so far off that its sine is small again, and a cell is inside when its corners are. `Chord.tolerance` widens
/// the circle where it decides that a cell is apart, and narrows it where it decides that one is inside.
struct S2CircleProbe: CellProbe {
  /// A cell by column and row, with the way its curve is turned (see `HilbertCurve`).
  struct Node: MetCell {
    let firstLeaf: UInt64
    let i: UInt32
    let j: UInt32
    let orientation: UInt8
    let level: UInt8
    let isInside: Bool

    var lastOffset: UInt64 { 1 << UInt64(60 - 2 * level) - 1 }
  }

  /// What a line u = c, or v = c, has to do with the circle.
  private struct Line {
    let c: Double
    /// c less q's.
    let offset: Double
    /// Its part of |p × d|².
    let aside: Double
    /// Its part of 1 + u² + v².
    let square: Double
  }

  private let p: S2Projection.FaceVector
  private let q: (u: Double, v: Double)
  /// |p × d|² = factors.u d_u² + factors.v d_v² + mixed d_u d_v.
  private let factors: (u: Double, v: Double)
  private let mixed: Double
  private let outer: Double
  private let inner: Double
  private let face: Int
  private let columns: (UInt32, UInt32)
  private let rows: (UInt32, UInt32)

  /// Nil for circles that may leave the face of their centre or are too large for the method.
  init?(_ circle: Circle) {
    let angle = circle.radius.meters / Earth.radiusMeters
    guard angle <= Double.pi / 3 else { return nil }
    let sine = Libm.sine(angle)
    outer = (sine + Chord.tolerance) * (sine + Chord.tolerance)
    let narrowed = sine - Chord.tolerance
    inner = narrowed > 0 ? narrowed * narrowed : -1
    face = S2Projection.face(of: circle.vector)
    p = S2Projection.inFace(face, circle.vector)
    guard let columns = Self.span(p.u, p.w, outer), let rows = Self.span(p.v, p.w, outer) else { return nil }
    (self.columns, self.rows) = (columns, rows)
    q = (p.u / p.w, p.v / p.w)
    factors = (p.w * p.w + p.v * p.v, p.w * p.w + p.u * p.u)
    mixed = -2 * p.u * p.v
  }

  /// First and last column (or row) that the circle may touch: the planes u = c touch it that solve
  /// (p_u − c p_w)² = sin² r (1 + c²). Nil when it may leave the face.
  private static func span(_ along: Double, _ outward: Double, _ square: Double) -> (UInt32, UInt32)? {
    let denominator = outward * outward - square
    guard denominator > 0.01 else { return nil }
    let root = (square * max(along * along + denominator, 0)).squareRoot()
    let low = (along * outward - root) / denominator - 1e-14
    let high = (along * outward + root) / denominator + 1e-14
    guard low > -1, high < 1 else { return nil }
    func index(_ u: Double) -> UInt32 { S2Projection.leafIndex(st: S2Projection.st(fromUV: u)) }
    let (first, last) = (index(low), index(high))
    return (first > 0 ? first - 1 : 0, last < (1 << 30) - 1 ? last + 1 : last)
  }

  static var childCount: Int { 4 }

  /// The cells, up to four, of the finest level at which so few hold the circle.
  func start(_ body: (Node) -> Void) {
    // Two columns and two rows hold it when a cell is as wide as it is; one does when no border lies between.
    let difference = max(columns.0 ^ columns.1, rows.0 ^ rows.1)
    let width = max(columns.1 - columns.0, rows.1 - rows.0)
    let bits = min(32 - width.leadingZeroBitCount, 32 - difference.leadingZeroBitCount)
    let level = 30 - bits
    let mask: UInt32 = ~(1 << UInt32(bits) - 1)
    let (i0, i1, j0, j1) = (columns.0 & mask, columns.1 & mask, rows.0 & mask, rows.1 & mask)
    var nodes: InlineArray<4, Node?> = [
      root(i0, j0, level), i1 == i0 ? nil : root(i1, j0, level), j1 == j0 ? nil : root(i0, j1, level),
      i1 == i0 || j1 == j0 ? nil : root(i1, j1, level),
    ]
    func order(_ a: Int, _ b: Int) {
      guard let second = nodes[b], nodes[a].map({ second.firstLeaf < $0.firstLeaf }) ?? true else { return }
      nodes.swapAt(a, b)
    }
    order(0, 1)
    order(2, 3)
    order(0, 2)
    order(1, 3)
    order(1, 2)
    for index in nodes.indices { if let node = nodes[index] { body(node) } }
  }

  private func root(_ i: UInt32, _ j: UInt32, _ level: Int) -> Node? {
    let (position, orientation) = HilbertCurve.place(face: face, i: i, j: j, level: level)
    let leaf = UInt64(face) << 60 | position << UInt64(60 - 2 * level)
    return node(leaf, i, j, orientation: orientation, level: level)
  }

  func child(_ number: Int, of node: Node) -> Node? {
    let quadrant = HilbertCurve.quadrant(number, orientation: Int(node.orientation))
    let level = Int(node.level) + 1
    let bits = UInt32(30 - level)
    let (i, j) = (node.i | UInt32(quadrant >> 1) << bits, node.j | UInt32(quadrant & 1) << bits)
    return self.node(
      node.firstLeaf | UInt64(number) << UInt64(2 * bits), i, j,
      orientation: Int(node.orientation) ^ HilbertCurve.turn(number), level: level)
  }

  private func node(_ leaf: UInt64, _ i: UInt32, _ j: UInt32, orientation: Int, level: Int) -> Node? {
    let relation = relation(i, j, 1 << UInt32(30 - level))
    if relation == .disjoint { return nil }
    return Node(
      firstLeaf: leaf, i: i, j: j, orientation: UInt8(truncatingIfNeeded: orientation),
      level: UInt8(truncatingIfNeeded: level), isInside: relation == .inside)
  }

  @inline(__always)
  private func line(_ index: UInt32, _ q: Double, _ factor: Double, _ one: Double) -> Line {
    let c = S2Projection.uv(fromLeaf: index)
    let offset = c - q
    return Line(c: c, offset: offset, aside: factor * offset * offset, square: one + c * c)
  }

  @inline(__always)
  private func relation(_ i: UInt32, _ j: UInt32, _ size: UInt32) -> CellRelation {
    let (u0, u1) = (line(i, q.u, factors.u, 1), line(i + size, q.u, factors.u, 1))
    let (v0, v1) = (line(j, q.v, factors.v, 0), line(j + size, q.v, factors.v, 0))
    /// At least 0 outside of the circle of that squared sine.
    @inline(__always)
    func excess(_ u: Line, _ v: Line, _ sine: Double) -> Double {
      u.aside + v.aside + mixed * u.offset * v.offset - sine * (u.square + v.square)
    }
    let farthest = max(
      max(excess(u0, v0, inner), excess(u1, v0, inner)), max(excess(u0, v1, inner), excess(u1, v1, inner)))
    if farthest < 0 { return .inside }
    let nearest = min(
      min(excess(u0, v0, outer), excess(u1, v0, outer)), min(excess(u0, v1, outer), excess(u1, v1, outer)))
    if nearest <= 0 { return .boundary }
    // No corner is in the circle: it is apart, or in the cell, or its nearest point lies on an edge.
    let isBetween = (u0.offset <= 0 && u1.offset >= 0, v0.offset <= 0 && v1.offset >= 0)
    if isBetween.0, isBetween.1 { return .boundary }
    let isMet =
      isNear(u0, p.u, across: p.v, v0.c, v1.c, 1) || isNear(u1, p.u, across: p.v, v0.c, v1.c, 1)
      || isNear(v0, p.v, across: p.u, u0.c, u1.c, 0) || isNear(v1, p.v, across: p.u, u0.c, u1.c, 0)
    return isMet ? .boundary : .disjoint
  }

  /// Whether the point of an edge nearest to p lies between the edge's ends and in the circle (see `FaceRectangle`).
  @inline(__always)
  private func isNear(
    _ line: Line, _ along: Double, across: Double, _ low: Double, _ high: Double, _ one: Double
  ) -> Bool {
    let square = line.square + 1 - one
    let aside = p.w * line.offset
    guard aside * aside <= outer * square else { return false }
    let toward = p.w + line.c * along
    return toward > 0 && low * toward <= across * square && across * square <= high * toward
  }

  /// The squared sine of the angle to the nearest point.
  func nearness(of node: Node) -> Double {
    let size: UInt32 = 1 << UInt32(30 - node.level)
    let (u0, u1) = (line(node.i, q.u, factors.u, 1), line(node.i + size, q.u, factors.u, 1))
    let (v0, v1) = (line(node.j, q.v, factors.v, 0), line(node.j + size, q.v, factors.v, 0))
    if u0.offset <= 0, u1.offset >= 0, v0.offset <= 0, v1.offset >= 0 { return 0 }
    func corner(_ u: Line, _ v: Line) -> Double {
      (u.aside + v.aside + mixed * u.offset * v.offset) / (u.square + v.square)
    }
    var least = min(min(corner(u0, v0), corner(u1, v0)), min(corner(u0, v1), corner(u1, v1)))
    func edge(_ line: Line, _ along: Double, across: Double, _ low: Double, _ high: Double, _ one: Double) {
      let square = line.square + 1 - one
      let toward = p.w + line.c * along
      guard toward > 0, low * toward <= across * square, across * square <= high * toward else { return }
      let aside = p.w * line.offset
      least = min(least, aside * aside / square)
    }
    edge(u0, p.u, across: p.v, v0.c, v1.c, 1)
    edge(u1, p.u, across: p.v, v0.c, v1.c, 1)
    edge(v0, p.v, across: p.u, u0.c, u1.c, 0)
    edge(v1, p.v, across: p.u, u0.c, u1.c, 0)
    return least
  }

  func meters(nearness: Double) -> Double {
    let sine = max(nearness, 0).squareRoot()
    let chord = Chord.squared(sine: sine, cosine: max(1 - nearness, 0).squareRoot())
    return Chord.meters(squared: Chord.lowered(chord))
  }
}
