// SPDX-License-Identifier: Apache-2.0

import GeoHash

/// Searches the area nearest to a place that none has.
enum NearestArea {
  /// Its number and how far it is; of equally near ones the first. Nil when none is within the distance.
  ///
  /// O(areas + edges of those that may be nearest). The distance is right to a millionth, or a millimetre.
  static func find(_ place: Coordinate, in areas: [Area], within most: Distance) -> (
    number: Int, meters: Double
  )? {
    let meter = DistanceMeter(from: place)
    // What a box cannot be nearer than is what its nearest point is.
    let order = areas.indices.map {
      (number: $0, least: leastMeters(from: place, meter, to: areas[$0].polygon.bounds))
    }
    .sorted { ($0.least, $0.number) < ($1.least, $1.number) }
    var best: (number: Int, meters: Double)?
    for candidate in order {
      if candidate.least > min(best?.meters ?? .infinity, most.meters) { break }
      let meters = meters(from: place, meter, to: areas[candidate.number].polygon)
      if meters <= most.meters, meters < best?.meters ?? .infinity { best = (candidate.number, meters) }
    }
    return best
  }

  private static func leastMeters(from place: Coordinate, _ meter: DistanceMeter, to box: BoundingBox)
    -> Double
  {
    meters(from: place, meter, to: box)
  }

  /// The distance of a box: its nearest point has the place's own longitude, or lies on the side that is nearer.
  private static func meters(from place: Coordinate, _ meter: DistanceMeter, to box: BoundingBox) -> Double {
    let latitude = min(max(place.latitude, box.south), box.north)
    func holds(_ longitude: Double) -> Bool {
      box.crossesAntimeridian
        ? longitude >= box.west || longitude <= box.east : longitude >= box.west && longitude <= box.east
    }
    if holds(place.longitude) { return meter.meters(toLatitude: latitude, longitude: place.longitude) }
    return [box.west, box.east].map { side in
      segment(from: meter, (box.south, side), (box.north, side))
    }.min()!
  }

  private static func meters(from place: Coordinate, _ meter: DistanceMeter, to polygon: Polygon) -> Double {
    var best = Double.infinity
    for rings in polygon.polygons {
      for ring in rings {
        guard var last = ring.last else { continue }
        for next in ring {
          // An edge is no nearer than its ends but for its own length.
          let (a, b) = (
            meter.meters(toLatitude: last.latitude, longitude: last.longitude),
            meter.meters(toLatitude: next.latitude, longitude: next.longitude)
          )
          if min(a, b) - length(last, next) < best {
            best = min(
              best, segment(from: meter, (last.latitude, last.longitude), (next.latitude, next.longitude)))
          }
          last = next
        }
      }
    }
    return best
  }

  /// More than the length of an edge that is straight in longitude and latitude.
  private static func length(_ a: Coordinate, _ b: Coordinate) -> Double {
    (abs(a.latitude - b.latitude) + abs(a.longitude - b.longitude)) * 111_200
  }

  /// The least distance of points of an edge, by golden section; edges longer than a degree are cut up, for on them the distance may have
  /// several least values.
  private static func segment(from meter: DistanceMeter, _ a: (Double, Double), _ b: (Double, Double))
    -> Double
  {
    let pieces = max(1, Int(max(abs(a.0 - b.0), abs(a.1 - b.1)).rounded(.up)))
    func meters(_ share: Double) -> Double {
      meter.meters(toLatitude: a.0 + (b.0 - a.0) * share, longitude: a.1 + (b.1 - a.1) * share)
    }
    let steps = (0...pieces).map { meters(Double($0) / Double(pieces)) }
    let middle = steps.indices.min { steps[$0] < steps[$1] }!
    var low = Double(max(middle - 1, 0)) / Double(pieces)
    var high = Double(min(middle + 1, pieces)) / Double(pieces)
    let golden = 0.618_033_988_749_894_8
    var (left, right) = (high - golden * (high - low), low + golden * (high - low))
    var (atLeft, atRight) = (meters(left), meters(right))
    for _ in 0..<40 {
      if atLeft < atRight {
        (high, right, atRight) = (right, left, atLeft)
        left = high - golden * (high - low)
        atLeft = meters(left)
      } else {
        (low, left, atLeft) = (left, right, atRight)
        right = low + golden * (high - low)
        atRight = meters(right)
      }
    }
    return min(steps[middle], min(atLeft, atRight))
  }
}
