// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// Which columns of a table, or members of a JSON object, hold the id and the position.
struct ColumnMap: Equatable {
  /// What a column is for.
  enum Role: Equatable {
    case id
    case latitude
    case longitude
    case movedAt
    case attribute
  }

  let id: Int
  let latitude: Int
  let longitude: Int
  /// The column `movedAt`, if there is one.
  let movedAt: Int?

  /// Finds them by their names, in which case and outer spaces do not count.
  ///
  /// - Throws: `RowFault` that lists the names found when one is missing or there are two.
  init(_ names: [String]) throws(RowFault) {
    id = try Self.place(of: .id, "id column (id)", in: names)
    latitude = try Self.place(of: .latitude, "latitude column (lat, latitude)", in: names)
    longitude = try Self.place(of: .longitude, "longitude column (lon, lng, long, longitude)", in: names)
    movedAt = names.firstIndex { Self.role(of: $0) == .movedAt }
  }

  /// Whether the column at that place has a meaning of its own and is no attribute.
  func holds(_ place: Int) -> Bool {
    place == id || place == latitude || place == longitude || place == movedAt
  }

  /// What a column of that name is for.
  static func role(of name: String) -> Role {
    let bytes = trimmed(name[...]).utf8
    guard (2...9).contains(bytes.count), let first = bytes.first, "iIlLm".utf8.contains(first)
    else { return .attribute }
    if bytes.elementsEqual("movedAt".utf8) { return .movedAt }
    let folded = bytes.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    switch folded.count {
    case 2 where folded.elementsEqual("id".utf8): return .id
    case 3 where folded.elementsEqual("lat".utf8), 8 where folded.elementsEqual("latitude".utf8):
      return .latitude
    case 3 where folded.elementsEqual("lon".utf8) || folded.elementsEqual("lng".utf8),
      4 where folded.elementsEqual("long".utf8), 9 where folded.elementsEqual("longitude".utf8):
      return .longitude
    default: return .attribute
    }
  }

  private static func place(of role: Role, _ title: String, in names: [String]) throws(RowFault) -> Int {
    let places = names.indices.filter { Self.role(of: names[$0]) == role }
    guard let place = places.first else {
      throw RowFault("there is no \(title); found: \(list(names))")
    }
    guard places.count == 1 else {
      throw RowFault(
        "there is more than one \(title): \(list(places.map { names[$0] })); found: \(list(names))")
    }
    return place
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(30).map { printable(String($0.prefix(40))) }.joined(separator: ", ")
    return names.count > 30 ? shown + ", … (\(names.count))" : shown
  }
}
