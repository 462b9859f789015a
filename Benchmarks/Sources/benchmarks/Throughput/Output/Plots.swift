// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The pictures of a run.
struct Plots {
  let results: Results
  private let style: LineStyles

  init(_ results: Results) {
    self.results = results
    var (ours, rivals): ([String], [String]) = ([], [])
    for subject in results.subjects where !(ours + rivals).contains(subject.name) {
      if subject.isOurs, subject.name != FullScan.title {
        ours.append(subject.name)
      } else {
        rivals.append(subject.name)
      }
    }
    style = LineStyles(ours: ours, rivals: rivals)
  }

  /// Writes them to a folder, which is made if need be, and returns their names.
  func write(to folder: String) throws -> [String] {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var pictures: [(name: String, picture: Picture)] = []
    for (kind, order, limit) in kinds {
      let asked = results.measurements.filter {
        $0.question.order == order && $0.question.limit == limit && $0.failure == nil
      }
      for users in Self.distinct(asked.map(\.users)) {
        let some = asked.filter { $0.users == users }
        pictures.append(("rate-by-radius-\(kind)-\(users)", byRadius(some, kind, users)))
        if kind == "nearest-first" { pictures.append(("latency-\(users)", latencies(some, users))) }
      }
      if Self.distinct(asked.map(\.users)).count > 1 {
        pictures.append(("rate-by-users-\(kind)", byUsers(asked, kind)))
      }
    }
    for (name, picture) in pictures {
      try picture.svg().write(toFile: "\(folder)/\(name).svg", atomically: true, encoding: .utf8)
    }
    return pictures.map(\.name)
  }

  private static let rateText = "processor time, servers included; best of interleaved rounds"
  private let kinds: [(name: String, order: AnswerOrder, limit: Int?)] = [
    ("any-order", .any, nil), ("nearest-first", .nearestFirst, nil), ("nearest-20", .nearestFirst, 20),
  ]

  private func byRadius(_ some: [Measurement], _ kind: String, _ users: Int) -> Picture {
    let diagram = Diagram(
      title: "",
      x: Axis("radius", logarithmic: some.map(\.question.radius), toDecades: false, name: Self.meters),
      y: rates(some), lines: lines(some) { ($0.question.radius, 1 / $0.cpu) })
    return picture("Queries by radius, \(Self.name(kind))", users: [users], [diagram], some)
  }

  private func byUsers(_ all: [Measurement], _ kind: String) -> Picture {
    let diagrams = Self.distinct(all.map(\.question.radius)).map { radius in
      let some = all.filter { $0.question.radius == radius }
      return Diagram(
        title: "within \(Question.name(ofRadius: radius))",
        x: Axis("users", logarithmic: all.map { Double($0.users) }, toDecades: false, name: Self.count),
        y: rates(all), lines: lines(some) { (Double($0.users), 1 / $0.cpu) })
    }
    return picture(
      "Queries by number of users, \(Self.name(kind))", users: Self.distinct(all.map(\.users)), diagrams, all)
  }

  private func latencies(_ all: [Measurement], _ users: Int) -> Picture {
    let diagrams = Self.distinct(all.map(\.question.radius)).map { radius in
      let some = all.filter { $0.question.radius == radius && !$0.latencies.isEmpty }
      let lines = some.map { one in
        Diagram.Line(
          name: one.subject,
          points: zip(one.latencies, Measurement.latencyShares).map { (max($0 * 1e6, 0.05), $1) })
      }
      var diagram = Diagram(
        title: "within \(Question.name(ofRadius: radius))",
        x: Axis(
          "µs for a query, wall time", logarithmic: lines.flatMap { $0.points.map(\.x) }, name: Self.count),
        y: Axis("share of queries", linear: 0...1) { "\(Int($0 * 100)) %" }, lines: lines)
      diagram.hasDots = false
      return diagram
    }
    return picture(
      "How long single queries take, nearest first", users: [users], diagrams, all, "wall time, all rounds")
  }

  private func picture(
    _ title: String, users: [Int], _ diagrams: [Diagram], _ some: [Measurement],
    _ what: String = Self.rateText
  ) -> Picture {
    let best = Dictionary(grouping: some, by: \.subject).mapValues {
      $0.map { -log($0.cpu) }.reduce(0, +) / Double($0.count)
    }
    let spread = results.spread == .towns ? "about towns by population" : "evenly over the sphere"
    return Picture(
      title: title,
      subtitle:
        "\(users.map { Self.count(Double($0)) }.joined(separator: ", ")) users \(spread); one client; \(what)",
      diagrams: diagrams, names: best.keys.sorted { best[$0]! > best[$1]! },
      footer: "\(results.machine) · \(results.date) · \(results.command)", style: style)
  }

  private func rates(_ some: [Measurement]) -> Axis {
    Axis("queries in a processor second", logarithmic: some.map { 1 / $0.cpu }, name: Self.count)
  }

  private func lines(_ some: [Measurement], _ point: (Measurement) -> (Double, Double)) -> [Diagram.Line] {
    Self.distinct(some.map(\.subject)).map { subject in
      Diagram.Line(
        name: subject,
        points: some.filter { $0.subject == subject }.map(point).sorted { $0.0 < $1.0 }.map {
          (x: $0.0, y: $0.1)
        })
    }
  }

  private static func distinct<T: Hashable>(_ values: [T]) -> [T] {
    var seen: Set<T> = []
    return values.filter { seen.insert($0).inserted }
  }

  private static func name(_ kind: String) -> String { kind.replacing("-", with: " ") }

  private static func meters(_ value: Double) -> String { Question.name(ofRadius: value.rounded()) }

  private static func count(_ value: Double) -> String {
    switch value {
    case 1e6...: "\(short(value / 1e6)) M"
    case 1e3...: "\(short(value / 1e3)) k"
    default: short(value)
    }
  }
}
