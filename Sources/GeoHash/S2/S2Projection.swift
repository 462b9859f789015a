// SPDX-License-Identifier: Apache-2.0

/// From the sphere to the faces of a cube, with S2's quadratic correction that makes cells nearly equal in area.
///
/// A face's plane has coordinates u and v, −1 … 1, and `s`, `t`, 0 … 1, are what u and v become by the correction;
/// `i`, `j` count leaves, 0 ..< 2³⁰. Each face has its own axes: u and v in its plane, w outward.
enum S2Projection {
  static let leavesPerEdge: Double = 1_073_741_824

  /// A vector in the axes of a face: outward component last.
  struct FaceVector {
    var u: Double
    var v: Double
    var w: Double
  }

  static func face(of vector: UnitVector) -> Int {
    let (x, y, z) = (abs(vector.x), abs(vector.y), abs(vector.z))
    if x > y {
      return x > z ? (vector.x < 0 ? 3 : 0) : (vector.z < 0 ? 5 : 2)
    }
    return y > z ? (vector.y < 0 ? 4 : 1) : (vector.z < 0 ? 5 : 2)
  }

  static func inFace(_ face: Int, _ p: UnitVector) -> FaceVector {
    switch face {
    case 0: FaceVector(u: p.y, v: p.z, w: p.x)
    case 1: FaceVector(u: -p.x, v: p.z, w: p.y)
    case 2: FaceVector(u: -p.x, v: -p.y, w: p.z)
    case 3: FaceVector(u: -p.z, v: -p.y, w: -p.x)
    case 4: FaceVector(u: -p.z, v: p.x, w: -p.y)
    default: FaceVector(u: p.y, v: p.x, w: -p.z)
    }
  }

  static func fromFace(_ face: Int, _ p: FaceVector) -> UnitVector {
    switch face {
    case 0: UnitVector(x: p.w, y: p.u, z: p.v)
    case 1: UnitVector(x: -p.u, y: p.w, z: p.v)
    case 2: UnitVector(x: -p.u, y: -p.v, z: p.w)
    case 3: UnitVector(x: -p.w, y: -p.v, z: -p.u)
    case 4: UnitVector(x: p.v, y: -p.w, z: -p.u)
    default: UnitVector(x: p.v, y: p.u, z: -p.w)
    }
  }

  static func st(fromUV u: Double) -> Double {
    u >= 0 ? 0.5 * (1 + 3 * u).squareRoot() : 1 - 0.5 * (1 - 3 * u).squareRoot()
  }

  static func uv(fromST s: Double) -> Double {
    s >= 0.5 ? (1.0 / 3) * (4 * s * s - 1) : (1.0 / 3) * (1 - 4 * (1 - s) * (1 - s))
  }

  /// Where the first edge of a column or row of leaves lies.
  static func uv(fromLeaf index: UInt32) -> Double { uv(fromST: Double(index) * (1 / leavesPerEdge)) }

  /// The leaf's row or column; ties go to the even one, as in Google's C++.
  static func leafIndex(st s: Double) -> UInt32 {
    // Where a Double's last place is one, adding rounds so; `rounded` would be a call on processors without an instruction for it.
    let ones = 6_755_399_441_055_744.0
    let rounded = (leavesPerEdge * s - 0.5 + ones) - ones
    return UInt32(max(0, min(leavesPerEdge - 1, rounded)))
  }
}
