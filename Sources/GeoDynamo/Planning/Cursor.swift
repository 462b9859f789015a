// SPDX-License-Identifier: Apache-2.0

import GeoHash

/// Where a query goes on: after which object, as of when. Its text goes to clients and comes back.
///
/// ```
/// bytes   version 01, distance, latitude, longitude, stamp, fingerprint (8 bytes each, little-endian), id, checksum (8)
/// text    the bytes in base64url without padding
/// ```
///
/// It names a place in the order (distance, id), not an offset or an object that may vanish. Pages after it leave
/// out objects that came to their place after the first page was read, so nobody appears twice; an object that
/// stayed is never lost. The cursor holds the place the query measures from, for `near` of a moving object.
public struct Cursor: Hashable, Sendable {
  let distanceMeters: Double
  let id: UTF8String
  let center: Coordinate
  let stamp: Int64
  let fingerprint: UInt64

  init(distanceMeters: Double, id: UTF8String, center: Coordinate, stamp: Int64, fingerprint: UInt64) {
    self.distanceMeters = distanceMeters
    self.id = id
    self.center = center
    self.stamp = stamp
    self.fingerprint = fingerprint
  }

  private static let version: UInt8 = 1
  private static let idOffset = 41

  /// The cursor of a text.
  ///
  /// - Throws: `InputError.cursor` when the text is none.
  public init(_ text: String) throws(InputError) {
    guard text.utf8.count <= 4096, let bytes = Base64.url.decode(text.utf8), bytes.count > Self.idOffset + 8,
      bytes[0] == Self.version
    else {
      throw .cursor(text, reason: "it must be the text that a page of results ended with")
    }
    func number(at offset: Int) -> UInt64 {
      (0..<8).reduce(0) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) }
    }
    let end = bytes.count - 8
    guard number(at: end) == Self.checksum(bytes[..<end]),
      let id = String(validating: bytes[Self.idOffset..<end], as: UTF8.self),
      let center = try? Coordinate(
        latitude: Double(bitPattern: number(at: 9)), longitude: Double(bitPattern: number(at: 17)))
    else { throw .cursor(text, reason: "it is damaged") }
    self.init(
      distanceMeters: Double(bitPattern: number(at: 1)), id: UTF8String(id), center: center,
      stamp: Int64(bitPattern: number(at: 25)), fingerprint: number(at: 33))
  }

  /// The text: about 66 characters and 4 for every 3 bytes of an id.
  public var text: String {
    var bytes: [UInt8] = [Self.version]
    func append(_ number: UInt64) {
      for shift in stride(from: UInt64(0), to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: number >> shift))
      }
    }
    append(distanceMeters.bitPattern)
    append(center.latitude.bitPattern)
    append(center.longitude.bitPattern)
    append(UInt64(bitPattern: stamp))
    append(fingerprint)
    bytes.append(contentsOf: id.string.utf8)
    append(Self.checksum(bytes[...]))
    return Base64.url.encode(bytes)
  }

  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    var hash = StableHash()
    hash.combine(bytes: bytes)
    return hash.value
  }
}

extension Cursor: CustomStringConvertible {
  /// The text.
  public var description: String { text }
}
