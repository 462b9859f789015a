// SPDX-License-Identifier: Apache-2.0

@testable import GeoHash
import TestSupport
import Testing

/// Expects that cells around places of interest keep to what the region says of them: `disjoint` cells hold no
/// member, `inside` cells only members.
func expectSafeRelations<Cell: SampledCell>(
  of region: some Region, around interesting: [Coordinate], grid: Cell.Type, using places: inout Places,
  _ comment: @autoclosure () -> String
) {
  for place in interesting {
    let cell = Cell.around(place, using: &places.random)
    let relation = region.relation(to: cell)
    if relation == .boundary { continue }
    for member in cell.places(4, using: &places.random) + (cell.holds(place) ? [place] : []) {
      #expect(
        region.contains(member) == (relation == .inside),
        "\(cell.testDescription) is \(relation), but for \(member): \(comment())")
    }
  }
}

/// Places on the rim of a circle, just inside and just outside of it, its centre and places anywhere in it.
func placesOfInterest(of circle: Circle, using places: inout Places) -> [Coordinate] {
  var found = [circle.center]
  for bearing in stride(from: 0.0, to: 360, by: 30) {
    let meters = circle.radius.meters
    for factor in [1, 1 - 1e-9, 1 + 1e-9, 0.9999, 1.0001] {
      found.append(place(of: circle, bearing: bearing, meters: meters * factor))
    }
    let part = Double.random(in: 0...1, using: &places.random)
    found.append(place(of: circle, bearing: bearing + 11, meters: meters * part.squareRoot()))
  }
  for latitude in [-90.0, 90] { found.append(try! Coordinate(latitude: latitude, longitude: 0)) }
  return found
}

private func place(of circle: Circle, bearing: Double, meters: Double) -> Coordinate {
  let distance = min(Distance.meters(meters), Earth.halfCircumference)
  return try! circle.center.destination(bearing: bearing, distance: distance)
}

/// A circle anywhere, of any size.
func anyCircle(_ places: inout Places) -> Circle { Circle(center: places.next(), radius: places.radius()) }

/// A box anywhere: small, large, across ±180°, at a pole, with edges on cell borders.
func anyBox(_ places: inout Places) -> BoundingBox {
  let (a, b) = (places.next(), places.next())
  let size = places.magnitude(1e-9...90)
  let isSmall = Bool.random(using: &places.random)
  let north = isSmall ? min(90, a.latitude + size) : max(a.latitude, b.latitude)
  let east = a.longitude + size > 180 ? a.longitude + size - 360 : a.longitude + size
  return try! BoundingBox(
    south: min(a.latitude, north), west: a.longitude, north: north, east: isSmall ? east : b.longitude)
}

/// Expects that no member of cells around places of interest is nearer or farther than the region says of the cell.
func expectSafeDistances<Cell: SampledCell>(
  of region: some Region, around interesting: [Coordinate], grid: Cell.Type, using places: inout Places,
  _ comment: @autoclosure () -> String
) {
  for place in interesting.prefix(12) {
    let cell = Cell.around(place, using: &places.random)
    let bounds = region.meters(to: cell)
    for member in cell.places(4, using: &places.random) + (cell.holds(place) ? [place] : []) {
      guard
        let meters = region.meters(
          toMemberAtLatitude: member.latitude, longitude: member.longitude)
      else { continue }
      #expect(
        bounds.minimum <= meters && meters <= bounds.maximum,
        "\(meters) m to \(member) of \(cell.testDescription) is not in \(bounds): \(comment())")
    }
  }
}
