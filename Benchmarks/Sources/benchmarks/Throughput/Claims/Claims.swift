// SPDX-License-Identifier: Apache-2.0

/// What the package claims of its speed: ratios between subjects of one run, in processor time, and exact counts.
enum Claims {
  static let ours: Set = ["full scan", "PointIndex", "GeoIndex"]
  private static let radii = [100.0, 1_000, 10_000, 100_000]

  static let all: [Claim] = reference + pointIndex + moves + memory + growth + store

  private static func question(_ radius: Double, _ order: AnswerOrder, _ limit: Int? = nil) -> Question {
    Question(radius: radius, order: order, limit: limit)
  }

  private static func name(_ radius: Double) -> String { Question.name(ofRadius: radius) }

  /// The reference for the limit is itself fast.
  private static let reference = zip(radii, [3.5, 4.5, 17]).map { radius, times in
    Claim("flat blocks, times as fast as nanoflann, \(name(radius)), any order", .atLeast(times)) {
      try $0.ratio("nanoflann", to: "flat", question(radius, .any))
    }
  }

  private static let pointIndex =
    radii.flatMap { radius in
      AnswerOrder.allCases.flatMap { order in
        let question = question(radius, order)
        return [
          Claim("PointIndex, times the reference's time, \(question.title)", .atMost(1.5)) {
            try $0.ratio("PointIndex", to: "flat", question)
          },
          Claim("PointIndex, times as fast as the fastest rival, \(question.title)", .atLeast(1)) {
            readings in
            let own = try readings.answers("PointIndex", question).cpu
            let others = readings.rivals(question).filter { $0 != "flat" }
            let fastest = try others.map { try readings.answers($0, question).cpu }.min()
            guard let fastest else { throw Readings.Missing.subject("any rival") }
            return fastest / own
          },
          Claim("PointIndex, allocations of a query, \(question.title)", .atMost(2), isExact: true) {
            try $0.answers("PointIndex", question).allocations
          },
        ]
      }
    }
    + zip(radii, [2.5, 7, 14]).map { radius, times in
      Claim(
        "PointIndex, times as fast as S2ClosestPointQuery, \(name(radius)), nearest first", .atLeast(times)
      ) {
        try $0.ratio("s2closest", to: "PointIndex", question(radius, .nearestFirst))
      }
    }
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
    [1_000.0, 10_000].map { radius in
      Claim(
        "PointIndex, rate with 1 M users over that with 10 M that find as many, \(question(radius, order).title)",
        .atMost(3)
      ) {
        let question = question(radius, order)
        return try 1 / $0.answers("PointIndex", question).cpu
          / $0.rate("PointIndex", users: 10_000_000, findingAsWithin: question)
      }
    }
  }

  private static let store = radii.flatMap { radius in
    let all = question(radius, .nearestFirst)
    let nearest = question(radius, .nearestFirst, 20)
    return [
      Claim("GeoIndex, times bare SQLite's time, \(all.title)", .atMost(2)) {
        try $0.ratio("GeoIndex", to: "sqlite", all)
      },
      Claim("GeoIndex, times as fast as R*Tree, \(all.title)", .atLeast(2.5)) {
        try $0.ratio("rtree", to: "GeoIndex", all)
      },
      Claim("GeoIndex, times as fast as Redis, \(nearest.title)", .atLeast(1)) {
        try redis($0, nearest)
      },
      Claim(
        "GeoIndex, allocations of a query over 10 and one for each match, \(all.title)", .atMost(0),
        isExact: true
      ) {
        let one = try $0.answers("GeoIndex", all)
        return max(0, one.allocations - 10 - one.found)
      },
    ]
      + (radius < 1_000
        ? []
        : [
          Claim("GeoIndex, times as fast as Redis, \(all.title)", .atLeast(radius < 10_000 ? 1 : 2)) {
            try redis($0, all)
          }
        ])
  }

  /// Redis asked in the way that is better for it: with pipelines or without.
  private static func redis(_ readings: Readings, _ question: Question) throws -> Double {
    let one = try readings.answers("redis", question)
    return min(one.cpu, one.cpuTogether ?? .infinity) / (try readings.answers("GeoIndex", question).cpu)
  }

  /// Prints all claims, and returns those that fail.
  static func check(_ readings: Readings, onlyExact: Bool) -> [String] {
    var failures: [String] = []
    print("## claims, \(readings.users) users\n")
    for claim in all {
      let outcome = claim.check(readings)
      let text =
        switch outcome {
        case .held(let value): "\(short(value)), ok"
        case .broken(let value): "\(short(value)), NOT OK"
        case .withoutSubject(let name): "not measured, for \(name) is not"
        case .unmeasured(let why): "NOT MEASURED: \(why)"
        }
      print("\(claim.title): required \(claim.bound.text): \(text)")
      if outcome.isFailure, claim.isExact || !onlyExact { failures.append("\(claim.title): \(text)") }
    }
    return failures
  }
}
