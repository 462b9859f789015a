// SPDX-License-Identifier: Apache-2.0

import GeoHash

/// Holds the rows of an index against what items lead to expect: 16 bytes for each object, whatever its size.
struct RowSurvey: IndexRowConsumer {
  /// The hashes of the rows expected and not met yet, by the hash of the object's id.
  private(set) var unseen: [UInt64: UInt64]
  /// The rows that are not as expected: ids and the leaves of their places.
  private(set) var suspects: [ObjectID: Set<UInt64>] = [:]
  private(set) var rows = 0
  private let settings: TableSettings

  init(expecting hashes: [UInt64: UInt64], settings: TableSettings) {
    unseen = hashes
    self.settings = settings
  }

  mutating func take(_ row: IndexRow, id: RawSpan, attributes: RawSpan) throws {
    rows += 1
    let id = Self.bytes(id)
    let hash = ExpectedRow.hash(
      latitude: row.latitude, longitude: row.longitude, movedAt: row.movedAt,
      attributes: Self.bytes(attributes))
    // What is left of two rows with one id is unseen, or an extra row.
    guard unseen.removeValue(forKey: Self.hash(ofID: id)) != hash else { return }
    let object = ObjectID(unchecked: UTF8String(String(decoding: id, as: UTF8.self)))
    let place = Coordinate(uncheckedLatitude: row.latitude, longitude: row.longitude)
    suspects[object, default: []].insert(settings.leaf(of: place))
  }

  mutating func finishRange(at position: Int) -> Bool { true }

  static func hash(ofID bytes: some Collection<UInt8>) -> UInt64 {
    var hash = StableHash()
    hash.combine(bytes: bytes)
    return hash.value
  }

  fileprivate static func bytes(_ span: RawSpan) -> [UInt8] {
    unsafe span.withUnsafeBytes { unsafe [UInt8]($0) }
  }
}

/// Collects the rows of one object.
struct RowFinder: IndexRowConsumer {
  private let id: [UInt8]
  /// The hashes of its rows.
  private(set) var hashes: [UInt64] = []

  init(of id: ObjectID) { self.id = Array(id.text.string.utf8) }

  mutating func take(_ row: IndexRow, id: RawSpan, attributes: RawSpan) throws {
    guard RowSurvey.bytes(id) == self.id else { return }
    hashes.append(
      ExpectedRow.hash(
        latitude: row.latitude, longitude: row.longitude, movedAt: row.movedAt,
        attributes: RowSurvey.bytes(attributes)))
  }

  mutating func finishRange(at position: Int) -> Bool { true }
}
