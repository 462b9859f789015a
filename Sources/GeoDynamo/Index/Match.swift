// SPDX-License-Identifier: Apache-2.0

public import GeoHash

/// An object that a query found.
///
/// It keeps the bytes of its index row; the id and the attributes are decoded when they are asked for.
public struct Match: Sendable {
  /// Where the object is.
  public let coordinate: Coordinate
  /// How far that is from the place the query measured from.
  public let distance: Distance
  /// When it came there.
  public let movedAt: Timestamp

  private let bytes: [UInt8]  // the id, then the attributes
  private let idCount: Int

  init(row: IndexRow, distanceMeters: Double, id: RawSpan, attributes: RawSpan) {
    coordinate = Coordinate(uncheckedLatitude: row.latitude, longitude: row.longitude)
    distance = Distance(uncheckedMeters: distanceMeters)
    movedAt = Timestamp(microseconds: row.movedAt)
    idCount = id.byteCount
    bytes = unsafe [UInt8](unsafeUninitializedCapacity: id.byteCount + attributes.byteCount) {
      buffer, count in
      let target = UnsafeMutableRawBufferPointer(buffer)
      unsafe id.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
      unsafe attributes.withUnsafeBytes {
        unsafe UnsafeMutableRawBufferPointer(rebasing: target[id.byteCount...]).copyMemory(from: $0)
      }
      count = id.byteCount + attributes.byteCount
    }
  }

  /// The object's id. O(its length).
  public var id: ObjectID {
    ObjectID(unchecked: UTF8String(String(decoding: idBytes, as: UTF8.self)))
  }

  /// The attributes that the collection's index carries, decoded anew each time.
  ///
  /// - Throws: `StoreError` with `notAStore` when the row's bytes are damaged.
  public var attributes: Item {
    get throws { try unsafe ItemCodec.decode(bytes.span.bytes.extracting(idCount..<bytes.count)) }
  }

  /// The bytes of the object's id in UTF-8.
  var idBytes: ArraySlice<UInt8> { bytes[..<idCount] }

  /// Notes that the object has been handed out.
  func noteHandedOut(in seen: inout Sightings<Bool>) {
    unsafe seen.update(bytes.span.bytes.extracting(0..<idCount), to: true)
  }

  /// Whether the object has this id. O(its length).
  func hasID(_ id: RawSpan) -> Bool {
    unsafe id.byteCount == idCount && id.withUnsafeBytes { unsafe $0.elementsEqual(idBytes) }
  }

  /// Whether `self` comes before `other`: nearer, or as near and with the lesser id.
  func precedes(_ other: Match) -> Bool {
    distance != other.distance
      ? distance < other.distance : idBytes.lexicographicallyPrecedes(other.idBytes)
  }
}
