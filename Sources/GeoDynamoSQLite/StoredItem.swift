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

  fileprivate static let names = (0..<4).map {
    (KeySchema.Name.cellPartition($0), KeySchema.Name.cellSort($0))
  }
}

// MARK: - Writing

extension StoredItem {
  /// Appends the bytes of `item` to `bytes`; `row` is its index row.
  static func encode(_ item: Item, row: EncodedRow?, into bytes: inout [UInt8]) {
    if let row, let rest = appendHead(of: item, row, to: &bytes) {
      ItemCodec.encode(rest, into: &bytes)
      return
    }
    var rest = item
    rest[KeySchema.Name.partition] = nil
    rest[KeySchema.Name.sort] = nil
    bytes.append(0)
    ItemCodec.encode(rest, into: &bytes)
  }

  /// Appends everything before the rest, and returns the rest; nil, with nothing appended, when the item must be
  /// stored in full.
  ///
  /// The item is walked once: looking its dozen names up would hash each of them.
  private static func appendHead(of item: Item, _ row: EncodedRow, to bytes: inout [UInt8]) -> Item? {
    var partitions = InlineArray<4, UTF8String?>(repeating: nil)
    var sorts = InlineArray<4, UTF8String?>(repeating: nil)
    var hasAttributes = false
    var rest: Item = [:]
    for (name, value) in item {
      switch (Signature(name), value) {
      case (.partition, _), (.sort, _), (.movedAt, _): break
      case (.indexed, _): hasAttributes = true
      case (.latitude, .number(let number)): if number != (try? DecimalNumber(row.latitude)) { return nil }
      case (.longitude, .number(let number)): if number != (try? DecimalNumber(row.longitude)) { return nil }
      case (let signature, .string(let text)):
        if let level = signature.level(of: UInt8(ascii: "p")) {
          partitions[level] = text
        } else if let level = signature.level(of: UInt8(ascii: "s")) {
          sorts[level] = text
        } else {
          rest[name] = value
        }
      default: rest[name] = value
      }
    }
    let leaf = UInt64(bitPattern: row.cell)
    guard let sort = sorts[0], let isGeohash = isGeohash(sort, leaf: leaf), let first = partitions[0],
      cut(of: first, collection: row.collection, leaf: sort) != nil
    else { return nil }
    let start = bytes.count
    bytes.append((isGeohash ? 8 : 0) | (hasAttributes ? 0 : 16))
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: leaf >> shift))
    }
    var isRun = true
    for level in names.indices {
      if isRun, sorts[level] == sort, let partition = partitions[level],
        let cut = cut(of: partition, collection: row.collection, leaf: sort)
      {
        bytes[start] += 1
        bytes.append(cut.length)
        bytes.append(cut.last)
      } else {
        isRun = false
        if let text = partitions[level] { rest[names[level].0] = .string(text) }
        if let text = sorts[level] { rest[names[level].1] = .string(text) }
      }
    }
    return rest
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
  func decode(_ bytes: RawSpan, key: PrimaryKey, row: IndexRow, attributes: RawSpan) throws(StoreError)
    -> Item
  {
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
      UTF8String(String(Substring(name[..<end]))),
      UTF8String(String(Substring(name[name.index(after: end)...])))
    )
  }
}

// MARK: - Texts of leaves

extension StoredItem {
  /// Which of the two texts of `leaf` it is; nil when it is none.
  private static func isGeohash(_ text: UTF8String, leaf: UInt64) -> Bool? {
    let isGeohash = text.string.utf8.count == 12
    guard isGeohash || text.string.utf8.count == 16 else { return nil }
    var shift = 60
    for byte in text.string.utf8 {
      shift -= isGeohash ? 5 : 4
      let digit =
        isGeohash
        ? geohashDigits[Int(leaf >> shift & 31)] : hexadecimalDigits[Int(id(leaf) >> (shift + 4) & 15)]
      if byte != digit { return nil }
    }
    return isGeohash
  }

  /// The id of an S2 leaf cell: the number with the marker bit behind it.
  private static func id(_ leaf: UInt64) -> UInt64 { leaf << 1 | 1 }

  private static func hexadecimal(_ leaf: UInt64) -> [UInt8] {
    stride(from: 60, through: 0, by: -4).map { hexadecimalDigits[Int(id(leaf) >> $0 & 15)] }
  }

  private static func geohash(_ leaf: UInt64) -> [UInt8] {
    stride(from: 55, through: 0, by: -5).map { geohashDigits[Int(leaf >> $0 & 31)] }
  }

  private static let hexadecimalDigits = Array("0123456789abcdef".utf8)
  private static let geohashDigits = Array("0123456789bcdefghjkmnpqrstuvwxyz".utf8)
}

extension RawSpan {
  fileprivate func byte(_ offset: Int) -> UInt8 {
    // The offset is checked by this form of loading.
    unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }
}

/// A name of up to seven bytes as a number, for comparing it with those that are known here.
private struct Signature: Equatable {
  private let bits: UInt64

  init(_ name: UTF8String) {
    let text = name.string.utf8
    // The length tells names apart that begin with zeros; longer names are none of those known here.
    bits = text.count > 7 ? 0 : text.reduce(0) { $0 << 8 | UInt64($1) } << 8 | UInt64(text.count)
  }

  static let partition = Signature(KeySchema.Name.partition)
  static let sort = Signature(KeySchema.Name.sort)
  static let latitude = Signature(KeySchema.Name.latitude)
  static let longitude = Signature(KeySchema.Name.longitude)
  static let movedAt = Signature(KeySchema.Name.movedAt)
  static let indexed = Signature(KeySchema.Name.indexed)
  /// The level in `c0p`, `c1p`, … or `c0s`, `c1s`, …; nil for other names.
  func level(of last: UInt8) -> Int? {
    guard bits & 0xff == 3, bits >> 24 == UInt64(UInt8(ascii: "c")), bits >> 8 & 0xff == UInt64(last) else {
      return nil
    }
    let level = Int(bits >> 16 & 0xff) - Int(UInt8(ascii: "0"))
    return StoredItem.names.indices.contains(level) ? level : nil
  }

  static func ~= (known: Signature, other: Signature) -> Bool { known == other }
}
