// SPDX-License-Identifier: Apache-2.0

import GeoHash

/// Objects counted and summed up, in whatever order they come: equal sets of objects have equal checksums.
///
/// The sum is one of 64-bit hashes, of id, coordinate, time and attributes, bit by bit. Two different sets agree by chance
/// once in 2⁶⁴ times; it is no protection against somebody who wants them to.
struct ObjectChecksum: Hashable, Sendable {
  /// How many objects there are.
  private(set) var count: Int
  /// The sum of their hashes.
  private(set) var sum: UInt64

  init(count: Int = 0, sum: UInt64 = 0) {
    self.count = count
    self.sum = sum
  }

  /// Takes in an object.
  mutating func add(_ object: GeoObject) {
    count += 1
    sum &+= Self.hash(of: object)
  }

  /// The hash of one object.
  static func hash(of object: GeoObject) -> UInt64 {
    var hash = StableHash()
    hash.combine(bytes: object.id.text.string.utf8)
    hash.combine(object.coordinate == nil ? 0 : 1 as UInt64)
    if let place = object.coordinate {
      hash.combine(place.latitude.bitPattern)
      hash.combine(place.longitude.bitPattern)
      hash.combine(UInt64(bitPattern: object.movedAt?.microseconds ?? 0))
    }
    hash.combine(bytes: ItemCodec.encode(object.attributes))
    return hash.value
  }
}
