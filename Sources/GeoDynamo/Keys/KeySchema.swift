// SPDX-License-Identifier: Apache-2.0

import GeoHash

/// The one place that builds and reads keys.
///
/// ```
/// located object   pk o#<collection>#<id>   sk o
/// settings         pk schema                sk schema
/// collection       pk schema                sk c#<collection>
/// copy under way   pk copy#<collection>     sk <16 hexadecimal digits: the source>
/// rule of homes    pk schema                sk homes
/// set of areas     pk schema                sk a#<set>
/// piece of it      pk a#<set>               sk <version>#<6 digits>
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
    /// Among the attributes that the index carries: the access list. No attribute of others may have this name.
    public static let access: UTF8String = "#access"
    /// A map: all other attributes.
    public static let others: UTF8String = "a"

    /// The partition key of the index of that number: `c0p`.
    public static func cellPartition(_ index: Int) -> UTF8String {
      index < 4 ? cellPartitions[index] : UTF8String("c\(index)p")
    }
    /// The sort key of the index of that number: `c0s`.
    public static func cellSort(_ index: Int) -> UTF8String {
      index < 4 ? cellSorts[index] : UTF8String("c\(index)s")
    }

    private static let cellPartitions: [UTF8String] = ["c0p", "c1p", "c2p", "c3p"]
    private static let cellSorts: [UTF8String] = ["c0s", "c1s", "c2s", "c3s"]
  }

  /// The sort key of an object.
  package static let objectSort: UTF8String = "o"

  /// The key of the table's settings; the collections lie in the same partition.
  package static let settings = PrimaryKey(partition: "schema", sort: "schema")

  private static let collectionPrefix = "c#"

  /// The key of a collection's declaration.
  static func declaration(of collection: CollectionName) -> PrimaryKey {
    PrimaryKey(partition: settings.partition, sort: UTF8String(collectionPrefix + collection.description))
  }

  /// The collection whose declaration has that sort key; nil for a key of something else.
  static func collection(inSortKey sort: UTF8String) -> CollectionName? {
    guard sort.string.utf8.starts(with: collectionPrefix.utf8) else { return nil }
    return try? CollectionName(String(Substring(sort.string.utf8.dropFirst(collectionPrefix.utf8.count))))
  }

  /// The key of the rule by which users are given areas.
  static let homeRule = PrimaryKey(partition: "schema", sort: "homes")

  /// What the sort keys of sets of areas begin with.
  static let areaSetPrefix: UTF8String = "a#"

  /// The key of the description of a set of areas.
  static func areaSet(_ name: CollectionName) -> PrimaryKey {
    PrimaryKey(partition: settings.partition, sort: UTF8String("a#\(name)"))
  }

  /// The set of areas whose description has that sort key; nil for a key of something else.
  static func areaSet(inSortKey sort: UTF8String) -> CollectionName? {
    guard sort.string.utf8.starts(with: areaSetPrefix.string.utf8) else { return nil }
    return try? CollectionName(String(Substring(sort.string.utf8.dropFirst(2))))
  }

  /// The partition of the pieces of a set of areas.
  static func areaPieces(of name: CollectionName) -> UTF8String { UTF8String("a#\(name)") }

  /// The key of what is known of a copy into a collection, from a source of that fingerprint.
  static func copy(into collection: CollectionName, from source: UInt64) -> PrimaryKey {
    let digits = String(source, radix: 16)
    return PrimaryKey(
      partition: UTF8String("copy#\(collection)"),
      sort: UTF8String(String(repeating: "0", count: 16 - digits.utf8.count) + digits))
  }

  /// What the partition keys of a collection's objects begin with.
  package static func objectPrefix(of collection: CollectionName) -> UTF8String {
    UTF8String("o#\(collection)#")
  }

  /// The key of an object.
  static func object(_ id: ObjectID, in collection: CollectionName) -> PrimaryKey {
    PrimaryKey(partition: UTF8String("o#\(collection)#\(id.text.string)"), sort: objectSort)
  }

  /// The id in the partition key of an object of `collection`; nil for a key of something else.
  package static func objectID(in partition: UTF8String, of collection: CollectionName) -> ObjectID? {
    let prefix = objectPrefix(of: collection).string.utf8
    guard partition.string.utf8.starts(with: prefix) else { return nil }
    return try? ObjectID(String(Substring(partition.string.utf8.dropFirst(prefix.count))))
  }
}

/// The index keys of a place.
package struct CellKeys {
  /// The keys by the number of their index.
  let keys: [(partition: UTF8String, sort: UTF8String)]

  init(of coordinate: Coordinate, in collection: CollectionName, by settings: TableSettings) {
    let leaf = settings.leaf(of: coordinate)
    keys = settings.indexes.map {
      ($0.partitionKey(overLeaf: leaf, of: collection), $0.sortKey(ofLeaf: leaf))
    }
  }

  /// The leaf number in the sort key of a cell index; nil for text that is neither 16 hexadecimal digits of an S2
  /// leaf cell's id nor a geohash of 12 characters.
  package static func leaf(inSortKey sort: UTF8String) -> UInt64? {
    if sort.string.utf8.count == 16 {
      guard let cell = try? S2Cell(token: sort.string), cell.isLeaf else { return nil }
      return cell.leafRange.lowerBound
    }
    guard sort.string.utf8.count == 12 else { return nil }
    return (try? Geohash(sort.string))?.cell.bits
  }
}
