// SPDX-License-Identifier: Apache-2.0
public import GeoHash

/// An object at a place, as the oracle sees it.
public struct PlacedObject: Hashable, Sendable {
  /// Names the object; ordered by its UTF-8 bytes.
  public let id: String
  /// Where it is.
  public let coordinate: Coordinate

  /// Makes an object.
  public init(id: String, coordinate: Coordinate) {
    self.id = id
    self.coordinate = coordinate
  }
}

/// The oracle: answers by looking at every object.
public enum BruteForce {
  /// An object with its distance.
  public typealias Match = (object: PlacedObject, distance: Distance)

  /// The objects within a radius of a centre, nearest first, those at equal distances by the bytes of their ids.
  public static func objects(
    of objects: [PlacedObject], within radius: Distance, of center: Coordinate
  ) -> [Match] {
    inOrder(objects, from: center).filter { $0.distance <= radius }
  }

  /// The objects of a region in the order of its distance, those at equal distances by the bytes of their ids.
  public static func objects(of objects: [PlacedObject], in region: any Region) -> [Match] {
    objects
      .compactMap { object in
        region.meters(
          toMemberAtLatitude: object.coordinate.latitude, longitude: object.coordinate.longitude
        ).map { (object, Distance.meters($0)) }
      }
      .sorted(by: precedes)
  }

  /// The `count` objects nearest to a centre, in the same order.
  public static func nearest(_ count: Int, of objects: [PlacedObject], to center: Coordinate) -> [Match] {
    Array(inOrder(objects, from: center).prefix(count))
  }

  private static func inOrder(_ objects: [PlacedObject], from center: Coordinate) -> [Match] {
    objects
      .map { ($0, center.distance(to: $0.coordinate)) }
      .sorted(by: precedes)
  }

  private static func precedes(_ a: Match, _ b: Match) -> Bool {
    a.distance != b.distance
      ? a.distance < b.distance : a.object.id.utf8.lexicographicallyPrecedes(b.object.id.utf8)
  }
}
