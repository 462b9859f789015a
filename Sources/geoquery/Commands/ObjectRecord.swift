// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoHash

extension OutputRecord {
  /// An object: `{id, latitude, longitude, movedAt, attributes}`; null where it has no position.
  init(_ object: GeoObject) {
    self.init(
      [
        .init("id", .text(object.id.text.string)),
        .init("latitude", object.coordinate.map { .number($0.latitude) } ?? .null),
        .init("longitude", object.coordinate.map { .number($0.longitude) } ?? .null),
        .init("movedAt", object.movedAt.map { .time($0) } ?? .null),
        .init("attributes", .attributes(object.attributes)),
      ], geometry: object.coordinate.map { .point($0) })
  }

  /// A match: `{id, latitude, longitude, distanceMeters, movedAt, attributes}`.
  init(_ match: Match) throws {
    self.init(
      [
        .init("id", .text(match.id.text.string)),
        .init("latitude", .number(match.coordinate.latitude)),
        .init("longitude", .number(match.coordinate.longitude)),
        .init("distanceMeters", .meters(match.distance.meters)),
        .init("movedAt", .time(match.movedAt)),
        .init("attributes", .attributes(try match.attributes)),
      ], geometry: .point(match.coordinate))
  }
}
