// SPDX-License-Identifier: Apache-2.0

public import GeoHash

/// An object that a query found.
///
/// It keeps the bytes of its index row; the id and the attributes are decoded when they are asked for. Matches of one query
/// share blocks of up to 512 KB: whoever keeps one match of many for long should keep its id and attributes instead.
public struct Match: Sendable {
  /// Where the object is.
  public let coordinate: Coordinate
  /// How far that is from the place the query measured from.
  public let distance: Distance
  /// When it came there.
  public let movedAt: Timestamp

  private let block: RowBlock
  private let start: Int
  private let idCount: Int32
  private let attributesCount: Int32

  init(
    row: IndexRow, distanceMeters: Double, id: RawSpan, attributes: RawSpan, into writer: inout RowBlockWriter
  ) {
    coordinate = Coordinate(uncheckedLatitude: row.latitude, longitude: row.longitude)
    distance = Distance(uncheckedMeters: distanceMeters)
    movedAt = Timestamp(microseconds: row.movedAt)
    (block, start) = writer.write(id: id, attributes: attributes)
    idCount = Int32(id.byteCount)
    attributesCount = Int32(attributes.byteCount)
  }

  /// The object's id. O(its length).
  public var id: ObjectID {
    ObjectID(
      unchecked: UTF8String(
        withID { id in unsafe id.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) } }))
  }

  /// The attributes that the collection's index carries, decoded anew each time.
  ///
  /// - Throws: `StoreError` with `notAStore` when the row's bytes are damaged.
  public var attributes: Item {
    get throws {
      let first = start + Int(idCount)
      return try block.withBytes(first..<first + Int(attributesCount)) { bytes throws(StoreError) in
        try ItemCodec.decode(bytes)
      }
    }
  }

  /// Lends the bytes of the object's id in UTF-8.
  func withID<Result>(_ body: (RawSpan) -> Result) -> Result {
    block.withBytes(start..<start + Int(idCount), body)
  }

  /// Notes that the object has been handed out.
  func noteHandedOut(in seen: inout Sightings<Bool>) {
    withID { seen.update($0, to: true) }
  }

  /// Whether the object has this id. O(its length).
  func hasID(_ id: RawSpan) -> Bool {
    id.byteCount == idCount && withID { $0.order(against: id) == 0 }
  }

  /// Whether `self` comes before `other`: nearer, or as near and with the lesser id.
  func precedes(_ other: Match) -> Bool {
    if distance != other.distance { return distance < other.distance }
    return withID { id in other.withID { id.order(against: $0) } } < 0
  }
}
