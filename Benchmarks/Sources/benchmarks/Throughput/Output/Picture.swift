// SPDX-License-Identifier: Apache-2.0

/// Diagrams side by side with one legend, and a footer that says where the numbers are from.
struct Picture {
  let title: String
  let subtitle: String
  let diagrams: [Diagram]
  /// Of the legend, the best first.
  let names: [String]
  let footer: String
  let style: LineStyles

  func svg() -> String {
    let columns = min(diagrams.count, 2)
    let rows = (diagrams.count + columns - 1) / columns
    let (width, height) = diagrams.count == 1 ? (720.0, 460.0) : (460.0, 310.0)
    let legend = 30 + Double(names.map(\.count).max() ?? 0) * 7.2
    let (top, bottom) = (64.0, 34.0)
    var svg = SVG(
      width: max(Double(columns) * width + legend + 24, 860),
      height: top + max(Double(rows) * height, Double(names.count) * 20 + 40) + bottom)
    svg.text(title, at: (20, 28), size: 18, isBold: true)
    svg.text(subtitle, at: (20, 48), size: 12, color: "#555")
    for (number, diagram) in diagrams.enumerated() {
      let (row, column) = (number / columns, number % columns)
      diagram.draw(
        into: &svg, left: 8 + Double(column) * width, top: top + Double(row) * height, width: width,
        height: height, style)
    }
    let left = 20 + Double(columns) * width
    for (number, name) in names.enumerated() {
      let up = top + 36 + Double(number) * 20
      svg.path(
        [(left, up), (left + 22, up)], style.color(of: name), width: style.isOurs(name) ? 3 : 1.6,
        dash: style.dash(of: name))
      svg.dot((left + 11, up), style.isOurs(name) ? 4.5 : 3.5, style.color(of: name))
      svg.text(name, at: (left + 28, up + 4), isBold: style.isOurs(name))
    }
    svg.text(footer, at: (20, svg.height - 12), size: 11, color: "#777")
    return svg.document
  }
}
