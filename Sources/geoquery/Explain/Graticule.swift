// SPDX-License-Identifier: Apache-2.0
import GeoHash

/// Meridians and parallels of round degrees behind a map, and the scale bar.
struct Graticule {
  /// A line with its label, such as `51.5° N`.
  struct Line {
    let label: String
    let isMeridian: Bool
    let points: [MapPoint]
  }

  let lines: [Line]

  init(_ view: MapView) {
    lines = view.projection.kind == .equirectangular ? Self.flat(view) : Self.polar(view)
  }

  /// A round length of at most a third of the map's width, with its text.
  static func scale(_ view: MapView) -> (meters: Double, text: String) {
    let meters = round(view.shown.width / 3)
    return (meters, TextCells.length(meters))
  }

  /// The greatest of 1, 2, 5, 10, 20 … that is not greater, of any power of ten.
  private static func round(_ value: Double) -> Double {
    var power = 1.0
    while power * 10 <= value { power *= 10 }
    while power > value { power /= 10 }
    return value >= power * 5 ? power * 5 : value >= power * 2 ? power * 2 : power
  }

  private static let metersPerDegree = Earth.radiusMeters * .pi / 180

  /// Degrees between lines: a round number of which about five fit.
  private static func step(_ degrees: Double) -> Double {
    let step = round(max(degrees / 3, 1e-6))
    return step >= 50 ? 45 : step >= 20 ? 30 : step
  }

  private static func flat(_ view: MapView) -> [Line] {
    let center = view.projection.center
    let period = view.projection.period ?? 1
    let (west, east) = (view.shown.west / period * 360, view.shown.east / period * 360)
    let north = center.latitude - view.shown.top / metersPerDegree
    let south = center.latitude - view.shown.bottom / metersPerDegree
    let step = step(max(east - west, north - south) / 1.6)
    var lines: [Line] = []
    for latitude in multiples(of: step, from: max(-90, south), to: min(90, north)) {
      let y = (center.latitude - latitude) * metersPerDegree
      lines.append(
        Line(
          label: label(latitude, "N", "S", step), isMeridian: false,
          points: [MapPoint(x: view.shown.west, y: y), MapPoint(x: view.shown.east, y: y)]))
    }
    for longitude in multiples(of: step, from: west + center.longitude, to: east + center.longitude) {
      let x = (longitude - center.longitude) / 360 * period
      let top = max(view.shown.top, (center.latitude - 90) * metersPerDegree)
      let bottom = min(view.shown.bottom, (center.latitude + 90) * metersPerDegree)
      lines.append(
        Line(
          label: label(MapProjection.turn(longitude), "E", "W", step), isMeridian: true,
          points: [MapPoint(x: x, y: top), MapPoint(x: x, y: bottom)]))
    }
    return lines
  }

  /// Around a pole: every 30th meridian, and parallels that are circles.
  private static func polar(_ view: MapView) -> [Line] {
    let isNorth = view.projection.center.latitude > 0
    let degrees = max(view.shown.width, view.shown.height) / metersPerDegree
    let step = step(degrees / 2)
    let pole = isNorth ? Coordinate.northPole : .southPole
    let farthest = min(150, degrees + view.projection.center.distance(to: pole).meters / metersPerDegree)
    var lines: [Line] = []
    for distance in multiples(of: step, from: step, to: farthest) {
      let latitude = isNorth ? 90 - distance : distance - 90
      let circle = Curve.circle(around: pole, radius: .meters(distance * metersPerDegree))
      lines.append(
        Line(
          label: label(latitude, "N", "S", step), isMeridian: false,
          points: (circle + circle.prefix(1)).map(view.projection.point)))
    }
    for longitude in stride(from: -150.0, through: 180, by: 30) {
      let places = stride(from: 0, through: farthest, by: farthest / 60).compactMap {
        try? Coordinate(latitude: isNorth ? 90 - $0 : $0 - 90, longitude: longitude)
      }
      lines.append(
        Line(
          label: label(longitude, "E", "W", 30), isMeridian: true, points: places.map(view.projection.point)))
    }
    return lines
  }

  private static func multiples(of step: Double, from low: Double, to high: Double) -> [Double] {
    guard low <= high, (high - low) / step < 200 else { return [] }
    return stride(from: (low / step).rounded(.up), through: (high / step).rounded(.down), by: 1).map {
      $0 * step
    }
  }

  private static func label(_ degrees: Double, _ positive: String, _ negative: String, _ step: Double)
    -> String
  {
    var decimals = 0
    var unit = step
    while unit < 1 - 1e-9 {
      unit *= 10
      decimals += 1
    }
    let text = TextCells.rounded(abs(degrees), to: decimals)
    let isPlain = text == "0" || abs(degrees) == 180
    return "\(text)°" + (isPlain ? "" : degrees > 0 ? " \(positive)" : " \(negative)")
  }
}
