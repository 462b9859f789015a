// SPDX-License-Identifier: Apache-2.0

/// A rectangle of a drawing.
struct MapRectangle: Equatable {
  var west = Double.infinity
  var top = Double.infinity
  var east = -Double.infinity
  var bottom = -Double.infinity

  var width: Double { east - west }
  var height: Double { bottom - top }
  var isEmpty: Bool { west > east }

  mutating func add(_ points: [MapPoint]) {
    for point in points {
      (west, east) = (min(west, point.x), max(east, point.x))
      (top, bottom) = (min(top, point.y), max(bottom, point.y))
    }
  }

  func overlaps(_ other: MapRectangle) -> Bool {
    west <= other.east && other.west <= east && top <= other.bottom && other.top <= bottom
  }

  func moved(east meters: Double) -> MapRectangle {
    MapRectangle(west: west + meters, top: top, east: east + meters, bottom: bottom)
  }

  func contains(_ point: MapPoint) -> Bool {
    west <= point.x && point.x <= east && top <= point.y && point.y <= bottom
  }
}

/// The part of a drawing that is shown, and its place on the page.
struct MapView {
  let projection: MapProjection
  /// What is shown, in metres.
  let shown: MapRectangle
  /// Where it is shown, in pixels.
  let frame: MapRectangle

  /// Shows a shape and its cells: both wholly, unless one is so much larger that the other would be a speck.
  init(_ projection: MapProjection, shape: MapRectangle, cells: MapRectangle, frame: MapRectangle) {
    self.projection = projection
    var shown = shape.isEmpty ? cells : shape
    if !cells.isEmpty {
      let ratio = max(cells.width, cells.height) / max(shown.width, shown.height, 1e-3)
      if ratio < 0.25 {
        shown = cells
      } else {
        shown.add([MapPoint(x: cells.west, y: cells.top), MapPoint(x: cells.east, y: cells.bottom)])
        if ratio > 5 {
          // A small shape in large cells: as much of them as leaves it visible.
          let half = 2.5 * max(shape.width, shape.height)
          let (x, y) = ((shape.west + shape.east) / 2, (shape.top + shape.bottom) / 2)
          shown = MapRectangle(
            west: max(shown.west, x - half), top: max(shown.top, y - half), east: min(shown.east, x + half),
            bottom: min(shown.bottom, y + half))
        }
      }
    }
    if shown.isEmpty { shown.add([MapPoint(x: -1000, y: -1000), MapPoint(x: 1000, y: 1000)]) }
    // A margin, and the frame's own proportions.
    let least = max(shown.width, shown.height, 0.5)
    let width = max(shown.width, least * 0.05) * 1.1
    let height = max(shown.height, least * 0.05) * 1.1
    var scale = max(width / frame.width, height / frame.height)
    var (x, y) = ((shown.west + shown.east) / 2, (shown.top + shown.bottom) / 2)
    var frame = frame
    if let period = projection.period, let poles = projection.poles {
      // No place twice, and nothing beyond the poles.
      if scale * frame.width >= period { (scale, x) = (period / frame.width, 0) }
      if scale * frame.height >= poles.south - poles.north {
        frame.bottom = frame.top + (poles.south - poles.north) / scale
        y = (poles.south + poles.north) / 2
      }
    }
    self.frame = frame
    self.shown = MapRectangle(
      west: x - scale * frame.width / 2, top: y - scale * frame.height / 2,
      east: x + scale * frame.width / 2, bottom: y + scale * frame.height / 2)
  }

  /// Metres for each pixel.
  var metersPerPixel: Double { shown.width / frame.width }

  /// A point on the page.
  func pixel(_ point: MapPoint) -> MapPoint {
    MapPoint(
      x: frame.west + (point.x - shown.west) / metersPerPixel,
      y: frame.top + (point.y - shown.top) / metersPerPixel)
  }

  /// How far to the east something must be moved to be seen: all the times that it is.
  func shifts(of rectangle: MapRectangle) -> [Double] {
    guard let period = projection.period, !rectangle.isEmpty else { return [0] }
    let first = ((shown.west - rectangle.east) / period).rounded(.up)
    let last = ((shown.east - rectangle.west) / period).rounded(.down)
    guard first <= last, last - first < 8 else { return [] }
    return stride(from: first, through: last, by: 1).map { $0 * period }
  }

  /// The data of a path of lines, each as often as it is seen.
  func path(_ lines: [[MapPoint]], isClosed: Bool) -> String {
    var data = ""
    for line in lines where line.count > 1 {
      var own = MapRectangle()
      own.add(line)
      for shift in shifts(of: own) {
        for (index, point) in line.enumerated() {
          let pixel = pixel(MapPoint(x: point.x + shift, y: point.y))
          data += (index == 0 ? "M" : "L") + SVGWriter.number(pixel.x) + " " + SVGWriter.number(pixel.y)
        }
        if isClosed { data += "Z" }
      }
    }
    return data
  }
}
