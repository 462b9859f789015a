// SPDX-License-Identifier: Apache-2.0

/// A circle's S2 cells, found row by row on each face of the grid that it touches.
package struct S2CircleCells {
  /// Up to a seventh of a right angle more than a face's corner is from its middle: so every face that is touched can be told.
  private static let greatestAngle = 0.25

  private let place: UnitVector
  private let angle: Double
  /// The part in the face of the centre.
  private let home: S2CircleRaster

  /// Nil for circles that are too large for the method: of more than 1,590 km and in several faces, or of a sixth of a turn.
  package init?(_ circle: Circle) {
    place = circle.vector
    angle = circle.radius.meters / Earth.radiusMeters
    // Up to a sixth of a turn no place of the face is so far off that its sine is small again.
    guard angle <= Double.pi / 3,
      let home = S2CircleRaster(around: place, radius: angle, onFace: S2Projection.face(of: place)),
      home.isWhole || angle <= Self.greatestAngle
    else { return nil }
    self.home = home
  }

  /// The share of the globe's area for each leaf at the centre.
  package var areaSharePerLeaf: Double { home.areaSharePerLeaf }

  /// Covers the circle by cells of a level on each face: see `S2CircleRaster.runs`. Runs of two faces may touch.
  package func runs(
    ofCellsUpTo leaves: Double, measuresDistances: Bool, _ body: (ClosedRange<UInt64>, Double) -> Void
  ) -> Int {
    if home.isWhole { return home.runs(ofCellsUpTo: leaves, measuresDistances: measuresDistances, body) }
    var cells = 0
    for face in 0..<6 {
      guard
        let part = face == home.face ? home : S2CircleRaster(around: place, radius: angle, onFace: face)
      else { continue }
      cells += part.runs(ofCellsUpTo: leaves, measuresDistances: measuresDistances, body)
    }
    return cells
  }

  /// No more than the distance of a nearness.
  package static func meters(nearness: Double) -> Double { S2CircleRaster.meters(nearness: nearness) }
}
