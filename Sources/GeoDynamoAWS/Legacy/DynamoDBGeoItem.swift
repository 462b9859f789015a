// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoHash

/// An item of a dynamodb-geo table: its keys and its place, before the form of these is known.
struct DynamoDBGeoItem {
  let id: ObjectID
  let hashKey: Int128
  /// The number of the leaf as it is stored.
  let geohash: Int128
  /// The leaf.
  let leaf: S2Cell
  let place: DynamoDBGeoPlace
  /// All other attributes.
  let attributes: Item

  /// How far a place may lie from the middle of its leaf, which is a centimetre across: libraries round differently.
  private static let tolerance = Distance.meters(1)

  /// - Throws: `StoreError` with `notAStore` that names the item.
  init(_ item: Item, of layout: DynamoDBGeoLayout) throws {
    let names = DynamoDBGeoNames(layout)
    let name = Self.name(of: item, names)
    guard case .string(let text)? = item[names.rangeKey] else {
      throw Self.fault(name, "its attribute \(layout.rangeKey) is no text")
    }
    guard let id = try? ObjectID(text.string) else {
      throw Self.fault(name, "its \(layout.rangeKey) has \(text.string.utf8.count) bytes, an id 1 to 512")
    }
    guard let hashKey = Self.integer(item[names.hashKey]) else {
      throw Self.fault(name, "its attribute \(layout.hashKey) is no whole number")
    }
    guard let geohash = Self.integer(item[names.geohash]),
      let number = UInt64(exactly: geohash)
        ?? Int64(exactly: geohash).map({ UInt64(bitPattern: $0) }),
      let leaf = try? S2Cell(id: number), leaf.isLeaf
    else { throw Self.fault(name, "its attribute \(layout.geohash) is not the id of an S2 leaf") }
    guard let place = DynamoDBGeoPlace(item[names.geoJSON]) else {
      throw Self.fault(name, "its attribute \(layout.geoJSON) is no place in a known form")
    }
    self.id = id
    self.hashKey = hashKey
    self.geohash = geohash
    self.leaf = leaf
    self.place = place
    attributes = item.filter { !names.all.contains($0.key) }
  }

  /// The object, read in a form.
  ///
  /// - Throws: `StoreError` with `notAStore` that names the item, where it does not agree with the form.
  func object(as form: DynamoDBGeoForm) throws -> GeoObject {
    guard let coordinate = place.coordinate(as: form.coordinates), isNear(coordinate) else {
      throw fault("its place, read as \(form.coordinates.rawValue), is not that of its geohash")
    }
    guard form.areIDsSigned == nil || !isLarge || (geohash < 0) == form.areIDsSigned else {
      throw fault("its geohash has \(geohash < 0 ? "a sign" : "no sign"), unlike those of other items")
    }
    guard form.prefixes.contains(where: { $0.mayHave(hashKey, stored: geohash) }) else {
      throw fault("its hash key is not the first \(form.hashKeyLength) digits of its geohash")
    }
    // The tables do not say when an object came to its place: any move is newer than the beginning of time.
    return GeoObject(
      id: id, coordinate: coordinate, movedAt: Timestamp(microseconds: 0), attributes: attributes)
  }

  /// Whether the item tells if ids are signed.
  var isLarge: Bool { leaf.id >= 1 << 63 }

  /// Whether a place is that of the leaf.
  func isNear(_ coordinate: Coordinate) -> Bool { leaf.center.distance(to: coordinate) <= Self.tolerance }

  /// An error that names the item.
  func fault(_ reason: String) -> StoreError { Self.fault("\"\(id)\" (hash key \(hashKey))", reason) }

  private static func fault(_ name: String, _ reason: String) -> StoreError {
    StoreError(.notAStore, "item \(name) is not of this dynamodb-geo table: \(reason)", operation: "read")
  }

  private static func name(of item: Item, _ names: DynamoDBGeoNames) -> String {
    let id = item[names.rangeKey]?.string.map { "\"\($0.string.prefix(60))\"" } ?? "without \(names.rangeKey)"
    return id + (integer(item[names.hashKey]).map { " (hash key \($0))" } ?? "")
  }

  private static func integer(_ value: AttributeValue?) -> Int128? {
    guard case .number(let number)? = value else { return nil }
    // Plain digits below 1e21.
    return Int64(exactly: number).map { Int128($0) } ?? Int128(number.description)
  }
}

/// The names of a layout as attribute names.
struct DynamoDBGeoNames {
  let hashKey: UTF8String
  let rangeKey: UTF8String
  let geohash: UTF8String
  let geoJSON: UTF8String
  let all: Set<UTF8String>

  init(_ layout: DynamoDBGeoLayout) {
    hashKey = UTF8String(layout.hashKey)
    rangeKey = UTF8String(layout.rangeKey)
    geohash = UTF8String(layout.geohash)
    geoJSON = UTF8String(layout.geoJSON)
    all = [hashKey, rangeKey, geohash, geoJSON]
  }
}
