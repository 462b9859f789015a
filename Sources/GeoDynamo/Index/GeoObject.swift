// SPDX-License-Identifier: Apache-2.0

public import GeoHash

/// An object of a collection: its id, where it is, and what is known of it.
public struct GeoObject: Hashable, Sendable {
  /// The id.
  public var id: ObjectID
  /// Where it is; nil for an object without a position, which no query by place finds.
  public var coordinate: Coordinate?
  /// When it came there; nil without a position. In what is written, nil means now.
  public var movedAt: Timestamp?
  /// Its attributes.
  public var attributes: Item

  /// Makes an object.
  public init(id: ObjectID, coordinate: Coordinate?, movedAt: Timestamp? = nil, attributes: Item = [:]) {
    self.id = id
    self.coordinate = coordinate
    self.movedAt = movedAt
    self.attributes = attributes
  }
}

/// Between objects and items: what a collection's items look like.
package struct ObjectItems: Sendable {
  let collection: CollectionName
  let settings: TableSettings
  let indexed: IndexedAttributes

  /// The items of a collection whose index carries these attributes.
  package init(collection: CollectionName, settings: TableSettings, indexed: IndexedAttributes) {
    self.collection = collection
    self.settings = settings
    self.indexed = indexed
  }

  /// The item of an object that came to its place at `now` unless it says otherwise.
  package func item(of object: GeoObject, now: Timestamp) -> Item {
    let key = KeySchema.object(object.id, in: collection)
    var item: Item = [
      KeySchema.Name.partition: .string(key.partition), KeySchema.Name.sort: .string(key.sort),
    ]
    let (indexed, others) = parts(of: object.attributes)
    item[KeySchema.Name.indexed] = .map(indexed)
    if let others { item[KeySchema.Name.others] = .map(others) }
    if let coordinate = object.coordinate {
      item.merge(position(coordinate, at: object.movedAt ?? now)) { $1 }
    }
    return item
  }

  /// The attributes that the index carries, and the others; nil where there can be none.
  func parts(of attributes: Item) -> (indexed: Item, others: Item?) {
    switch indexed {
    case .all: (attributes, nil)
    case .only:
      (attributes.filter { indexed.contains($0.key) }, attributes.filter { !indexed.contains($0.key) })
    }
  }

  /// The attributes that say where an object is, index keys included.
  func position(_ coordinate: Coordinate, at time: Timestamp) -> Item {
    var attributes: Item = [
      KeySchema.Name.latitude: .number(try! DecimalNumber(coordinate.latitude)),
      KeySchema.Name.longitude: .number(try! DecimalNumber(coordinate.longitude)),
      KeySchema.Name.movedAt: .number(DecimalNumber(time.microseconds)),
    ]
    for (index, key) in CellKeys(of: coordinate, in: collection, by: settings).keys.enumerated() {
      attributes[KeySchema.Name.cellPartition(index)] = .string(key.partition)
      attributes[KeySchema.Name.cellSort(index)] = .string(key.sort)
    }
    return attributes
  }

  /// The path of an attribute in an item.
  func path(of attribute: UTF8String) -> AttributePath {
    AttributePath(
      indexed.contains(attribute) ? KeySchema.Name.indexed : KeySchema.Name.others, attribute)
  }

  /// The object in an item.
  ///
  /// - Throws: `StoreError` with `notAStore` when the item is not one of an object.
  func object(in item: Item) throws -> GeoObject {
    guard let partition = item[KeySchema.Name.partition]?.string,
      let id = KeySchema.objectID(in: partition, of: collection)
    else { throw damaged("its key is not an object's") }
    var object = GeoObject(id: id, coordinate: nil)
    for name in [KeySchema.Name.indexed, KeySchema.Name.others] {
      if let map = item[name]?.map { object.attributes.merge(map) { $1 } }
    }
    if let latitude = item[KeySchema.Name.latitude]?.number,
      let longitude = item[KeySchema.Name.longitude]?.number
    {
      guard
        let coordinate = try? Coordinate(latitude: Double(latitude), longitude: Double(longitude)),
        let movedAt = Self.movedAt(in: item)
      else { throw damaged("its position is none") }
      object.coordinate = coordinate
      object.movedAt = movedAt
    }
    return object
  }

  static func movedAt(in item: Item) -> Timestamp? {
    item[KeySchema.Name.movedAt]?.number.flatMap { Int64(exactly: $0) }.map { Timestamp(microseconds: $0) }
  }

  private func damaged(_ reason: String) -> StoreError {
    StoreError(.notAStore, "an item of collection \(collection) is damaged: \(reason)", operation: "get")
  }
}
