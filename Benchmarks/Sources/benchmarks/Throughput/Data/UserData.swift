// SPDX-License-Identifier: Apache-2.0

import GeoHash

/// How users are spread over the globe.
enum Spread: String, Codable, Sendable {
  /// About the world's towns by population, 10 km about each.
  case towns
  /// Evenly over the sphere.
  case even
}

/// The users that all subjects hold, the same at every run; user i is object i.
struct UserData: Sendable {
  let spread: Spread
  let places: [Coordinate]
  var count: Int { places.count }

  static let evenSeed: UInt64 = 2_000_000
  private static let moveSeed: UInt64 = 91

  init(count: Int, spread: Spread) throws {
    self.spread = spread
    switch spread {
    case .towns: places = try Towns.places(count)
    case .even:
      var random = SeededGenerator(seed: Self.evenSeed)
      places = (0..<count).map { _ in Ground.place(using: &random) }
    }
  }

  /// Walks of random users, half a kilometre on average; a user may walk more than once.
  func walks(_ count: Int) throws -> [Move] {
    var random = SeededGenerator(seed: Self.moveSeed)
    return try (0..<count).map { _ in
      let user = Int.random(in: 0..<places.count, using: &random)
      let bearing = Double.random(in: 0..<360, using: &random)
      let distance = Distance.meters(Double.random(in: 0..<1_000, using: &random))
      return Move(
        id: UInt32(user), to: try places[user].destination(bearing: bearing, distance: distance))
    }
  }
}

extension UserData {
  /// Moves random users to places of other users, so many times for each user on average.
  func scatter(times: Int, _ move: ([Move]) async throws -> Void) async throws {
    var random = SeededGenerator(seed: Self.moveSeed + 1)
    for _ in stride(from: 0, to: count * times, by: 65_536) {
      try await move(
        (0..<65_536).map { _ in
          Move(
            id: .random(in: 0..<UInt32(count), using: &random),
            to: places[Int.random(in: 0..<count, using: &random)])
        })
    }
  }
}

/// Where a user goes.
struct Move: Sendable {
  let id: UInt32
  let to: Coordinate
}
