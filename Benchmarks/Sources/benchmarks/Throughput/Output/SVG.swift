// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Writes a picture as SVG.
struct SVG {
  enum Anchor: String { case start, middle, end }

  private var body = ""
  let width, height: Double

  init(width: Double, height: Double) { (self.width, self.height) = (width, height) }

  mutating func line(_ a: (Double, Double), _ b: (Double, Double), _ color: String, width: Double = 1) {
    body +=
      "<line x1=\"\(f(a.0))\" y1=\"\(f(a.1))\" x2=\"\(f(b.0))\" y2=\"\(f(b.1))\" stroke=\"\(color)\" stroke-width=\"\(f(width))\"/>\n"
  }

  mutating func path(_ points: [(Double, Double)], _ color: String, width: Double, dash: String = "") {
    guard points.count > 1 else { return }
    let steps = points.map { "\(f($0.0)),\(f($0.1))" }.joined(separator: " ")
    let dashes = dash.isEmpty ? "" : " stroke-dasharray=\"\(dash)\""
    body +=
      "<polyline points=\"\(steps)\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"\(f(width))\" stroke-linejoin=\"round\"\(dashes)/>\n"
  }

  mutating func dot(_ center: (Double, Double), _ radius: Double, _ color: String) {
    body +=
      "<circle cx=\"\(f(center.0))\" cy=\"\(f(center.1))\" r=\"\(f(radius))\" fill=\"\(color)\" stroke=\"white\" stroke-width=\"1\"/>\n"
  }

  mutating func text(
    _ text: String, at place: (Double, Double), _ anchor: Anchor = .start, size: Double = 12,
    color: String = "#333", isBold: Bool = false, isUpright: Bool = true
  ) {
    let turn = isUpright ? "" : " transform=\"rotate(-90 \(f(place.0)) \(f(place.1)))\""
    body +=
      "<text x=\"\(f(place.0))\" y=\"\(f(place.1))\" text-anchor=\"\(anchor.rawValue)\" font-size=\"\(f(size))\" fill=\"\(color)\"\(isBold ? " font-weight=\"600\"" : "")\(turn)>\(Self.escaped(text))</text>\n"
  }

  var document: String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(f(width)) \(f(height))" width="\(f(width))" \
    height="\(f(height))" font-family="Helvetica, Arial, sans-serif">
    <rect width="100%" height="100%" fill="white"/>
    \(body)</svg>

    """
  }

  private func f(_ value: Double) -> String {
    let text = String(format: "%.1f", value)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}
