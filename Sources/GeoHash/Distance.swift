// SPDX-License-Identifier: Apache-2.0

/// A length on the earth's surface; never negative, never NaN.
public struct Distance: Hashable, Comparable, Sendable {
  /// The length in metres.
  public let meters: Double

  /// Makes a distance of metres.
  ///
  /// - Throws: `GeometryError.distance` for a negative number, an infinity or NaN.
  public init(meters: Double) throws(GeometryError) {
    guard meters >= 0, meters.isFinite else { throw .distance(meters) }
    self.meters = meters + 0
  }

  /// For metres known to be a distance.
  package init(uncheckedMeters meters: Double) {
    self.meters = meters
  }

  /// A distance of `meters` metres; the number must be finite and not negative.
  public static func meters(_ meters: Double) -> Distance {
    precondition(meters >= 0 && meters.isFinite, "a distance is a number of metres from 0 up")
    return Distance(uncheckedMeters: meters + 0)
  }

  /// A distance of `kilometers` kilometres; the number must be finite and not negative.
  public static func kilometers(_ kilometers: Double) -> Distance { .meters(kilometers * 1000) }

  /// A distance of `miles` international miles; the number must be finite and not negative.
  public static func miles(_ miles: Double) -> Distance { .meters(miles * 1609.344) }

  /// Whether `a` is shorter.
  public static func < (a: Distance, b: Distance) -> Bool { a.meters < b.meters }
}
