// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import TestSupport

/// A located object as tests think of it, and the item and the index row that it stands for.
struct TestObject: Hashable, Sendable {
  var id: String
  var latitude: Double
  var longitude: Double
  var movedAt: Int64 = 0
  var color = "red"
  var collection = Self.collection
  /// The coarse cell. The grid's shape does not matter to a store: a leaf is any odd number of 16 hexadecimal digits.
  var grid: UInt64 = 0

  static let collection = "places"

  static var collectionName: CollectionName { get throws { try CollectionName(collection) } }
  static var index: CellIndex { TableSettings.standard.indexes[0] }

  var key: PrimaryKey { PrimaryKey(partition: UTF8String("o#\(collection)#\(id)"), sort: "o") }

  /// A cell of about a sixteenth of a degree.
  var leaf: UInt64 {
    grid << 40 | UInt64((latitude + 90) * 16) << 20 | UInt64((longitude + 180) * 16)
  }

  var leafText: String { Self.hexadecimal(leaf << 1 | 1) }

  var item: Item {
    get throws {
      [
        "pk": .string(key.partition), "sk": .string(key.sort),
        "lat": .number(try DecimalNumber(latitude)), "lon": .number(try DecimalNumber(longitude)),
        "movedAt": .number(DecimalNumber(movedAt)),
        "x": .map(["color": .string(UTF8String(color))]),
        "c0p": .string(UTF8String("\(collection)#\(leafText.prefix(4))")),
        "c0s": .string(UTF8String(leafText)),
        "c1p": .string(UTF8String("\(collection)#\(leafText.prefix(6))c")),
        "c1s": .string(UTF8String(leafText)),
      ]
    }
  }

  /// The update that brings an object here.
  var move: Update {
    get throws {
      Update(
        set: Dictionary(
          uniqueKeysWithValues: try item.filter { $0.key != "pk" && $0.key != "sk" }
            .map { (AttributePath($0.key), .value($0.value)) }))
    }
  }

  private static func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension SeededGenerator {
  mutating func object(_ id: String) -> TestObject {
    TestObject(
      id: id, latitude: .random(in: -90...89.9, using: &self),
      longitude: .random(in: -180...179.9, using: &self),
      movedAt: .random(in: 0...1_000_000, using: &self))
  }
}
