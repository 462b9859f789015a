// SPDX-License-Identifier: Apache-2.0

import GeoHash

/// Random users to ask about, in an order of which every beginning of 2^k is a fair sample of all.
///
/// A slow subject answers fewer of the queries than a fast one. Users of a big town find a thousand times as many as a lone
/// one, so the mean over a few random queries says little of the mean over many: the users are sorted by how many are about
/// them and taken in the order of the bits reversed, and so the first 2^k are spread evenly over that.
enum QueryCenters {
  static let seed: UInt64 = 77

  /// - Parameter count: A power of two.
  static func about(_ data: UserData, radius: Double, count: Int) -> [Coordinate] {
    var random = SeededGenerator(seed: seed)
    let centers = (0..<count).map { _ in data.places.randomElement(using: &random)! }
    let density = Histogram(of: data.places, cell: max(radius, 1_000))
    let ranks = centers.enumerated()
      .map { (users: density.users(around: $0.element), number: $0.offset) }
      .sorted { ($0.users, $0.number) < ($1.users, $1.number) }
    let bits = count.trailingZeroBitCount
    return (0..<count).map { number in
      // Every other bit turned: the first of them stand amid their shares, not at the edge with the fewest users.
      var reversed = 0
      for bit in 0..<bits where number >> bit & 1 == 1 { reversed |= 1 << (bits - 1 - bit) }
      return centers[ranks[reversed ^ (0x5555_5555 & (count - 1))].number]
    }
  }
}

/// Users counted by cells of latitude and longitude: rough, and independent of all that is measured.
private struct Histogram {
  private let degrees: Double
  private var users: [SIMD2<Int32>: Int] = [:]

  init(of places: [Coordinate], cell meters: Double) {
    degrees = meters / 111_195
    for place in places { users[cell(of: place), default: 0] += 1 }
  }

  /// The users of three by three cells.
  func users(around place: Coordinate) -> Int {
    let middle = cell(of: place)
    var sum = 0
    for row in -1...1 as ClosedRange<Int32> {
      for column in -1...1 as ClosedRange<Int32> { sum += users[middle &+ SIMD2(row, column)] ?? 0 }
    }
    return sum
  }

  /// Cells are about as wide as high: columns are of the row's own width.
  private func cell(of place: Coordinate) -> SIMD2<Int32> {
    let row = (place.latitude / degrees).rounded(.down)
    let middle = max(-89.0, min(89.0, (row + 0.5) * degrees))
    let cosine = UnitVector(try! Coordinate(latitude: middle, longitude: 0)).x
    return SIMD2(Int32(row), Int32((place.longitude * cosine / degrees).rounded(.down)))
  }
}
