// SPDX-License-Identifier: Apache-2.0

extension S2Cell {
  /// A box that contains the cell: tight but for 1e-12 degrees, and the whole turn of longitudes for a cell at a pole.
  public var bounds: BoundingBox { FaceRectangle(self).bounds }
}

extension FaceRectangle {
  var bounds: BoundingBox {
    let corners = vertices
    var latitudes = corners.map(\.coordinate.latitude)
    for (a, b) in zip(corners, corners[1...] + corners[..<1]) {
      if let bulge = extremeLatitude(from: a, to: b) { latitudes.append(bulge) }
    }
    let margin = 1e-12
    let holdsNorth = contains(UnitVector(x: 0, y: 0, z: 1))
    let holdsSouth = contains(UnitVector(x: 0, y: 0, z: -1))
    let north = holdsNorth ? 90 : min(90, latitudes.max()! + margin)
    let south = holdsSouth ? -90 : max(-90, latitudes.min()! - margin)
    if holdsNorth || holdsSouth {
      return BoundingBox(uncheckedSouth: south, west: -180, north: north, east: 180)
    }
    // No cell without a pole spans half a turn, so its longitudes are those within 180° of its middle.
    let middle = S2Projection.fromFace(face, .init(u: (u0 + u1) / 2, v: (v0 + v1) / 2, w: 1)).coordinate
    let offsets = corners.map { corner in
      let difference = corner.coordinate.longitude - middle.longitude
      return difference > 180 ? difference - 360 : difference < -180 ? difference + 360 : difference
    }
    func wrapped(_ longitude: Double) -> Double {
      longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
    }
    return BoundingBox(
      uncheckedSouth: south, west: wrapped(middle.longitude + offsets.min()! - margin), north: north,
      east: wrapped(middle.longitude + offsets.max()! + margin))
  }

  /// Whether the place is in the rectangle or within rounding of it.
  private func contains(_ place: UnitVector) -> Bool {
    squaredChords(from: place).minimum <= Chord.raised(0)
  }

  /// The latitude at which the great circle through an edge turns back to the equator, if that is on the edge.
  private func extremeLatitude(from a: UnitVector, to b: UnitVector) -> Double? {
    let normal = UnitVector(
      x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x)
    // The circle's northernmost point, and the southernmost opposite of it.
    let rise = UnitVector(
      x: -normal.z * normal.x, y: -normal.z * normal.y, z: normal.x * normal.x + normal.y * normal.y)
    for top in [rise, -rise] {
      let afterA = cross(a, top, along: normal)
      let beforeB = cross(top, b, along: normal)
      if afterA > 0, beforeB > 0 { return top.coordinate.latitude }
    }
    return nil
  }

  private func cross(_ a: UnitVector, _ b: UnitVector, along n: UnitVector) -> Double {
    (a.y * b.z - a.z * b.y) * n.x + (a.z * b.x - a.x * b.z) * n.y + (a.x * b.y - a.y * b.x) * n.z
  }
}
