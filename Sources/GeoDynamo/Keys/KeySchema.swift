// SPDX-License-Identifier: Apache-2.0

/// The one place that builds and reads keys.
///
/// ```
/// located object   pk o#<collection>#<id>   sk o
/// settings         pk schema                sk schema
/// collection       pk schema                sk c#<collection>
/// ```
///
/// A located object carries, for each partition level, `c0p` = `<collection>#<cell at that level>` and `c0s` =
/// its leaf cell as fixed-width text, the keys of the index `cells0` (`c1p`, `c1s`, `cells1`, …). A fixed-width
/// text sorts like the number it stands for.
public enum KeySchema {
  /// Names of attributes, in one place.
  public enum Name {
    /// Partition key.
    public static let partition: UTF8String = "pk"
    /// Sort key.
    public static let sort: UTF8String = "sk"
    /// Latitude in degrees.
    public static let latitude: UTF8String = "lat"
    /// Longitude in degrees.
    public static let longitude: UTF8String = "lon"
    /// Microseconds since 1970 at which the object came to its place.
    public static let movedAt: UTF8String = "movedAt"
    /// A map: the attributes that the collection declares, carried by the index.
    public static let indexed: UTF8String = "x"
    /// A map: all other attributes.
    public static let others: UTF8String = "a"

    /// The partition key of the index of that number: `c0p`.
    public static func cellPartition(_ index: Int) -> UTF8String { UTF8String("c\(index)p") }
    /// The sort key of the index of that number: `c0s`.
    public static func cellSort(_ index: Int) -> UTF8String { UTF8String("c\(index)s") }
  }

  /// The partition of settings and collections.
  public static let settingsPartition: UTF8String = "schema"
  /// The sort key of an object.
  public static let objectSort: UTF8String = "o"

  /// What the partition keys of a collection's objects begin with.
  public static func objectPrefix(of collection: CollectionName) -> UTF8String {
    UTF8String("o#\(collection)#")
  }

  /// The key of an object.
  public static func object(_ id: ObjectID, in collection: CollectionName) -> PrimaryKey {
    PrimaryKey(
      partition: UTF8String("o#\(collection)#\(id.text.string)"), sort: objectSort)
  }

  /// The id in the partition key of an object of `collection`; nil for a key of something else.
  public static func objectID(in partition: UTF8String, of collection: CollectionName) -> ObjectID? {
    let prefix = objectPrefix(of: collection).string.utf8
    guard partition.string.utf8.starts(with: prefix) else { return nil }
    return try? ObjectID(String(Substring(partition.string.utf8.dropFirst(prefix.count))))
  }
}

extension KeySchema {
  /// The leaf number in the sort key of a cell index: 16 hexadecimal digits of an S2 leaf cell's id, or a
  /// geohash of 12 characters; nil for anything else.
  static func leaf(inSortKey key: UTF8String) -> UInt64? {
    let text = key.string.utf8
    if text.count == 16 {
      guard let id = UInt64(key.string, radix: 16), id & 1 == 1 else { return nil }
      return id >> 1
    }
    guard text.count == 12 else { return nil }
    var number: UInt64 = 0
    for byte in text {
      let digits = "0123456789bcdefghjkmnpqrstuvwxyz".utf8.enumerated()
      guard let digit = digits.first(where: { $0.element == byte }) else { return nil }
      number = number << 5 | UInt64(digit.offset)
    }
    return number
  }
}
