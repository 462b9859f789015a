// SPDX-License-Identifier: Apache-2.0

extension S2Cell {
  /// A box that contains the cell: tight but for 0.1 µm, and the whole turn of longitudes for a cell at a pole.
  /// O(1), no allocation.
  public var bounds: BoundingBox { FaceRectangle(self).bounds }
}

extension FaceRectangle {
  var bounds: BoundingBox {
    let (a, b, c, d) = (corner(u0, v0), corner(u1, v0), corner(u1, v1), corner(u0, v1))
    var (low, high) = latitudes(a, b, c, d)
    if level == 0 {
      // Along an edge the latitude turns where the edge crosses an axis of the face, which only the faces themselves
      // do.
      let (e, f, g, h) = (place(u: u0, v: 0), place(u: u1, v: 0), place(u: 0, v: v0), place(u: 0, v: v1))
      low = min(low, min(min(latitude(of: e), latitude(of: f)), min(latitude(of: g), latitude(of: h))))
      high = max(high, max(max(latitude(of: e), latitude(of: f)), max(latitude(of: g), latitude(of: h))))
    }
    let margin = 1e-12
    let north = holdsMiddle(ofFace: 2) ? 90 : min(90, high + margin)
    let south = holdsMiddle(ofFace: 5) ? -90 : max(-90, low - margin)
    if north == 90 || south == -90 {
      return BoundingBox(uncheckedSouth: south, west: -180, north: north, east: 180)
    }
    // No cell without a pole spans half a turn, so its longitudes are those within 180° of its middle.
    let middle = longitude(of: place(u: (u0 + u1) / 2, v: (v0 + v1) / 2))
    let (e, f, g, h) = (
      wrapped(longitude(of: a) - middle), wrapped(longitude(of: b) - middle),
      wrapped(longitude(of: c) - middle), wrapped(longitude(of: d) - middle)
    )
    // Close to a pole, the rounding that assigns a place to a cell is a wide angle.
    let parallel = Trigonometry.cosine(degrees: max(north, -south))
    let wide = margin + Chord.tolerance / parallel / Trigonometry.radiansPerDegree
    return BoundingBox(
      uncheckedSouth: south, west: wrapped(middle + min(min(e, f), min(g, h)) - wide), north: north,
      east: wrapped(middle + max(max(e, f), max(g, h)) + wide))
  }

  /// The least and the greatest latitude of four corners. Those that lie clearly between are not computed.
  private func latitudes(
    _ a: UnitVector, _ b: UnitVector, _ c: UnitVector, _ d: UnitVector
  ) -> (low: Double, high: Double) {
    let (bottom, top) = (min(min(a.z, b.z), min(c.z, d.z)), max(max(a.z, b.z), max(c.z, d.z)))
    // Near a pole z says little of the latitude.
    let slack = max(top, -bottom) > 0.99 ? 2 : 1e-13
    var (low, high) = (90.0, -90.0)
    func extend(to corner: UnitVector) {
      guard corner.z <= bottom + slack || corner.z >= top - slack else { return }
      let latitude = latitude(of: corner)
      low = min(low, latitude)
      high = max(high, latitude)
    }
    extend(to: a)
    extend(to: b)
    extend(to: c)
    extend(to: d)
    return (low, high)
  }

  private func place(u: Double, v: Double) -> UnitVector {
    S2Projection.fromFace(face, .init(u: u, v: v, w: 1))
  }

  private func corner(_ u: Double, _ v: Double) -> UnitVector { place(u: u, v: v).normalized }

  private func latitude(of place: UnitVector) -> Double {
    let degrees =
      Libm.arctangent(place.z, (place.x * place.x + place.y * place.y).squareRoot())
      / Trigonometry.radiansPerDegree
    return max(-90, min(90, degrees))
  }

  private func longitude(of place: UnitVector) -> Double {
    max(-180, min(180, Libm.arctangent(place.y, place.x) / Trigonometry.radiansPerDegree))
  }

  private func wrapped(_ longitude: Double) -> Double {
    longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
  }

  /// Whether it is of a face at a pole, and the pole in it or within rounding of it.
  private func holdsMiddle(ofFace pole: Int) -> Bool {
    guard face == pole, u0 <= 1e-14, u1 >= -1e-14, v0 <= 1e-14, v1 >= -1e-14 else { return false }
    let place = UnitVector(x: 0, y: 0, z: pole == 2 ? 1 : -1)
    return squaredChords(from: place).minimum <= Chord.raised(0)
  }
}
