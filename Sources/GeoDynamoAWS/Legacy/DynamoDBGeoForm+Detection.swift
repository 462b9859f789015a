// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

extension DynamoDBGeoForm {
  /// The form that all of some items have, and that does not contradict the layout.
  ///
  /// - Parameter items: The first items of the table, at least one.
  /// - Throws: `StoreError` with `notAStore` that names the first item that leaves no form.
  init(of items: [DynamoDBGeoItem], layout: DynamoDBGeoLayout) throws {
    var forms = layout.coordinates.map { [$0] } ?? DynamoDBGeoLayout.Coordinates.allCases
    var areIDsSigned = layout.areIDsSigned
    for item in items {
      forms = forms.filter { item.place.coordinate(as: $0).map(item.isNear) ?? false }
      guard !forms.isEmpty else {
        throw item.fault("its place is not that of its geohash in the form of the items before it")
      }
      guard item.isLarge else { continue }
      areIDsSigned = areIDsSigned ?? (item.geohash < 0)
    }
    // Where places lie on a diagonal, either order reads them right.
    let coordinates = forms[0]
    hashKeyLength =
      try layout.hashKeyLength ?? Self.hashKeyLength(of: items, areRounded: coordinates == .text)
    guard (1...19).contains(hashKeyLength) else {
      throw StoreError(
        .validation, "a hash key has 1 to 19 digits, not \(hashKeyLength)", operation: "read")
    }
    if coordinates == .text, hashKeyLength > DecimalPrefixes.longestRounded {
      throw StoreError(
        .notAStore,
        "a hash key of \(hashKeyLength) digits is not exact in the Python port's tables; up to \(DecimalPrefixes.longestRounded) are",
        operation: "read")
    }
    self.coordinates = coordinates
    self.areIDsSigned = areIDsSigned
    for item in items { _ = try item.object(as: self) }
  }

  /// The length that most items agree on: a rounded key may have a digit more, and a short id is its own key.
  private static func hashKeyLength(of items: [DynamoDBGeoItem], areRounded: Bool) throws -> Int {
    var counts: [Int: Int] = [:]
    for item in items {
      let length = String(item.hashKey.magnitude).utf8.count
      if length <= 19,
        DecimalPrefixes(length: length, areIDsSigned: true).key(of: item.geohash) == item.hashKey
      {
        counts[length, default: 0] += 1
      }
    }
    guard let best = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else {
      throw items[0].fault("its hash key is not the first digits of its geohash")
    }
    return best.key
  }
}
