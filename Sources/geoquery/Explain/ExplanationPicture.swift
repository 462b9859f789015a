// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoHash

/// An explanation as a picture: the covering, the shape and the matches on a map, the numbers beside it.
struct ExplanationPicture {
  /// The place of the map, if it takes all its room.
  static let page = MapRectangle(west: 76, top: 92, east: 796, bottom: 732)
  static let width = 1140.0
  static let height = 788.0
  /// The most matches that are drawn.
  static let maximumMatches = 5000

  let query: ExplainedQuery
  let outline: ShapeOutline
  let view: MapView

  /// Up to where the last plan reaches, if not through all of the shape.
  let reach: [MapPoint]
  private let rings: [[MapPoint]]
  private let parts: [[MapPoint]]
  private let lines: [[MapPoint]]
  private let cells: [[MapPoint]]

  init(_ query: ExplainedQuery) {
    self.query = query
    let region = query.explanation.region
    outline = ShapeOutline(region)
    var projection = MapProjection(of: region)
    if let center = outline.center, let meters = query.plans.last?.reachMeters {
      projection = MapProjection(of: Circle(center: center, radius: .meters(meters)))
    }
    rings = outline.rings.map { [projection] in projection.line($0, isClosed: true) }
    parts = outline.parts.map { [projection] in projection.line($0, isClosed: true) }
    lines = outline.lines.map { [projection] in projection.line($0, isClosed: false) }
    cells = query.cells.map { [projection] in projection.line($0.outline, isClosed: true) }
    reach =
      if let center = outline.center, let meters = query.plans.last?.reachMeters {
        projection.line(Curve.circle(around: center, radius: .meters(meters)), isClosed: true)
      } else {
        []
      }
    var (shape, covering) = (MapRectangle(), MapRectangle())
    for line in rings + parts + lines { shape.add(line) }
    for line in cells + [reach] { covering.add(line) }
    view = MapView(projection, shape: shape, cells: covering, frame: Self.page)
  }

  /// The document.
  var svg: String {
    var svg = SVGWriter()
    let size = [Self.width, Self.height].map(SVGWriter.number)
    svg.element(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "width": size[0], "height": size[1],
        "viewBox": "0 0 \(size[0]) \(size[1])", "role": "img",
        "font-family":
          "Inter, 'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif",
      ]
    ) { svg in
      svg.element("title", [:], text: query.title)
      svg.element("style", [:], text: Self.style)
      definitions(&svg)
      svg.element("rect", ["class": "page", "width": size[0], "height": size[1]])
      svg.element(
        "text", ["class": "title", "x": "76", "y": "46"], text: Self.shortened(query.title, to: 92))
      svg.element(
        "text", ["class": "subtitle", "x": "76", "y": "70"],
        text:
          "geoquery explain · collection \(query.collection) · \(ExplanationText.grid(of: query.explanation))"
      )
      map(&svg)
      panel(&svg)
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + svg.text
  }

  private func definitions(_ svg: inout SVGWriter) {
    svg.element("defs", [:]) { svg in
      svg.element("clipPath", ["id": "frame"]) { $0.element("rect", Self.attributes(of: view.frame, "")) }
      svg.element(
        "pattern",
        [
          "id": "unread", "width": "7", "height": "7", "patternUnits": "userSpaceOnUse",
          "patternTransform": "rotate(45)",
        ]
      ) { svg in
        svg.element("rect", ["width": "7", "height": "7", "fill": "#eef1f5"])
        svg.element("rect", ["width": "2", "height": "7", "fill": "#c3ccd8"])
      }
    }
  }

  private func map(_ svg: inout SVGWriter) {
    svg.element("rect", Self.attributes(of: view.frame, "sea"))
    let graticule = Graticule(view)
    svg.element("g", ["clip-path": "url(#frame)"]) { svg in
      for line in graticule.lines {
        svg.element("path", ["class": "graticule", "d": view.path([line.points], isClosed: false)])
      }
      for (cell, line) in zip(query.cells, cells) {
        let fill = cell.wasRead == false ? "url(#unread)" : color(of: cell.range)
        svg.element(
          "path", ["class": "cell", "fill": fill, "d": view.path([line], isClosed: true)])
      }
      shapeFill(&svg)
      shapeBorder(&svg)
      matches(&svg)
      rangeNumbers(&svg)
      if let center = outline.center { cross(at: center, &svg) }
    }
    labels(of: graticule, &svg)
    svg.element("rect", Self.attributes(of: view.frame, "frame"))
    scaleBar(&svg)
  }

  private func shapeFill(_ svg: inout SVGWriter) {
    // Around more than half the globe the border encloses what is not in the shape.
    if !rings.isEmpty, query.explanation.region.areaShare < 0.5 {
      svg.element("path", ["class": "shape", "fill-rule": "evenodd", "d": view.path(rings, isClosed: true)])
    }
    guard !parts.isEmpty else { return }
    // Opaque within, so that overlaps are no brighter than the rest.
    svg.element("g", ["class": "shape"]) { svg in
      for part in parts { svg.element("path", ["d": view.path([part], isClosed: true)]) }
    }
  }

  private func shapeBorder(_ svg: inout SVGWriter) {
    svg.element("path", ["class": "border", "d": view.path(rings, isClosed: true)])
    if !parts.isEmpty {
      // The border of a union: all borders, and over them all insides, are cut out of a mask.
      svg.element(
        "mask",
        ["id": "rim", "maskUnits": "userSpaceOnUse", "x": "0", "y": "0", "width": "1140", "height": "788"]
      ) { svg in
        let data = parts.map { view.path([$0], isClosed: true) }
        for d in data {
          svg.element(
            "path",
            ["fill": "none", "stroke": "white", "stroke-width": "4", "stroke-linejoin": "round", "d": d])
        }
        for d in data { svg.element("path", ["fill": "black", "d": d]) }
      }
      svg.element("rect", ["width": "1140", "height": "788", "class": "rim", "mask": "url(#rim)"])
    }
    svg.element("path", ["class": "line", "d": view.path(lines, isClosed: false)])
    svg.element("path", ["class": "line", "d": view.path([reach], isClosed: true)])
  }

  static func attributes(of box: MapRectangle, _ name: String) -> KeyValuePairs<String, String> {
    [
      "class": name, "x": SVGWriter.number(box.west), "y": SVGWriter.number(box.top),
      "width": SVGWriter.number(box.width), "height": SVGWriter.number(box.height),
    ]
  }

  /// A text of at most so many characters.
  static func shortened(_ text: String, to count: Int) -> String {
    text.count <= count ? text : text.prefix(count - 1) + "…"
  }
}
