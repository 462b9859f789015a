// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// The bytes of an item in the table `items`: what neither its key nor its index row says already.
///
/// ```
/// head      1 byte: 0 for an item in full; else bits 0–2 levels (1…4), bit 3 geohash, bit 4 without x
/// leaf      8 bytes, big-endian: the number of its leaf cell, where its index row is       (not in full)
/// levels ×  2 bytes: length and last byte of the cell's text in that level's partition key (not in full)
/// rest      ItemCodec's bytes of all other attributes
/// ```
///
/// An item in full lacks only pk and sk. Otherwise lat, lon, movedAt and x are those of the index row, c0s is the
/// leaf's text, and the partition key of a level is `<collection>#<cell>` where the cell's text is that of the leaf
/// cut to its length with another last character (a cell of S2 ends with its marker bit). An item of which any of
/// this is not true to the byte is stored in full, so that nothing is ever lost.
struct StoredItem {
  /// The number of the leaf under which the index row is.
  let leaf: UInt64
  private let levels: Int
  private let isGeohash: Bool
  private let hasAttributes: Bool
  /// Where the rest begins.
  private var restStart: Int { 9 + 2 * levels }

  /// Looks at the head of an item's bytes; nil for an item in full.
  ///
  /// - Throws: `StoreError` with `notAStore` for damaged bytes.
  init?(head bytes: RawSpan) throws(StoreError) {
    guard bytes.byteCount > 0 else { throw Self.damaged }
    let head = bytes.byte(0)
    if head == 0 { return nil }
    levels = Int(head & 7)
    isGeohash = head & 8 != 0
    hasAttributes = head & 16 == 0
    guard (1...Self.names.count).contains(levels), head < 32, bytes.byteCount > 9 + 2 * levels else {
      throw Self.damaged
    }
    leaf = (1...8).reduce(0) { $0 << 8 | UInt64(bytes.byte($1)) }
  }

  static let damaged = StoreError(.notAStore, "an item in the file is damaged", operation: "read")

  fileprivate static let names = (0..<4).map { (KeySchema.Name.cellPartition($0), KeySchema.Name.cellSort($0)) }
}

// MARK: - Writing

extension StoredItem {
  /// Appends the bytes of `item` to `bytes`; `row` is its index row.
  static func encode(_ item: Item, row: EncodedRow?, into bytes: inout [UInt8]) {
    var rest = item
    rest[KeySchema.Name.partition] = nil
    rest[KeySchema.Name.sort] = nil
    if let row, let head = head(of: item, row) {
      bytes += head
      for name in [
        KeySchema.Name.latitude, KeySchema.Name.longitude, KeySchema.Name.movedAt, KeySchema.Name.indexed,
      ] { rest[name] = nil }
      for (partition, sort) in names.prefix(Int(head[0] & 7)) {
        rest[partition] = nil
        rest[sort] = nil
      }
    } else {
      bytes.append(0)
    }
    ItemCodec.encode(rest, into: &bytes)
  }

  /// Everything before the rest; nil when the item must be stored in full.
  private static func head(of item: Item, _ row: EncodedRow) -> [UInt8]? {
    let leaf = UInt64(bitPattern: row.cell)
    guard let sort = item[names[0].1]?.string, let isGeohash = isGeohash(sort, leaf: leaf),
      item[KeySchema.Name.latitude]?.number == (try? DecimalNumber(row.latitude)),
      item[KeySchema.Name.longitude]?.number == (try? DecimalNumber(row.longitude))
    else { return nil }
    var head: [UInt8] = [(isGeohash ? 8 : 0) | (item[KeySchema.Name.indexed] == nil ? 16 : 0)]
    for shift in stride(from: 56, through: 0, by: -8) { head.append(UInt8(truncatingIfNeeded: leaf >> shift)) }
    for (partition, sortName) in names {
      guard let partition = item[partition]?.string, item[sortName]?.string == sort,
        let cut = cut(of: partition, collection: row.collection, leaf: sort)
      else { break }
      head[0] += 1
      head += [cut.length, cut.last]
    }
    return head[0] & 7 == 0 ? nil : head
  }

  /// The most levels whose keys can be left out.
  static let maximumLevels = names.count

  /// Appends the head of an object's item whose keys are as the settings have them.
  static func appendHead(leaf: UInt64, levels: [Int], of settings: TableSettings, to bytes: inout [UInt8]) {
    bytes.append((settings.grid == .geohash ? 8 : 0) | UInt8(levels.count))
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: leaf >> UInt64(shift)))
    }
    for level in levels {
      let (length, last) = settings.textEnd(ofCellAt: level, over: leaf)
      bytes.append(length)
      bytes.append(last)
    }
  }

  private static func cut(
    of partition: UTF8String, collection: UTF8String, leaf: UTF8String
  ) -> (length: UInt8, last: UInt8)? {
    let (text, collection, leaf) = (partition.string.utf8, collection.string.utf8, leaf.string.utf8)
    guard text.count > collection.count + 1, text.starts(with: collection) else { return nil }
    let cell = text.dropFirst(collection.count + 1)
    guard text.dropFirst(collection.count).first == UInt8(ascii: "#"), let last = cell.last, last < 0x80,
      cell.count <= leaf.count, cell.dropLast().elementsEqual(leaf.prefix(cell.count - 1))
    else { return nil }
    return (UInt8(cell.count), last)
  }
}

// MARK: - Reading

extension StoredItem {
  /// The item in full in `bytes`, with its key.
  static func decodeFull(_ bytes: RawSpan, key: PrimaryKey) throws(StoreError) -> Item {
    var item = try ItemCodec.decode(bytes.extracting(1...))
    item[KeySchema.Name.partition] = .string(key.partition)
    item[KeySchema.Name.sort] = .string(key.sort)
    return item
  }

  /// The item in `bytes`, with its key and what its index row says.
  ///
  /// - Parameter attributes: The row's x, encoded by ItemCodec.
  func decode(_ bytes: RawSpan, key: PrimaryKey, row: IndexRow, attributes: RawSpan) throws(StoreError) -> Item {
    var item = try ItemCodec.decode(bytes.extracting(restStart...))
    let collection = try Self.parts(of: key.partition).collection
    guard let latitude = try? DecimalNumber(row.latitude),
      let longitude = try? DecimalNumber(row.longitude)
    else { throw Self.damaged }
    item[KeySchema.Name.partition] = .string(key.partition)
    item[KeySchema.Name.sort] = .string(key.sort)
    item[KeySchema.Name.latitude] = .number(latitude)
    item[KeySchema.Name.longitude] = .number(longitude)
    item[KeySchema.Name.movedAt] = .number(DecimalNumber(row.movedAt))
    if hasAttributes { item[KeySchema.Name.indexed] = .map(try ItemCodec.decode(attributes)) }
    let sort = isGeohash ? Self.geohash(leaf) : Self.hexadecimal(leaf)
    for level in 0..<levels {
      let length = Int(bytes.byte(9 + 2 * level))
      guard (1...sort.count).contains(length) else { throw Self.damaged }
      var text = Array(collection.string.utf8)
      text.append(UInt8(ascii: "#"))
      text += sort.prefix(length - 1)
      text.append(bytes.byte(10 + 2 * level))
      item[Self.names[level].0] = .string(UTF8String(String(decoding: text, as: UTF8.self)))
      item[Self.names[level].1] = .string(UTF8String(String(decoding: sort, as: UTF8.self)))
    }
    return item
  }

  /// `places` and `7` of `o#places#7`.
  ///
  /// - Throws: `StoreError` with `notAStore` when it is not the key of an object.
  static func parts(of partition: UTF8String) throws(StoreError) -> (collection: UTF8String, id: UTF8String) {
    let text = partition.string.utf8
    guard text.starts(with: "o#".utf8) else { throw damaged }
    let name = text.dropFirst(2)
    guard let end = name.firstIndex(of: UInt8(ascii: "#")) else { throw damaged }
    return (
      UTF8String(String(Substring(name[..<end]))), UTF8String(String(Substring(name[name.index(after: end)...]))))
  }
}

// MARK: - Texts of leaves

extension StoredItem {
  /// Which of the two texts of `leaf` it is; nil when it is none.
  private static func isGeohash(_ text: UTF8String, leaf: UInt64) -> Bool? {
    switch text.string.utf8.count {
    case 16 where text.string.utf8.elementsEqual(hexadecimal(leaf)): false
    case 12 where text.string.utf8.elementsEqual(geohash(leaf)): true
    default: nil
    }
  }

  /// The id of an S2 leaf cell: the number with the marker bit behind it.
  private static func hexadecimal(_ leaf: UInt64) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    let id = leaf << 1 | 1
    return stride(from: 60, through: 0, by: -4).map { digits[Int(id >> $0 & 15)] }
  }

  private static func geohash(_ leaf: UInt64) -> [UInt8] {
    let digits = Array("0123456789bcdefghjkmnpqrstuvwxyz".utf8)
    return stride(from: 55, through: 0, by: -5).map { digits[Int(leaf >> $0 & 31)] }
  }
}

extension RawSpan {
  fileprivate func byte(_ offset: Int) -> UInt8 {
    // The offset is checked by this form of loading.
    unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }
}
