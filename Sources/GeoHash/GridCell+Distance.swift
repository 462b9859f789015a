// SPDX-License-Identifier: Apache-2.0

extension GridCell {
  /// Bounds in metres of the distance from a place to the points of the cell, as `DistanceMeter` measures it: none is
  /// nearer than the first, none farther than the second. Within 0.1 µm of the true bounds, up to a quarter of the
  /// globe; within 1 m near the antipode.
  public func meters(from place: UnitVector) -> (minimum: Double, maximum: Double) {
    let chords = squaredChords(from: place)
    return (
      Chord.meters(squared: Chord.lowered(chords.minimum)),
      Chord.meters(squared: Chord.raised(chords.maximum))
    )
  }
}
