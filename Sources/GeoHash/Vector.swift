// SPDX-License-Identifier: Apache-2.0

extension UnitVector {
  // The results of these are vectors of any length; the components round as IEEE 754 says, on every processor alike.

  static func + (a: UnitVector, b: UnitVector) -> UnitVector {
    UnitVector(x: a.x + b.x, y: a.y + b.y, z: a.z + b.z)
  }

  static func - (a: UnitVector, b: UnitVector) -> UnitVector {
    UnitVector(x: a.x - b.x, y: a.y - b.y, z: a.z - b.z)
  }

  func dot(_ other: UnitVector) -> Double { x * other.x + y * other.y + z * other.z }

  func cross(_ other: UnitVector) -> UnitVector {
    UnitVector(
      x: y * other.z - z * other.y, y: z * other.x - x * other.z, z: x * other.y - y * other.x)
  }

  var squaredLength: Double { dot(self) }

  /// Whether two places lie so nearly opposite each other (within 1 m) that no great circle is the one through both.
  func isOpposite(to other: UnitVector) -> Bool { (self + other).squaredLength < 2e-14 }
}
