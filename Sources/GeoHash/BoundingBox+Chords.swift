// SPDX-License-Identifier: Apache-2.0

extension BoundingBox {
  /// The least and the greatest squared chord from a place to a point of the box. O(1), no allocation.
  func squaredChords(from place: UnitVector) -> (minimum: Double, maximum: Double) {
    let edges = Edges(self)
    return (edges.minimum(from: place), edges.maximum(from: place))
  }

  private typealias Turn = (sine: Double, cosine: Double)

  /// Sines and cosines of the box's edges.
  private struct Edges {
    let south: Turn
    let west: Turn
    let north: Turn
    let east: Turn
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

    /// Of the farthest point, which is the nearest one to the antipode. Its chord is not made from the antipode's, since
    /// 4 minus nearly 4 has no digits left.
    func maximum(from p: UnitVector) -> Double {
      holdsMeridian(of: -p)
        ? alongOppositeMeridian(from: p)
        : max(toFarMeridian(west, from: p), toFarMeridian(east, from: p))
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
      if p.z < south.sine { return chord(fromOutward: outward, p.z, to: south) }
      return p.z > north.sine ? chord(fromOutward: outward, p.z, to: north) : 0
    }

    /// For a place whose opposite meridian lies between the two: over a pole to the box's farther edge.
    private func alongOppositeMeridian(from p: UnitVector) -> Double {
      let outward = -(p.x * p.x + p.y * p.y).squareRoot()
      if -p.z < south.sine { return chord(fromOutward: outward, p.z, to: south) }
      return -p.z > north.sine ? chord(fromOutward: outward, p.z, to: north) : 4
    }

    private func chord(
      fromOutward outward: Double, _ z: Double, to edge: Turn
    ) -> Double {
      let (dr, dz) = (outward - edge.cosine, z - edge.sine)
      return dr * dr + dz * dz
    }

    /// To the nearest point of the western or the eastern edge, which are arcs of great circles.
    private func toMeridian(_ meridian: Turn, from p: UnitVector) -> Double {
      let arc = Arc(meridian, from: p)
      return arc.holdsNearest(from: south, to: north)
        ? Chord.squared(sine: arc.aside, cosine: arc.cosine)
        : min(arc.chord(to: south), arc.chord(to: north))
    }

    /// To the farthest point of the western or the eastern edge.
    private func toFarMeridian(_ meridian: Turn, from p: UnitVector) -> Double {
      let opposite = Arc(meridian, from: -p)
      if opposite.holdsNearest(from: south, to: north) { return 2 + 2 * opposite.cosine }
      let arc = Arc(meridian, from: p)
      return max(arc.chord(to: south), arc.chord(to: north))
    }
  }

  /// A meridian as a place sees it: the place's components towards it, aside of it and north.
  private struct Arc {
    let toward: Double
    let aside: Double
    let z: Double

    init(_ meridian: Turn, from p: UnitVector) {
      toward = p.x * meridian.cosine + p.y * meridian.sine
      aside = p.y * meridian.cosine - p.x * meridian.sine
      z = p.z
    }

    /// Whether the nearest point of the meridian lies between two latitudes.
    func holdsNearest(
      from south: Turn, to north: Turn
    ) -> Bool {
      toward > 0 && south.sine * toward <= z * south.cosine && z * north.cosine <= north.sine * toward
    }

    /// The cosine of the angle from the place to that point.
    var cosine: Double { (toward * toward + z * z).squareRoot() }

    func chord(to edge: Turn) -> Double {
      let (dt, dz) = (toward - edge.cosine, z - edge.sine)
      return dt * dt + aside * aside + dz * dz
    }
  }
}
