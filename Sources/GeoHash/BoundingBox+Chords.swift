// SPDX-License-Identifier: Apache-2.0

extension BoundingBox {
  /// The least and the greatest squared chord from a place to a point of the box. O(1), no allocation.
  func squaredChords(from place: UnitVector) -> (minimum: Double, maximum: Double) {
    let edges = Edges(self)
    return (edges.minimum(from: place), 4 - edges.minimum(from: -place))
  }

  /// Sines and cosines of the box's edges.
  private struct Edges {
    let south: (sine: Double, cosine: Double)
    let west: (sine: Double, cosine: Double)
    let north: (sine: Double, cosine: Double)
    let east: (sine: Double, cosine: Double)
    let width: Double

    init(_ box: BoundingBox) {
      south = Trigonometry.sineAndCosine(degrees: box.south)
      west = Trigonometry.sineAndCosine(degrees: box.west)
      north = Trigonometry.sineAndCosine(degrees: box.north)
      east = Trigonometry.sineAndCosine(degrees: box.east)
      width = box.width
    }

    func minimum(from p: UnitVector) -> Double {
      holdsMeridian(of: p)
        ? alongMeridian(from: p)
        : min(toMeridian(west, from: p), toMeridian(east, from: p))
    }

    private func holdsMeridian(of p: UnitVector) -> Bool {
      if width == 360 { return true }
      let eastOfWest = west.cosine * p.y - west.sine * p.x >= 0
      let westOfEast = east.cosine * p.y - east.sine * p.x <= 0
      return width <= 180 ? eastOfWest && westOfEast : eastOfWest || westOfEast
    }

    /// For a place between the two meridians: straight north or south to the box.
    private func alongMeridian(from p: UnitVector) -> Double {
      let outward = (p.x * p.x + p.y * p.y).squareRoot()
      func chord(_ edge: (sine: Double, cosine: Double)) -> Double {
        let (dr, dz) = (outward - edge.cosine, p.z - edge.sine)
        return dr * dr + dz * dz
      }
      if p.z < south.sine { return chord(south) }
      return p.z > north.sine ? chord(north) : 0
    }

    /// To the nearest point of the western or the eastern edge, which are arcs of great circles.
    private func toMeridian(_ meridian: (sine: Double, cosine: Double), from p: UnitVector) -> Double {
      let toward = p.x * meridian.cosine + p.y * meridian.sine
      let aside = p.y * meridian.cosine - p.x * meridian.sine
      if toward > 0, south.sine * toward <= p.z * south.cosine, p.z * north.cosine <= north.sine * toward {
        return Chord.squared(sine: aside)
      }
      func chord(_ edge: (sine: Double, cosine: Double)) -> Double {
        let (dt, dz) = (toward - edge.cosine, p.z - edge.sine)
        return dt * dt + aside * aside + dz * dz
      }
      return min(chord(south), chord(north))
    }
  }
}
