// SPDX-License-Identifier: Apache-2.0

package import GeoHash

/// Objects of one collection on their way into a store.
///
/// A store that keeps objects otherwise than as items may take them as they are; every other one takes `items`.
public struct ObjectBatch: Sendable {
  /// The objects; of two with one id the later one counts.
  package var objects: ArraySlice<GeoObject>
  /// When those came to their place that do not say.
  package let now: Timestamp
  /// The objects' collection.
  package var collection: CollectionName { form.collection }
  /// The table's settings.
  package var settings: TableSettings { form.settings }

  private let form: ObjectItems

  init(_ objects: [GeoObject], now: Timestamp, as form: ObjectItems) {
    self.objects = objects[...]
    self.now = now
    self.form = form
  }

  /// How many objects there are, those counted that a later one replaces.
  public var count: Int { objects.count }

  /// The objects as items, one for each id.
  public var items: [Item] {
    var places: [ObjectID: Int] = Dictionary(minimumCapacity: objects.count)
    var items: [Item] = []
    items.reserveCapacity(objects.count)
    for object in objects {
      let item = item(of: object)
      if let place = places[object.id] {
        items[place] = item
      } else {
        places[object.id] = items.count
        items.append(item)
      }
    }
    return items
  }

  /// An object as an item.
  package func item(of object: GeoObject) -> Item {
    form.item(of: object, now: now)
  }

  /// The attributes that the index carries, and the others; nil where there can be none.
  package func parts(of attributes: Item) -> (indexed: Item, others: Item?) {
    form.parts(of: attributes)
  }
}

extension TableSettings {
  /// The number of the leaf cell that holds a place.
  package func leaf(of coordinate: Coordinate) -> UInt64 {
    switch grid {
    case .s2: S2Cell(leafContaining: coordinate).leafRange.lowerBound
    case .geohash: GeohashCell(leafContaining: coordinate).bits
    }
  }

  /// Length and last character of the text of the cell of a level that contains a leaf; the characters before it are
  /// those of the leaf's own text.
  package func textEnd(ofCellAt level: Int, over leaf: UInt64) -> (length: UInt8, last: UInt8) {
    let digits = StaticString("0123456789abcdef")
    switch grid {
    case .s2:
      let marker: UInt64 = 1 << UInt64(2 * (30 - level))
      let id = (leaf << 1 | 1) & (~marker &+ 1) | marker
      let length = 16 - id.trailingZeroBitCount / 4
      let digit = Int(id >> UInt64(4 * (16 - length)) & 15)
      return (UInt8(length), unsafe digits.utf8Start[digit])
    case .geohash:
      return (UInt8(level / 5), Base32.digit(of: leaf >> UInt64(60 - level) & 31))
    }
  }
}
