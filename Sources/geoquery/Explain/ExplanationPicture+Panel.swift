// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

extension ExplanationPicture {
  private static let left = 828.0
  private static let right = 1104.0

  /// The numbers and the legend, to the right of the map.
  func panel(_ svg: inout SVGWriter) {
    var y = Self.page.top + 10
    let explanation = query.explanation
    let plan = explanation.plan
    let cells = query.cells(of: plan).reduce(0, +)
    head("PLAN", &y, &svg)
    row("cells", grouped(cells), &y, &svg)
    row("ranges", grouped(plan.ranges.count), &y, &svg)
    row("partitions", grouped(explanation.partitions), &y, &svg)
    row("requests", grouped(query.expectedRequests), &y, &svg)
    row("items expected", ExplanationText.amount(plan.expectedRows), &y, &svg)
    row("price expected", ExplanationText.price(plan.expectedPrice, explanation.priceUnit), &y, &svg)
    if let reach = plan.reachMeters { row("reach of first stage", TextCells.length(reach), &y, &svg) }
    row("density", ExplanationText.density(query), &y, &svg)
    note(ExplanationText.basis(of: explanation.densitySource), &y, &svg)

    head("ON DYNAMODB", &y, &svg)
    row("requests", grouped(query.dynamoDB.requests), &y, &svg)
    row("read units", ExplanationText.amount(query.dynamoDB.readUnits), &y, &svg)

    head("RUN", &y, &svg)
    if let page = query.page {
      let report = page.report
      row("stages", grouped(report.plans.count), &y, &svg)
      row("ranges read", "\(report.ranges) of \(query.plans.reduce(0) { $0 + $1.ranges.count })", &y, &svg)
      row("requests", grouped(report.requests), &y, &svg)
      row("items read", grouped(report.rows), &y, &svg)
      row("objects returned", grouped(page.matches.count) + (page.next == nil ? "" : ", more"), &y, &svg)
      if !page.matches.isEmpty {
        row(
          "read for each", TextCells.rounded(Double(report.rows) / Double(page.matches.count), to: 2), &y,
          &svg)
      }
      if let factor = query.estimateFactor {
        row("estimate off by", "× \(TextCells.rounded(factor, to: 2))", &y, &svg)
      }
      row("planning", ExplanationText.time(report.planningTime), &y, &svg)
      row("reading", ExplanationText.time(report.readingTime), &y, &svg)
      if page.matches.count > Self.maximumMatches {
        note("the nearest \(grouped(Self.maximumMatches)) are drawn", &y, &svg)
      }
    } else {
      note("not carried out; --run draws the matches", &y, &svg)
    }
    legend(&y, &svg)
  }

  private func legend(_ y: inout Double, _ svg: inout SVGWriter) {
    head("LEGEND", &y, &svg)
    let count = query.plans.reduce(0) { $0 + $1.ranges.count }
    if count > 0 {
      sample("cell, shade and number tell its range", &y, &svg) { svg, box in
        svg.element("rect", Self.with(box, "cell", fill: color(of: 1)))
      }
    }
    if query.cells.contains(where: { $0.wasRead == false }) {
      sample("cell of a range that was not read", &y, &svg) { svg, box in
        svg.element("rect", Self.with(box, "cell", fill: "url(#unread)"))
      }
    }
    if !outline.rings.isEmpty || !outline.parts.isEmpty {
      sample("the \(outline.type)", &y, &svg) { svg, box in
        svg.element("rect", Self.with(box, "shape", fill: "#fffbe8"))
        svg.element("rect", Self.with(box, "border", fill: "none"))
      }
    }
    if !outline.lines.isEmpty || !reach.isEmpty {
      sample(reach.isEmpty ? "its line" : "reach of the last stage", &y, &svg) { svg, box in
        svg.element("path", ["class": "line", "d": "M\(box.west) \((box.top + box.bottom) / 2)H\(box.east)"])
      }
    }
    if outline.center != nil {
      sample("its centre", &y, &svg) { svg, box in
        let (x, y) = ((box.west + box.east) / 2, (box.top + box.bottom) / 2)
        svg.element("path", ["class": "cross", "d": "M\(x) \(y)m-7 0h14m-7 -7v14"])
      }
    }
    if query.page != nil {
      sample("an object found", &y, &svg) { svg, box in
        svg.element(
          "circle",
          [
            "class": "match", "cx": "\((box.west + box.east) / 2)", "cy": "\((box.top + box.bottom) / 2)",
            "r": "3.6",
          ])
      }
    }
  }

  private static func with(_ box: MapRectangle, _ name: String, fill: String) -> KeyValuePairs<String, String>
  {
    [
      // Cells are counted by their class, which a sample of one must not have.
      "class": "\(name == "cell" ? "sample" : name)", "fill": fill,
      "fill-opacity": name == "cell" ? ".42" : name == "border" ? "0" : "1",
      "stroke": name == "cell" ? "#1e3f78" : name == "border" ? "#b4560c" : "none",
      "x": SVGWriter.number(box.west), "y": SVGWriter.number(box.top),
      "width": SVGWriter.number(box.width), "height": SVGWriter.number(box.height),
    ]
  }

  private func sample(
    _ text: String, _ y: inout Double, _ svg: inout SVGWriter,
    _ draw: (inout SVGWriter, MapRectangle) -> Void
  ) {
    y += 22
    draw(&svg, MapRectangle(west: Self.left, top: y - 12, east: Self.left + 26, bottom: y + 3))
    svg.element(
      "text", ["class": "key", "x": SVGWriter.number(Self.left + 36), "y": SVGWriter.number(y)], text: text)
  }

  private func head(_ text: String, _ y: inout Double, _ svg: inout SVGWriter) {
    if y > Self.page.top + 10 { y += 30 }
    svg.element(
      "text", ["class": "head", "x": SVGWriter.number(Self.left), "y": SVGWriter.number(y)], text: text)
    y += 7
    svg.element(
      "line",
      [
        "class": "rule", "x1": SVGWriter.number(Self.left), "x2": SVGWriter.number(Self.right),
        "y1": SVGWriter.number(y), "y2": SVGWriter.number(y),
      ])
  }

  private func row(_ key: String, _ value: String, _ y: inout Double, _ svg: inout SVGWriter) {
    y += 20
    svg.element(
      "text", ["class": "key", "x": SVGWriter.number(Self.left), "y": SVGWriter.number(y)], text: key)
    svg.element(
      "text", ["class": "strong", "x": SVGWriter.number(Self.right), "y": SVGWriter.number(y)], text: value)
  }

  private func note(_ text: String, _ y: inout Double, _ svg: inout SVGWriter) {
    y += 18
    svg.element(
      "text", ["class": "note", "x": SVGWriter.number(Self.left), "y": SVGWriter.number(y)], text: text)
  }
}
