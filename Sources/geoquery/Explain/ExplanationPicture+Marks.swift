// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoHash

extension ExplanationPicture {
  static let style = """
    .page{fill:#fff}.sea{fill:#f4f6f9}.frame{fill:none;stroke:#8a97a8;stroke-width:1}\
    .title{font-size:22px;font-weight:600;fill:#16202e}.subtitle{font-size:13px;fill:#5b6878}\
    .graticule{fill:none;stroke:#dbe2ea;stroke-width:1}.degrees{font-size:11px;fill:#6b7889}\
    .shape{fill:#fffbe8;opacity:.62}.border{fill:none;stroke:#b4560c;stroke-width:2;stroke-linejoin:round}\
    .rim{fill:#b4560c}.line{fill:none;stroke:#7c3a06;stroke-width:1.6;stroke-dasharray:6 4;stroke-linejoin:round}\
    .cell{fill-opacity:.42;stroke:#1e3f78;stroke-width:.9;stroke-opacity:.7;stroke-linejoin:round}\
    .number{font-size:12px;font-weight:600;fill:#12305f;text-anchor:middle;paint-order:stroke;stroke:#fff;\
    stroke-opacity:.75;stroke-width:3px;stroke-linejoin:round}\
    .match{fill:#d4233b;stroke:#fff;stroke-width:.9}.cross{fill:none;stroke:#16202e;stroke-width:1.8}.halo{fill:none;stroke:#fff;stroke-width:4.5}\
    .bar{fill:none;stroke:#16202e;stroke-width:2}.scale{font-size:12px;fill:#16202e;text-anchor:middle}\
    .plate{fill:#fff;fill-opacity:.94}.head{font-size:12px;font-weight:600;fill:#5b6878;letter-spacing:.06em}\
    .key{font-size:13px;fill:#5b6878}.value{font-size:13px;fill:#16202e;text-anchor:end}\
    .strong{font-size:13px;font-weight:600;fill:#16202e;text-anchor:end}.rule{stroke:#dbe2ea;stroke-width:1}\
    .note{font-size:12px;fill:#5b6878}
    """

  /// From the first range to be read, deep, to the last, pale.
  func color(of range: Int) -> String {
    let count = max(query.plans.reduce(0) { $0 + $1.ranges.count } - 1, 1)
    let part = Double(range - 1) / Double(count)
    func mixed(_ deep: Double, _ pale: Double) -> String {
      let digits = String(Int(deep + (pale - deep) * part), radix: 16)
      return (digits.count == 1 ? "0" : "") + digits
    }
    return "#" + mixed(0x1d, 0x8f) + mixed(0x55, 0xcf) + mixed(0xc4, 0xe8)
  }

  /// The number of each range in the largest of its cells, if there is room.
  func rangeNumbers(_ svg: inout SVGWriter) {
    var best: [Int: (size: Double, at: MapPoint)] = [:]
    for cell in query.cells {
      var box = MapRectangle()
      box.add(view.projection.line(cell.outline, isClosed: true))
      let center = view.projection.point(cell.center)
      for shift in view.shifts(of: box) {
        let size = min(box.width, box.height) / view.metersPerPixel
        let pixel = view.pixel(MapPoint(x: center.x + shift, y: center.y))
        let frame = view.frame
        let inner = MapRectangle(
          west: frame.west + 10, top: frame.top + 12, east: frame.east - 10, bottom: frame.bottom - 8)
        if size > 17, inner.contains(pixel), size > best[cell.range]?.size ?? 0 {
          best[cell.range] = (size, pixel)
        }
      }
    }
    for (range, place) in best.sorted(by: { $0.key < $1.key }) {
      svg.element(
        "text",
        ["class": "number", "x": SVGWriter.number(place.at.x), "y": SVGWriter.number(place.at.y + 4)],
        text: String(range))
    }
  }

  func matches(_ svg: inout SVGWriter) {
    let matches = (query.page?.matches ?? []).prefix(Self.maximumMatches)
    let radius = matches.count > 2000 ? 1.6 : matches.count > 300 ? 2.4 : 3.6
    for match in matches {
      let point = view.projection.point(match.coordinate)
      var own = MapRectangle()
      own.add([point])
      for shift in view.shifts(of: own) {
        let pixel = view.pixel(MapPoint(x: point.x + shift, y: point.y))
        svg.element(
          "circle",
          [
            "class": "match", "cx": SVGWriter.number(pixel.x), "cy": SVGWriter.number(pixel.y),
            "r": SVGWriter.number(radius),
          ])
      }
    }
  }

  func cross(at place: Coordinate, _ svg: inout SVGWriter) {
    let pixel = view.pixel(view.projection.point(place))
    let (x, y) = (SVGWriter.number(pixel.x), SVGWriter.number(pixel.y))
    for name in ["halo", "cross"] {
      svg.element("path", ["class": name, "d": "M\(x) \(y)m-8 0h16m-8 -8v16"])
    }
  }

  /// Degrees at the frame, where lines meet it.
  func labels(of graticule: Graticule, _ svg: inout SVGWriter) {
    let frame = view.frame
    for line in graticule.lines {
      if view.projection.kind == .azimuthal {
        label(inside: line, &svg)
      } else if line.isMeridian {
        let x = view.pixel(line.points[0]).x
        guard x > frame.west + 14, x < frame.east - 14 else { continue }
        svg.element(
          "text",
          [
            "class": "degrees", "text-anchor": "middle", "x": SVGWriter.number(x),
            "y": SVGWriter.number(frame.bottom + 16),
          ],
          text: line.label)
      } else {
        let y = view.pixel(line.points[0]).y
        guard y > frame.top + 6, y < frame.bottom - 4 else { continue }
        svg.element(
          "text",
          [
            "class": "degrees", "text-anchor": "end", "x": SVGWriter.number(frame.west - 6),
            "y": SVGWriter.number(y + 4),
          ],
          text: line.label)
      }
    }
  }

  /// About a pole lines meet the frame anywhere: a meridian's label stands where it leaves the map, a parallel's
  /// where it lies between two meridians to the right.
  private func label(inside line: Graticule.Line, _ svg: inout SVGWriter) {
    let frame = view.frame
    let inner = MapRectangle(
      west: frame.west + 26, top: frame.top + 16, east: frame.east - 26, bottom: frame.bottom - 8)
    let pixels = line.points.map(view.pixel).filter(inner.contains)
    guard let place = line.isMeridian ? pixels.last : pixels.max(by: { 4 * $0.x + $0.y < 4 * $1.x + $1.y })
    else { return }
    svg.element(
      "text",
      [
        "class": "degrees", "text-anchor": "middle", "x": SVGWriter.number(place.x),
        "y": SVGWriter.number(place.y),
      ],
      text: line.label)
  }

  func scaleBar(_ svg: inout SVGWriter) {
    let (meters, text) = Graticule.scale(view)
    let width = meters / view.metersPerPixel
    let (x, y) = (view.frame.west + 22, view.frame.bottom - 22)
    svg.element(
      "rect",
      Self.attributes(
        of: MapRectangle(west: x - 10, top: y - 26, east: x + width + 10, bottom: y + 10), "plate"))
    svg.element(
      "path",
      [
        "class": "bar",
        "d": "M\(SVGWriter.number(x)) \(SVGWriter.number(y - 5))v5h\(SVGWriter.number(width))v-5",
      ])
    svg.element(
      "text", ["class": "scale", "x": SVGWriter.number(x + width / 2), "y": SVGWriter.number(y - 9)],
      text: text)
  }
}
