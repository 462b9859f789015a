// SPDX-License-Identifier: Apache-2.0

/// How a table of the dynamodb-geo family is laid out.
///
/// ```
/// hashKey    N   the first decimal digits of `geohash`; partition key
/// rangeKey   S   the id; sort key
/// geohash    N   the id of the S2 leaf that holds the place; sort key of the local index `geohash-index`
/// geoJson    S   the place, in one of four forms; B in the Go port
/// ```
///
/// What is nil here is detected from the table's first items. Source: awslabs/dynamodb-geo and its ports to JavaScript, Python
/// and Go.
public struct DynamoDBGeoLayout: Hashable, Sendable {
  /// How places are written.
  public enum Coordinates: String, Hashable, Sendable, CaseIterable {
    /// Java: `{"type":"Point","coordinates":[51.51,-0.13]}`, latitude first.
    case latitudeFirst = "latlng"
    /// JavaScript: the same with the longitude first, as GeoJSON has it.
    case longitudeFirst = "lnglat"
    /// Python: `51.51,-0.13`.
    case text
    /// Go: the form of JavaScript as bytes.
    case binary
  }

  /// How many digits a hash key has, 1 … 19.
  public var hashKeyLength: Int?
  /// How places are written.
  public var coordinates: Coordinates?
  /// Whether ids from 2⁶³ up are stored as negative numbers, as Java and JavaScript do.
  public var areIDsSigned: Bool?
  /// The attribute with the first digits.
  public var hashKey = "hashKey"
  /// The attribute with the id.
  public var rangeKey = "rangeKey"
  /// The attribute with the number of the leaf.
  public var geohash = "geohash"
  /// The attribute with the place.
  public var geoJSON = "geoJson"
  /// The local index of hash key and leaf.
  public var index = "geohash-index"

  /// The usual names; the rest is detected.
  public init() {}
}

/// A layout of which everything is known but, perhaps, the sign of ids: a table without ids from 2⁶³ up does not show it.
struct DynamoDBGeoForm: Hashable, Sendable {
  var hashKeyLength: Int
  var coordinates: DynamoDBGeoLayout.Coordinates
  var areIDsSigned: Bool?

  /// The ways to number keys that fit: two where the sign is unknown.
  var prefixes: [DecimalPrefixes] {
    let signs = areIDsSigned.map { [$0] } ?? [true, false]
    return signs.map {
      DecimalPrefixes(length: hashKeyLength, areIDsSigned: $0, areRounded: coordinates == .text)
    }
  }

  /// The pieces to read for a range of leaf numbers, until `body` answers false.
  func forEachPiece(ofLeaves leaves: ClosedRange<UInt64>, _ body: (DecimalPrefixes.Piece) -> Bool) {
    // The id of a leaf is its number with a 1 behind it.
    let ids = leaves.lowerBound << 1...leaves.upperBound << 1 | 1
    guard areIDsSigned == nil else {
      prefixes[0].forEachPiece(of: ids, body)
      return
    }
    let firstNegative: UInt64 = 1 << 63
    if ids.lowerBound < firstNegative {
      let positive = ids.lowerBound...min(ids.upperBound, firstNegative - 1)
      guard prefixes[0].forEachPiece(of: positive, body) else { return }
    }
    guard ids.upperBound >= firstNegative else { return }
    let large = max(ids.lowerBound, firstNegative)...ids.upperBound
    for prefixes in prefixes where !prefixes.forEachPiece(of: large, body) { return }
  }
}
