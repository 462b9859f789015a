// SPDX-License-Identifier: Apache-2.0

@testable import GeoHash
import TestSupport
import Testing

@Suite struct OrientationTests {
  /// Degrees as whole numbers of 2⁻⁵²ths would be exact in 128 bits; these of 2⁻⁴⁴ span the whole globe.
  @Test func theSignIsThatOfExactIntegers() {
    var random = SeededGenerator(seed: 1)
    let unit = Double(sign: .plus, exponent: -44, significand: 1)
    func number(_ limit: Int128) -> Int128 { Int128.random(in: -limit...limit, using: &random) }
    var undecided = 0
    for _ in 0..<20_000 {
      let limit = Int128(180) << 44
      let (ax, ay, dx, dy) = (number(limit / 2), number(limit / 4), number(1 << 20), number(1 << 20))
      let (m, n) = (number(1 << 24), number(1 << 24))
      let (ex, ey) = (number(1), number(1))
      let (bx, by, cx, cy) = (ax + m * dx, ay + m * dy, ax + n * dx + ex, ay + n * dy + ey)
      let exact = ((ax - cx) * (by - cy) - (ay - cy) * (bx - cx)).signum()
      func place(_ x: Int128, _ y: Int128) -> (x: Double, y: Double) { (Double(x) * unit, Double(y) * unit) }
      #expect(Int128(Orientation.sign(place(ax, ay), place(bx, by), place(cx, cy))) == exact, "seed 1")
      if exact == 0 { undecided += 1 }
    }
    #expect(undecided > 1000)
  }

  @Test func swappingTwoPlacesTurnsTheSign() {
    var places = Places(seed: 2)
    for _ in 0..<2000 {
      let (a, b) = (places.next(), places.next())
      let part = Double.random(in: -1...2, using: &places.random)
      let c = (
        x: a.longitude + part * (b.longitude - a.longitude), y: a.latitude + part * (b.latitude - a.latitude)
      )
      let (p, q) = ((x: a.longitude, y: a.latitude), (x: b.longitude, y: b.latitude))
      let sign = Orientation.sign(p, q, c)
      #expect(
        sign == -Orientation.sign(q, p, c) && sign == Orientation.sign(q, c, p), "\(p) \(q) \(c) seed 2")
      #expect(Orientation.sign(p, q, p) == 0 && Orientation.sign(p, q, q) == 0)
    }
  }

  /// Tiny magnitudes are the smallest that a coordinate may have.
  @Test func theSmallestMagnitudesKeepTheirSign() {
    #expect(Orientation.sign((0, 0), (1e-100, 1e-100), (180, 180)) == 0)
    #expect(Orientation.sign((0, 0), (1e-100, 1e-100), (180, 180.0.nextUp)) == 1)
    #expect(Orientation.sign((0, 0), (1e-100, 1e-100), (180.0.nextUp, 180)) == -1)
  }
}
