// SPDX-License-Identifier: Apache-2.0

extension S2Cell {
  /// A box that contains the cell: tight but for 0.1 µm, and the whole turn of longitudes for a cell at a pole.
  public var bounds: BoundingBox { FaceRectangle(self).bounds }
}

extension FaceRectangle {
  var bounds: BoundingBox {
    let corners = vertices.map(\.coordinate)
    // Along an edge the latitude turns where the edge crosses an axis of the face, which only the faces themselves do.
    let turns = level > 0 ? [] : [(u0, 0), (u1, 0), (0, v0), (0, v1)].map { place(u: $0, v: $1) }
    let latitudes = (corners + turns).map(\.latitude)
    let margin = 1e-12
    let north = contains(UnitVector(x: 0, y: 0, z: 1)) ? 90 : min(90, latitudes.max()! + margin)
    let south = contains(UnitVector(x: 0, y: 0, z: -1)) ? -90 : max(-90, latitudes.min()! - margin)
    if north == 90 || south == -90 {
      return BoundingBox(uncheckedSouth: south, west: -180, north: north, east: 180)
    }
    // No cell without a pole spans half a turn, so its longitudes are those within 180° of its middle.
    let middle = place(u: (u0 + u1) / 2, v: (v0 + v1) / 2).longitude
    let offsets = corners.map { wrapped($0.longitude - middle) }
    // Close to a pole, the rounding that assigns a place to a cell is a wide angle.
    let parallel = Trigonometry.cosine(degrees: max(north, -south))
    let wide = margin + Chord.tolerance / parallel / Trigonometry.radiansPerDegree
    return BoundingBox(
      uncheckedSouth: south, west: wrapped(middle + offsets.min()! - wide), north: north,
      east: wrapped(middle + offsets.max()! + wide))
  }

  private func place(u: Double, v: Double) -> Coordinate {
    S2Projection.fromFace(face, .init(u: u, v: v, w: 1)).coordinate
  }

  private func wrapped(_ longitude: Double) -> Double {
    longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
  }

  /// Whether the place is in the rectangle or within rounding of it.
  private func contains(_ place: UnitVector) -> Bool {
    squaredChords(from: place).minimum <= Chord.raised(0)
  }
}
