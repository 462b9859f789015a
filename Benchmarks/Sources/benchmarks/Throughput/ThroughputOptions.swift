// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What is measured, and how long.
struct ThroughputOptions {
  /// A test of the harness: few users, short rounds.
  var isQuick = false
  var isEnforced = false
  var users = [1_000_000]
  var spread = Spread.towns
  var only: [String] = []
  var jsonFile: String?
  var plotFolder: String?
  var radii = [100.0, 1_000, 10_000, 100_000]
  var rounds = 5
  /// Seconds of one subject's sweep.
  var sweepSeconds = 0.1
  /// Queries whose answers are compared with the full scan's.
  var sample = 64
  /// Whether moves and threads are measured, too.
  var measuresMoves = true

  static let usage = """
    usage: scripts/bench throughput|growth [options]    (scripts/bench --quick is throughput --quick)
      --quick            two minutes: 50,000 users, short rounds; tests the harness itself
      --users N[,N…]     how many users (1,000,000; growth: 100,000, 1,000,000 and 10,000,000)
      --radii M[,M…]     radii in metres (100, 1,000, 10,000 and 100,000; growth: 1,000,000, too)
      --spread towns|even  users about towns by population, or evenly over the sphere
      --only NAME[,…]    these subjects, by the names of the tables
      --json FILE        writes all numbers
      --plots FOLDER     draws them as SVG
      --enforce          exits with 1 when a claim does not hold or cannot be measured
    """

  /// Parses what follows the command's name; nil when it is not well-formed.
  init?(command: String, _ words: [String]) {
    if command == "growth" {
      users = [100_000, 1_000_000, 10_000_000]
      radii.append(1_000_000)
      measuresMoves = false
      rounds = 3
    }
    if words.contains("--quick") {
      isQuick = true
      users = [50_000]
      (rounds, sweepSeconds, sample) = (3, 0.01, 32)
    }
    if words.contains("--help") { return nil }
    var words = words[...]
    func list(_ text: String) -> [String] { text.split(separator: ",").map(String.init) }
    while let word = words.popFirst() {
      switch word {
      case "--quick": continue
      case "--enforce":
        isEnforced = true
        continue
      default: break
      }
      guard let value = words.popFirst() else { return nil }
      switch word {
      case "--users":
        users = list(value).compactMap { Int($0.filter { $0 != "_" }) }.filter { $0 > 0 }
        guard !users.isEmpty, users.count == list(value).count else { return nil }
      case "--radii":
        radii = list(value).compactMap(Double.init).filter { $0 > 0 && $0.isFinite }
        guard !radii.isEmpty, radii.count == list(value).count else { return nil }
      case "--spread":
        guard let spread = Spread(rawValue: value) else { return nil }
        self.spread = spread
      case "--only": only = list(value)
      case "--json": jsonFile = value
      case "--plots": plotFolder = value
      default: return nil
      }
    }
  }

  /// The columns: every radius in both orders, and the nearest 20.
  var questions: [(radius: Double, questions: [Question])] {
    radii.map { radius in
      (
        radius,
        [
          Question(radius: radius, order: .any, limit: nil),
          Question(radius: radius, order: .nearestFirst, limit: nil),
          Question(radius: radius, order: .nearestFirst, limit: 20),
        ]
      )
    }
  }

  /// The most different queries about a radius: a power of two.
  func mostQueries(_ radius: Double) -> Int {
    let full =
      switch radius {
      case ...1_000: 65_536
      case ...10_000: 32_768
      case ...100_000: 4_096
      default: 256
      }
    return isQuick ? max(full / 16, 64) : full
  }
}
