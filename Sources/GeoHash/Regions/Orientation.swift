// SPDX-License-Identifier: Apache-2.0

/// On which side of a straight line in the plane of longitude (x) and latitude (y) a place lies, without error.
///
/// The determinant is first computed plainly; its rounding error is at most (3 + 16ε) ε times the sum of its two
/// products' sizes. When that leaves the sign open, six exact products are summed exactly. No product of degrees
/// under- or overflows, since a `Coordinate` holds no magnitude under 1e-100. Source: J. R. Shewchuk, "Adaptive
/// Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates", 1997.
enum Orientation {
  /// Positive when c lies left of the line from a to b, negative when right of it, 0 when exactly on it.
  static func sign(
    _ a: (x: Double, y: Double), _ b: (x: Double, y: Double), _ c: (x: Double, y: Double)
  ) -> Int {
    let left = (a.x - c.x) * (b.y - c.y)
    let right = (a.y - c.y) * (b.x - c.x)
    let determinant = left - right
    let bound = 3.3306690738754716e-16 * (abs(left) + abs(right))
    if determinant > bound { return 1 }
    if -determinant > bound { return -1 }
    return exactSign(a, b, c)
  }

  private static func exactSign(
    _ a: (x: Double, y: Double), _ b: (x: Double, y: Double), _ c: (x: Double, y: Double)
  ) -> Int {
    var sum = Expansion()
    sum.add(a.x, b.y)
    sum.add(-a.x, c.y)
    sum.add(-c.x, b.y)
    sum.add(-a.y, b.x)
    sum.add(a.y, c.x)
    sum.add(c.y, b.x)
    return sum.sign
  }

  /// A sum of doubles that do not overlap, smallest first: exact.
  private struct Expansion {
    private var parts: [Double] = []

    mutating func add(_ a: Double, _ b: Double) {
      let product = a * b
      let (high, low) = (Self.split(a), Self.split(b))
      let error =
        high.low * low.low - (((product - high.high * low.high) - high.low * low.high) - high.high * low.low)
      add(error)
      add(product)
    }

    private mutating func add(_ number: Double) {
      var carried = number
      for index in parts.indices {
        let sum = carried + parts[index]
        let virtual = sum - carried
        parts[index] = (carried - (sum - virtual)) + (parts[index] - virtual)
        carried = sum
      }
      parts.append(carried)
    }

    /// The sign of the greatest part that is not 0.
    var sign: Int {
      guard let last = parts.last(where: { $0 != 0 }) else { return 0 }
      return last > 0 ? 1 : -1
    }

    /// The upper 26 bits and the rest.
    private static func split(_ a: Double) -> (high: Double, low: Double) {
      let scaled = 134_217_729 * a
      let high = scaled - (scaled - a)
      return (high, a - high)
    }
  }
}
