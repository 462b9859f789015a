// SPDX-License-Identifier: Apache-2.0

/// What the package claims of its speed: ratios between subjects of one run, in processor time, and exact counts.
enum Claims {
  static let ours: Set = ["full scan", "PointIndex", "GeoIndex"]
  private static let radii = [100.0, 1_000, 10_000, 100_000]

  static let all: [Claim] = reference + pointIndex + moves + memory + growth + store

  private static func question(_ radius: Double, _ order: AnswerOrder, _ limit: Int? = nil) -> Question {
    Question(radius: radius, order: order, limit: limit)
  }

  /// A claim for each radius.
  private static func each(
    _ title: String, _ order: AnswerOrder, limit: Int? = nil, isExact: Bool = false,
    _ bound: (Double) -> Claim.Bound?, _ measure: @escaping @Sendable (Readings, Question) throws -> Double
  ) -> [Claim] {
    radii.compactMap { radius in
      guard let bound = bound(radius) else { return nil }
      let question = question(radius, order, limit)
      let kind = order.rawValue + (limit.map { ", limit \($0)" } ?? "")
      return Claim(
        "\(title), \(kind)", at: Question.name(ofRadius: radius), bound, isExact: isExact
      ) { try measure($0, question) }
    }
  }

  /// The reference for the limit is itself fast, where its instructions are those that the bounds were set for.
  private static let reference = each(
    "flat blocks, times as fast as nanoflann", .any,
    { radius in [100: 3.5, 1_000: 4.5, 10_000: 17][radius].map { .atLeast($0) } }
  ) {
    guard try $0.record("flat").settings.contains("AVX-512") else {
      throw Readings.Missing.subject("flat with AVX-512")
    }
    return try $0.ratio("nanoflann", to: "flat", $1)
  }

  private static let pointIndex =
    AnswerOrder.allCases.flatMap { order in
      each("PointIndex, its time over the reference's", order, { _ in .atMost(1.5) }) {
        try $0.ratio("PointIndex", to: "flat", $1)
      }
        + each("PointIndex, times as fast as the fastest rival", order, { _ in .atLeast(1) }) {
          readings, question in
          let own = try readings.answers("PointIndex", question).cpu
          let others = readings.rivals(question).filter { $0 != "flat" }
          guard let fastest = try others.map({ try readings.answers($0, question).cpu }).min() else {
            throw Readings.Missing.subject("any rival")
          }
          return fastest / own
        }
        + each("PointIndex, allocations of a query", order, isExact: true, { _ in .atMost(2) }) {
          try $0.answers("PointIndex", $1).allocations
        }
    }
    + each(
      "PointIndex, times as fast as S2ClosestPointQuery", .nearestFirst,
      { radius in [100: 2.5, 1_000: 7, 10_000: 14][radius].map { .atLeast($0) } }
    ) { try $0.ratio("s2points", to: "PointIndex", $1) }
    + [
      Claim("PointIndex, scaling to two threads over the reference's", .atLeast(0.9)) {
        guard let own = try $0.record("PointIndex").threads, let other = try $0.record("flat").threads else {
          throw Readings.Missing.number("two threads were not measured")
        }
        return own.scaling / other.scaling
      }
    ]

  private static let moves = [
    Claim("PointIndex, moves in a second while another thread queries", .atLeast(1e6)) {
      try $0.record("PointIndex").threads?.movesBeside ?? .nan
    },
    Claim("PointIndex, rate of queries while another thread moves, over the rate alone", .atLeast(0.75)) {
      try $0.record("PointIndex").threads?.queriesBeside ?? .nan
    },
  ]

  /// The id takes four bytes.
  private static let memory = [
    Claim("PointIndex, bytes of a point beyond its id, loaded", .atMost(40)) {
      (try $0.record("PointIndex").bytesPerUser ?? .nan) - 4
    },
    Claim("PointIndex, bytes of a point beyond its id, after ten moves of each", .atMost(56)) {
      (try $0.record("PointIndex").bytesPerUserMoved ?? .nan) - 4
    },
    Claim("PointIndex, points loaded in a second", .atLeast(1e6)) {
      try $0.record("PointIndex").loadRate
    },
  ]

  private static let growth = AnswerOrder.allCases.flatMap { order in
    each(
      "PointIndex, time with 10 M users over that with 1 M for as many found", order,
      { radius in radius < 1_000 || radius > 10_000 ? nil : .atMost(3) }
    ) {
      try 1 / $0.answers("PointIndex", $1).cpu / $0.rate("PointIndex", users: 10_000_000, findingAsWithin: $1)
    }
  }

  private static let store =
    each("GeoIndex, its time over bare SQLite's", .nearestFirst, { _ in .atMost(2) }) {
      try $0.ratio("GeoIndex", to: "sqlite", $1)
    }
    + each("GeoIndex, times as fast as R*Tree", .nearestFirst, { _ in .atLeast(2.5) }) {
      try $0.ratio("rtree", to: "GeoIndex", $1)
    }
    + each(
      "GeoIndex, times as fast as Redis", .nearestFirst,
      { radius in radius < 1_000 ? nil : .atLeast(radius < 10_000 ? 1 : 2) }, redis)
    + each("GeoIndex, times as fast as Redis", .nearestFirst, limit: 20, { _ in .atLeast(1) }, redis)
    + each(
      "GeoIndex, allocations of a query beyond one for each match", .nearestFirst, isExact: true,
      { _ in .atMost(10) }
    ) {
      let one = try $0.answers("GeoIndex", $1)
      return one.allocations - one.found
    }

  /// Redis asked in the way that is better for it: with pipelines or without.
  private static func redis(_ readings: Readings, _ question: Question) throws -> Double {
    let one = try readings.answers("redis", question)
    return min(one.cpu, one.cpuTogether ?? .infinity) / (try readings.answers("GeoIndex", question).cpu)
  }
}
