// SPDX-License-Identifier: Apache-2.0

/// The compact bytes of an item, for stores and index rows: one item has one encoding.
///
/// ```
/// item    version 01, entries
/// entries varint count, then that many of: name, value; names ascend bytewise
/// name    00…3f             the well-known name of that code (`ItemCodec.wellKnownNames`)
///         80…fe, bytes      a name of 0…126 bytes of UTF-8
///         ff, varint n, n bytes
/// value   00 null   01 false   02 true
///         03, varint n      the integer n
///         04, varint n      the integer -1 - n
///         05, 8 bytes       a number that is a double's shortest text: its bits, little-endian
///         06, sign, zigzag varint exponent, 16 bytes little-endian coefficient: any other number; sign 00 or 01
///         07, varint n, n bytes: a text
///         08, 8 bytes       a text of 16 lower-case hexadecimal digits, big-endian
///         09, 8 bytes       a text of 12 geohash characters, 5 bits each, big-endian
///         0a, varint n, n bytes: binary
///         0b, varint count, values: a list
///         0c, entries       a map
///         0d, 0e, 0f, varint count, values of one type: a set of texts, numbers or binaries, ascending
///         40…7f, bytes      a text of 0…63 bytes of UTF-8
///         80…ff             the integer 0…127
/// varint  LEB128: 7 bits a byte, the lowest first, 80 set in all but the last; at most 64 bits
/// ```
///
/// Nothing but the sum of its parts tells how long a value is; to skip one takes a few nanoseconds a part and no
/// memory. Damaged bytes make every reading member throw `StoreError.Code.notAStore`, never trap; they are not
/// recognised where they happen to be a well-formed item.
public enum ItemCodec {
  /// The version that stands in front of every item.
  static let version: UInt8 = 1

  /// The bytes of `item`. O(bytes + names · log names).
  ///
  /// - Precondition: No value is nested deeper than `AttributeValue.maximumDepth`.
  public static func encode(_ item: Item) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(256)
    encode(item, into: &bytes)
    return bytes
  }

  /// Appends the bytes of `item` to `bytes`, for callers that reuse a buffer.
  public static func encode(_ item: Item, into bytes: inout [UInt8]) {
    var writer = ItemWriter(bytes: bytes)
    bytes = []
    writer.bytes.append(version)
    writer.append(entries: item, depth: 0)
    bytes = writer.bytes
  }

  /// The item in `bytes`, or the part of it under `names` where they are given.
  ///
  /// - Throws: `StoreError` with `notAStore` when the bytes are no item of this version.
  public static func decode(_ bytes: RawSpan, only names: Set<UTF8String>? = nil) throws(StoreError) -> Item {
    var reader = try ItemReader(bytes)
    let item = try reader.entries(in: bytes, depth: 0, only: names)
    try reader.finish(bytes)
    return item
  }

  /// The value of a top-level attribute; nil when there is none. Reads no further than the attribute and makes
  /// nothing of those before it: no allocation, but for what the value itself needs.
  ///
  /// - Throws: `StoreError` with `notAStore` when damage shows on the way to the attribute.
  public static func value(of name: UTF8String, in bytes: RawSpan) throws(StoreError) -> AttributeValue? {
    var reader = try ItemReader(bytes)
    let key = CodedName(name)
    for _ in 0..<(try reader.count(in: bytes, unit: 2)) {
      let isFound = try reader.skipName(in: bytes, comparingTo: key)
      if isFound { return try reader.value(in: bytes, depth: 0) }
      try reader.skipValue(in: bytes, depth: 0)
    }
    return nil
  }

  /// The names that have a code, which is their place in this list. A part of the format: only ever append.
  static let wellKnownNames: [UTF8String] = [
    "pk", "sk", "lat", "lon", "movedAt", "x", "a", "c0p", "c0s", "c1p", "c1s", "c2p", "c2s", "c3p", "c3s",
    "name", "type", "status", "created", "version",
  ]
}

/// A name with what is needed to find its code fast.
struct CodedName {
  let name: UTF8String
  /// The code of a well-known name.
  let code: UInt8?

  init(_ name: UTF8String) {
    self.init(name, prefix: Self.prefix(of: name))
  }

  /// Makes a name of which the prefix is known.
  init(_ name: UTF8String, prefix: UInt64) {
    self.name = name
    let count = name.string.utf8.count
    code = count < 8 ? Self.code(of: prefix | UInt64(count)) : nil
  }

  /// The code of a well-known name; nil for another.
  static func code(of name: RawSpan) -> UInt8? {
    name.byteCount < 8 ? code(of: prefix(of: name) | UInt64(name.byteCount)) : nil
  }

  /// The first eight bytes as a big-endian number, filled up with zeros: sorts like the bytes, but for ties.
  static func prefix(of name: UTF8String) -> UInt64 {
    prefix(of: unsafe name.string.utf8Span.span.bytes)
  }

  private static func prefix(of bytes: RawSpan) -> UInt64 {
    if bytes.byteCount >= 8 {
      return unsafe UInt64(bigEndian: bytes.unsafeLoadUnaligned(as: UInt64.self))
    }
    var prefix: UInt64 = 0
    for offset in 0..<bytes.byteCount {
      prefix |= UInt64(unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)) << (56 - 8 * offset)
    }
    return prefix
  }

  /// Up to seven bytes leave the lowest one free for the length, so that one comparison decides.
  private static func code(of signature: UInt64) -> UInt8? {
    for (known, code) in signatures[Int(signature & 7)] where known == signature { return code }
    return nil
  }

  /// Signatures and codes by length.
  private static let signatures: [[(signature: UInt64, code: UInt8)]] = (0..<8).map { length in
    ItemCodec.wellKnownNames.enumerated().filter { $1.string.utf8.count == length }.map { code, name in
      (prefix(of: name) | UInt64(length), UInt8(code))
    }
  }
}
