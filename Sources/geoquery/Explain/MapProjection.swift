// SPDX-License-Identifier: Apache-2.0
import GeoHash

/// A place on a drawing in metres of the middle: x to the east, y down.
struct MapPoint: Equatable {
  var x: Double
  var y: Double
}

/// From the globe to a flat drawing about a middle.
///
/// Away from the poles it is equirectangular, with the longitudes narrowed by the cosine of the middle's latitude:
/// north is up everywhere, and lengths are true at the middle. About a pole it is azimuthal: directions and distances
/// from the middle are true, and no meridian is a seam.
struct MapProjection {
  enum Kind {
    case equirectangular
    case azimuthal
  }

  let kind: Kind
  let center: Coordinate
  private let cosine: Double

  private static let metersPerDegree = Earth.radiusMeters * .pi / 180

  init(_ kind: Kind, center: Coordinate) {
    self.kind = kind
    self.center = center
    let pole = Coordinate.northPole
    // The parallel of the middle against the equator; a flat map of the polar caps is drawn as of 75°.
    let degrees = min(75, 90 - center.distance(to: pole).meters / Self.metersPerDegree).magnitude
    cosine = max(0.25, Self.cosine(degrees: min(degrees, 75)))
  }

  /// The projection in which a region looks best.
  init(of region: any Region) {
    let box = region.bounds
    let reachesPole = box.north > 80 || box.south < -80
    self.init(
      reachesPole && region.areaShare < 0.4 ? .azimuthal : .equirectangular,
      center: region.areaShare > 0.4
        ? (try? Coordinate(latitude: 0, longitude: box.center.longitude)) ?? box.center
        : Self.middle(of: region))
  }

  /// How far to the east of itself a place is drawn again; nil when no place is.
  var period: Double? { kind == .equirectangular ? 360 * Self.metersPerDegree * cosine : nil }

  /// How far down the poles are drawn; nil where they are points like others.
  var poles: (north: Double, south: Double)? {
    guard kind == .equirectangular else { return nil }
    return (flat(90, 0).y, flat(-90, 0).y)
  }

  /// The point of a place, on the side of the seam that is nearer.
  func point(_ place: Coordinate) -> MapPoint {
    switch kind {
    case .equirectangular: return flat(place.latitude, Self.turn(place.longitude - center.longitude))
    case .azimuthal:
      let meters = center.distance(to: place).meters
      let bearing = center.initialBearing(to: place)
      return MapPoint(x: meters * Self.sine(degrees: bearing), y: -meters * Self.cosine(degrees: bearing))
    }
  }

  /// The points of a line, without a leap at the seam. A closed one that runs about a pole is closed over the pole.
  func line(_ places: [Coordinate], isClosed: Bool) -> [MapPoint] {
    guard kind == .equirectangular, let first = places.first(where: { !$0.isPole }) else {
      return places.map(point)
    }
    var points: [MapPoint] = []
    let start = Self.turn(first.longitude - center.longitude)
    var offset = start
    func unwrapped(_ place: Coordinate) -> Double {
      offset + Self.turn(place.longitude - center.longitude - offset)
    }
    for (index, place) in places.enumerated() {
      guard place.isPole else {
        offset = unwrapped(place)
        points.append(flat(place.latitude, offset))
        continue
      }
      // At a pole the line turns from one meridian to the next: along the edge of the map.
      points.append(flat(place.latitude, offset))
      let next = places[(index + 1)...].first { !$0.isPole } ?? first
      points.append(flat(place.latitude, unwrapped(next)))
    }
    guard isClosed else { return points }
    let end = unwrapped(first)
    if abs(end - start) > 180 {
      let mean = places.reduce(0) { $0 + $1.latitude } / Double(places.count)
      let pole = mean < 0 ? -90.0 : 90.0
      points += [flat(first.latitude, end), flat(pole, end), flat(pole, start)]
    }
    return points
  }

  private func flat(_ latitude: Double, _ offset: Double) -> MapPoint {
    MapPoint(
      x: offset * Self.metersPerDegree * cosine, y: (center.latitude - latitude) * Self.metersPerDegree)
  }

  /// The middle of a region's box or, where that is about a pole, the pole's side of it.
  private static func middle(of region: any Region) -> Coordinate {
    switch region {
    case let circle as Circle: return circle.center
    case let ring as Ring: return ring.center
    default:
      let box = region.bounds
      guard box.width == 360, box.north > 80 || box.south < -80 else { return box.center }
      return box.north > 80 ? .northPole : .southPole
    }
  }

  /// Degrees made −180 … 180.
  static func turn(_ degrees: Double) -> Double { degrees - 360 * (degrees / 360).rounded() }

  private static func sine(degrees: Double) -> Double { cosine(degrees: 90 - degrees) }

  /// Of the unit vector of a place on the equator.
  private static func cosine(degrees: Double) -> Double {
    (try? Coordinate(latitude: 0, longitude: turn(degrees))).map { UnitVector($0).x } ?? 1
  }
}

extension Coordinate {
  static let northPole = try! Coordinate(latitude: 90, longitude: 0)
  static let southPole = try! Coordinate(latitude: -90, longitude: 0)

  /// Whether it is a pole, but for rounding, so that its longitude says nothing.
  var isPole: Bool { abs(latitude) > 90 - 1e-9 }
}
