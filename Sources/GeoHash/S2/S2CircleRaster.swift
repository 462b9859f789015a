// SPDX-License-Identifier: Apache-2.0

/// A circle's part in a face of the S2 grid, row by row: which cells of one level it touches.
///
/// With p the centre, q = p / p_w its place in the face's plane and d = (u, v) − q, a place (u, v, 1) is in the circle when
/// |p × (u, v, 1)|² = |p × d|² ≤ sin² r · (1 + u² + v²). That is an ellipse of the plane: a line v = c cuts it where a
/// quadratic equation says, and what it spans in the row between two lines follows from both and from its outermost
/// points. So a row takes a few multiplications and a square root, however many cells it has.
///
/// `Chord.tolerance` widens the circle by more than what the rounding of places and of distances comes to, `margin`
/// by what the rounding of these formulas does.
struct S2CircleRaster {
  /// How far apart u computed in different ways may be, with much to spare.
  private static let margin = 1e-14

  let face: Int
  private let p: S2Projection.FaceVector
  private let q: (u: Double, v: Double)
  /// |p × d|² = factors.u d_u² + factors.v d_v² + mixed d_u d_v.
  private let factors: (u: Double, v: Double)
  private let mixed: Double
  /// Where |p × d|² is least for a given d_v, and for a given d_u: d_u = slants.u d_v, d_v = slants.v d_u.
  private let slants: (u: Double, v: Double)
  private let squaredSine: Double
  private let u: Span
  private let v: Span
  /// The least 1 / (1 + u² + v²) in the circle.
  private let leastShrinking: Double

  /// What the circle spans along one axis of the face.
  private struct Span {
    /// The first and the last place in the face.
    let low, high: Double
    /// Whether it goes on beyond the face.
    let goesOnBelow, goesOnAbove: Bool
    /// The leaves that hold them, or one more.
    let first, last: UInt32
  }

  /// The part in a face of the circle of a radius around a place; nil where there is none, or where the method does not serve:
  /// the place must be less than a quarter turn from the face's middle, and from there farther than the radius to the quarter.
  init?(around place: UnitVector, radius angle: Double, onFace face: Int) {
    let sine = Libm.sine(angle) + Chord.tolerance
    squaredSine = sine * sine
    self.face = face
    p = S2Projection.inFace(face, place)
    guard p.w > 0, let u = Self.span(p.u, p.w, squaredSine), let v = Self.span(p.v, p.w, squaredSine) else {
      return nil
    }
    (self.u, self.v) = (u, v)
    q = (p.u / p.w, p.v / p.w)
    factors = (p.w * p.w + p.v * p.v, p.w * p.w + p.u * p.u)
    mixed = -2 * p.u * p.v
    let (farU, farV) = (max(-u.low, u.high), max(-v.low, v.high))
    leastShrinking = 1 / (1 + farU * farU + farV * farV)
    slants = (p.u * p.v / factors.u, p.u * p.v / factors.v)
  }

  /// Whether all of the circle is in the face.
  var isWhole: Bool { !(u.goesOnBelow || u.goesOnAbove || v.goesOnBelow || v.goesOnAbove) }

  /// The planes u = c that touch it solve (p_u − c p_w)² = sin² r (1 + c²).
  private static func span(_ along: Double, _ outward: Double, _ square: Double) -> Span? {
    let denominator = outward * outward - square
    guard denominator > 0.01 else { return nil }
    let root = (square * max(along * along + denominator, 0)).squareRoot()
    let inverse = 1 / denominator
    let low = (along * outward - root) * inverse - margin
    let high = (along * outward + root) * inverse + margin
    guard low <= 1, high >= -1 else { return nil }
    let (first, last) = S2Projection.leaves(atUV: SIMD2(max(low, -1), min(high, 1)))
    return Span(
      low: max(low, -1), high: min(high, 1), goesOnBelow: low <= -1, goesOnAbove: high >= 1,
      first: UInt32(max(first - 1, 0)), last: UInt32(min(last + 1, (1 << 30) - 1)))
  }

  /// The share of the globe's area for each leaf at the centre, from the derivatives of the projection.
  var areaSharePerLeaf: Double {
    let square = 1 + q.u * q.u + q.v * q.v
    let stretch = (1 + 3 * abs(q.u)) * (1 + 3 * abs(q.v))
    let leaves = S2Projection.leavesPerEdge * S2Projection.leavesPerEdge
    return 16.0 / 9 * (stretch / square).squareRoot() / (square * 4 * Double.pi * leaves)
  }

  /// The leaves that a square of squares of 2^`bits` leaves each way begins with, that holds the circle, and how many of
  /// these it is wide and high.
  struct Window {
    let i, j: UInt32
    let columns, rows: Int
  }

  func window(bySquaresOf bits: Int) -> Window {
    func count(_ span: Span) -> Int { Int(span.last &>> UInt32(bits)) - Int(span.first &>> UInt32(bits)) + 1 }
    let mask: UInt32 = ~(1 &<< UInt32(bits) - 1)
    return Window(i: u.first & mask, j: v.first & mask, columns: count(u), rows: count(v))
  }

  /// How many leaves the circle spans, at most, in the direction in which they are more.
  var width: UInt32 { max(u.last - u.first, v.last - v.first) }

  /// Calls `body` with the columns that the circle touches of each row, ascending, by cells of 2^`bits` leaves each way, both
  /// counted from a window's first corner: those between the first and the last one, or none where it is before the first.
  @inline(__always)
  func rows(from window: Window, bits: Int, _ body: (_ row: Int, _ first: Int, _ last: Int) -> Void) {
    let j = Int(window.j)
    let (firstRow, lastRow) = ((Int(v.first) - j) &>> bits, (Int(v.last) - j) &>> bits)
    let columns = Columns(middle: q.u, from: u.low, to: u.high, first: window.i, bits: bits)
    let reach = SIMD2(u.low, u.high) - q.u
    let outermost = columns.at(reach)
    guard squaredSine > 1e-22 else {
      // Less than 0.1 mm: where a line cuts it is noise.
      for row in firstRow...lastRow { body(row, outermost.0, outermost.1) }
      return
    }
    // The rows of the outermost points, if they are in the face.
    let twist: SIMD2<Double> = 2 * squaredSine * q.v - mixed * reach
    let height = twist / (2 * (factors.v - squaredSine))
    let ends = S2Projection.leaves(atUV: q.v + height)
    func row(_ leaf: Int) -> Int {
      let row = (leaf - j) &>> bits
      return v.goesOnBelow && row < firstRow || v.goesOnAbove && row > lastRow
        ? -1 : min(max(row, firstRow), lastRow)
    }
    let (leftmost, rightmost) = (u.goesOnBelow ? -1 : row(ends.0), u.goesOnAbove ? -1 : row(ends.1))
    // On the line at y = v − q_v, a x² − 2 h x + c = 0 for x = u − q_u: h / a is linear in y, (h² − a c) / a² a parabola.
    let a = factors.u - squaredSine
    let inverse = 1 / a
    let (middle, slope) = (squaredSine * q.u * inverse, -mixed / 2 * inverse)
    let bend = slope * slope - (factors.v - squaredSine) * inverse
    let tilt = 2 * (middle * slope + squaredSine * q.v * inverse)
    let rest = middle * middle + squaredSine * (1 + q.u * q.u + q.v * q.v) * inverse
    // Rounding could take a touching line for one apart: by less than this part of the greatest terms.
    let reachUp = max(v.high - q.v, q.v - v.low)
    let slack = 1e-14 * (rest + reachUp * (abs(tilt) + reachUp * (slope * slope + factors.v * inverse)))
    let none = (Int.max, -1)
    let isWhole = isWhole
    /// The columns that the line below a row cuts; beside the face, those next to it.
    @inline(__always)
    func cut(_ line: Int) -> (Int, Int) {
      let y = S2Projection.uv(ofLeaf: Double(j &+ line &<< bits)) - q.v
      let discriminant = (bend * y + tilt) * y + rest + slack
      guard discriminant >= 0 else { return none }
      let (center, root) = (middle + slope * y, discriminant.squareRoot() + Self.margin)
      let (first, last) = (max(center - root, reach.x), min(center + root, reach.y))
      if first > last { return center < reach.x ? (-1, -1) : (Int.max - 1, Int.max - 1) }
      return columns.at(SIMD2(first, last))
    }
    var (low, high) = v.goesOnBelow ? cut(firstRow) : none
    for row in firstRow...lastRow {
      let (lowBelow, highBelow) = (low, high)
      (low, high) = row < lastRow || v.goesOnAbove ? cut(row &+ 1) : none
      var (first, last) = (min(low, lowBelow), max(high, highBelow))
      if row == leftmost { (first, last) = (outermost.0, max(last, outermost.0)) }
      if row == rightmost { (first, last) = (min(first, outermost.1), outermost.1) }
      if !isWhole { (first, last) = (max(first, outermost.0), min(last, outermost.1)) }
      body(row, first, last)
    }
  }

  /// From u to columns of cells.
  private struct Columns {
    /// Columns per unit of x = u − middle and of its square, where a parabola serves.
    private let linear, square: Double
    private let middle, offset, scale: Double
    private let margin: SIMD2<Double>
    private let isExact: Bool

    init(middle: Double, from low: Double, to high: Double, first: UInt32, bits: Int) {
      // column = (1 + z) · scale − offset, where z = √(1 + 3 |u|) − 1 with the sign of u.
      scale = S2Projection.leavesPerEdge / 2 / Double(1 &<< bits)
      offset = Double(first) / Double(1 &<< bits)
      self.middle = middle
      let root = (1 + 3 * abs(middle)).squareRoot()
      linear = scale * 1.5 / root
      square = (middle < 0 ? scale : -scale) * 1.125 / (root * root * root)
      // What the parabola is off by: a sixth of the greatest third derivative, 81/8, times the cube.
      let reach = max(high - middle, middle - low)
      let error = scale * 1.6875 * reach * reach * reach
      isExact = error > 0.05 || low < 0 && high > 0
      start = scale * (1 + (middle < 0 ? 1 - root : root - 1)) - offset
      margin = SIMD2(-error, error)
    }

    /// The column at the middle, as a number with a fraction.
    private let start: Double

    /// The columns at two places.
    @inline(__always)
    func at(_ x: SIMD2<Double>) -> (Int, Int) {
      if isExact {
        let u = middle + x
        let size = u.replacing(with: -u, where: u .< 0)
        let root = (1 + 3 * size).squareRoot()
        let z: SIMD2<Double> = 3 * u / (1 + root)
        let columns: SIMD2<Double> = (1 + z) * scale - offset
        return (Int(columns.x), Int(columns.y))
      }
      let slope: SIMD2<Double> = linear + x * square
      let columns: SIMD2<Double> = start + x * slope + margin
      return (Int(columns.x), Int(columns.y))
    }
  }

  /// Where a line along the rows lies that begins a leaf, from the centre, or one along the columns.
  @inline(__always)
  func offset(ofColumn i: Int) -> Double { S2Projection.uv(ofLeaf: Double(i)) - q.u }
  @inline(__always)
  func offset(ofRow j: Int) -> Double { S2Projection.uv(ofLeaf: Double(j)) - q.v }

  /// No place of a rectangle has a lesser squared sine of its angle to the centre; it lies between offsets from that.
  @inline(__always)
  func nearness(from first: SIMD2<Double>, to last: SIMD2<Double>) -> Double {
    // The least |p × d|² is on one of the sides that face the centre: at these u or v, where a line crosses it or its end.
    var side = first.replacing(with: 0, where: first .< 0)
    side.replace(with: last, where: last .< 0)
    var along = SIMD2(slants.u * side.y, slants.v * side.x)
    along.replace(with: first, where: along .< first)
    along.replace(with: last, where: along .> last)
    let (x, y) = (SIMD2(side.x, along.x), SIMD2(along.y, side.y))
    let squares = factors.u * x * x + factors.v * y * y + mixed * x * y
    return (squares.x < squares.y ? squares.x : squares.y) * leastShrinking
  }

  /// No more than the distance of a nearness: the first terms of the arcsine's series, short by 1e-6 of it at 1,000 km.
  static func meters(nearness: Double) -> Double {
    let sine = nearness.squareRoot() - 2 * Chord.tolerance
    guard sine > 0 else { return 0 }
    let square = sine * sine
    return Earth.radiusMeters * sine * (1 + square * (1.0 / 6 + square * (3.0 / 40)))
  }
}

extension S2Projection {
  /// `uv(fromST:)` of a leaf's first edge, but for rounding, without telling halves apart.
  @inline(__always)
  fileprivate static func uv(ofLeaf index: Double) -> Double {
    let z = index * (2 / leavesPerEdge) - 1
    return z * (abs(z) + 2) * (1.0 / 3)
  }

  /// The leaves that hold two places between −1 and 1, but for rounding.
  @inline(__always)
  fileprivate static func leaves(atUV u: SIMD2<Double>) -> (Int, Int) {
    let size = u.replacing(with: -u, where: u .< 0)
    let z = 3 * u / (1 + (1 + 3 * size).squareRoot())
    let leaves = (1 + z) * (leavesPerEdge / 2)
    return (Int(leaves[0]), Int(leaves[1]))
  }
}
