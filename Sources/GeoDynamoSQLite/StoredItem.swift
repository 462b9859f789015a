// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// The bytes of an item in the table `items`: what its key and its leaf cell do not already say.
///
/// ```
/// count            1 byte: for how many indexes, from c0p on, the cell keys are left out
/// count × 2 bytes  length and last byte of the cell's text in that index's partition key
/// rest             ItemCodec's bytes of the item without pk, sk and those keys (c0s stays)
/// ```
///
/// A partition key of an index is `<collection>#<cell>`, and the cell's text is that of the leaf in `c0s` cut to
/// its length with another last character (a cell of S2 ends with its marker bit; a geohash keeps its character).
/// Keys that are not of this form, sharded ones for instance, stay in the rest: nothing is ever lost.
enum StoredItem {
  private static let cellPartitions = (0..<4).map { KeySchema.Name.cellPartition($0) }
  private static let cellSorts = (0..<4).map { KeySchema.Name.cellSort($0) }

  /// Appends the bytes of `item` to `bytes`.
  static func encode(_ item: Item, into bytes: inout [UInt8]) {
    var rest = item
    rest[KeySchema.Name.partition] = nil
    rest[KeySchema.Name.sort] = nil
    let count = bytes.count
    bytes.append(0)
    if let collection = collection(of: item[KeySchema.Name.partition]?.string),
      let leaf = item[cellSorts[0]]?.string
    {
      for index in cellPartitions.indices {
        guard let partition = item[cellPartitions[index]]?.string,
          let cut = cut(of: partition, collection: collection, leaf: leaf),
          item[cellSorts[index]]?.string == leaf
        else { break }
        bytes.append(cut.length)
        bytes.append(cut.last)
        bytes[count] += 1
        rest[cellPartitions[index]] = nil
        if index > 0 { rest[cellSorts[index]] = nil }
      }
    }
    ItemCodec.encode(rest, into: &bytes)
  }

  /// The item in `bytes` with its key.
  static func decode(_ bytes: RawSpan, key: PrimaryKey) throws(StoreError) -> Item {
    guard bytes.byteCount > 0 else { throw damaged }
    let count = Int(bytes.byte(0))
    guard count <= cellPartitions.count, bytes.byteCount > 1 + 2 * count else { throw damaged }
    var item = try ItemCodec.decode(bytes.extracting((1 + 2 * count)...))
    item[KeySchema.Name.partition] = .string(key.partition)
    item[KeySchema.Name.sort] = .string(key.sort)
    guard count > 0 else { return item }
    guard let collection = collection(of: key.partition), let leaf = item[cellSorts[0]]?.string else {
      throw damaged
    }
    for index in 0..<count {
      let length = Int(bytes.byte(1 + 2 * index))
      guard (1...leaf.string.utf8.count).contains(length) else { throw damaged }
      var text = Array(collection)
      text.append(UInt8(ascii: "#"))
      text += leaf.string.utf8.prefix(length - 1)
      text.append(bytes.byte(2 + 2 * index))
      item[cellPartitions[index]] = .string(UTF8String(String(decoding: text, as: UTF8.self)))
      item[cellSorts[index]] = .string(leaf)
    }
    return item
  }

  private static let damaged = StoreError(.notAStore, "an item in the file is damaged", operation: "read")

  /// `places` in `o#places#7`.
  private static func collection(of partition: UTF8String?) -> Substring.UTF8View? {
    guard let text = partition?.string.utf8, text.starts(with: "o#".utf8) else { return nil }
    let name = text.dropFirst(2)
    guard let end = name.firstIndex(of: UInt8(ascii: "#")) else { return nil }
    return name[..<end]
  }

  private static func cut(
    of partition: UTF8String, collection: Substring.UTF8View, leaf: UTF8String
  ) -> (length: UInt8, last: UInt8)? {
    let text = partition.string.utf8
    guard text.starts(with: collection),
      let cell = text.dropFirst(collection.count).first.map({ _ in text.dropFirst(collection.count + 1) }),
      text.dropFirst(collection.count).first == UInt8(ascii: "#"),
      let last = cell.last, last < 0x80, cell.count <= min(leaf.string.utf8.count, 255),
      cell.dropLast().elementsEqual(leaf.string.utf8.prefix(cell.count - 1))
    else { return nil }
    return (UInt8(cell.count), last)
  }
}

extension RawSpan {
  fileprivate func byte(_ offset: Int) -> UInt8 {
    // The bounds are checked by this form of loading.
    unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }
}
