// SPDX-License-Identifier: Apache-2.0

/// Lines over two axes.
struct Diagram {
  struct Line {
    let name: String
    let points: [(x: Double, y: Double)]
  }

  let title: String
  let x, y: Axis
  let lines: [Line]
  var hasDots = true

  /// Draws it into a frame, axes and names within.
  func draw(
    into svg: inout SVG, left: Double, top: Double, width: Double, height: Double, _ style: LineStyles
  ) {
    let (west, east, north, south) = (left + 62, left + width - 10, top + 28, top + height - 44)
    func place(_ point: (x: Double, y: Double)) -> (Double, Double) {
      (west + (east - west) * x.share(of: point.x), south - (south - north) * y.share(of: point.y))
    }
    svg.text(title, at: (west, top + 16), size: 13, isBold: true)
    for value in x.minorTicks { vertical(value, "#f2f2f2") }
    for value in y.minorTicks { horizontal(value, "#f2f2f2") }
    for value in x.ticks {
      vertical(value, "#d5d5d5")
      svg.text(x.name(value), at: (place((value, y.range.lowerBound)).0, south + 16), .middle)
    }
    for value in y.ticks {
      horizontal(value, "#d5d5d5")
      svg.text(y.name(value), at: (west - 6, place((x.range.lowerBound, value)).1 + 4), .end)
    }
    svg.line((west, south), (east, south), "#888")
    svg.line((west, north), (west, south), "#888")
    svg.text(x.title, at: ((west + east) / 2, south + 34), .middle, color: "#555")
    svg.text(y.title, at: (left + 14, (north + south) / 2), .middle, color: "#555", isUpright: false)
    // Our own last, on top.
    for line in lines.sorted(by: { !style.isOurs($0.name) && style.isOurs($1.name) }) {
      let points = line.points.map(place)
      let color = style.color(of: line.name)
      svg.path(points, color, width: style.isOurs(line.name) ? 3 : 1.6, dash: style.dash(of: line.name))
      if hasDots || points.count == 1 {
        for point in points { svg.dot(point, style.isOurs(line.name) ? 4.5 : 3.5, color) }
      }
    }

    func vertical(_ value: Double, _ color: String) {
      let across = place((value, y.range.lowerBound)).0
      svg.line((across, north), (across, south), color)
    }
    func horizontal(_ value: Double, _ color: String) {
      let up = place((x.range.lowerBound, value)).1
      svg.line((west, up), (east, up), color)
    }
  }
}

/// Colours and dashes: one subject looks the same in all pictures of a run.
struct LineStyles {
  private let names: [String]
  private let ours: Set<String>
  private static let colors = [
    "#1f77b4", "#2ca02c", "#9467bd", "#8c564b", "#17becf", "#bcbd22", "#7f7f7f", "#393b79",
  ]
  private static let ourColors = ["#d62728", "#ff7f0e", "#e377c2"]

  init(ours: [String], rivals: [String]) {
    self.ours = Set(ours)
    names = ours + rivals
  }

  func isOurs(_ name: String) -> Bool { ours.contains(name) }

  func color(of name: String) -> String {
    guard let number = names.firstIndex(of: name) else { return "#000" }
    return isOurs(name)
      ? Self.ourColors[number % Self.ourColors.count]
      : Self.colors[(number - ours.count) % Self.colors.count]
  }

  /// The colours come again with dashes.
  func dash(of name: String) -> String {
    guard let number = names.firstIndex(of: name), !isOurs(name) else { return "" }
    return ["", "6 3", "2 3"][min((number - ours.count) / Self.colors.count, 2)]
  }
}
