// SPDX-License-Identifier: Apache-2.0

/// Appends values in `ItemCodec`'s form.
package struct ItemWriter {
  /// What has been written.
  package var bytes: [UInt8]

  /// Goes on after `bytes`.
  package init(bytes: [UInt8] = []) {
    self.bytes = bytes
  }

  /// Begins an item of that many entries: so many names, ascending bytewise, each with its value, must follow.
  package mutating func beginItem(count: Int) {
    bytes.append(ItemCodec.version)
    append(varint: UInt64(count))
  }

  /// Appends a name.
  package mutating func append(name: RawSpan) {
    append(code: CodedName.code(of: name), name)
  }

  /// Appends a text.
  package mutating func append(text: RawSpan) {
    let count = text.byteCount
    if count == 16, let value = PackedText.hexadecimal.value(of: text) {
      bytes.append(0x08)
      append(fixed: value.bigEndian)
    } else if count == 12, let value = PackedText.geohash.value(of: text) {
      bytes.append(0x09)
      append(fixed: value.bigEndian)
    } else if count < 0x40 {
      bytes.append(0x40 | UInt8(count))
      append(raw: text)
    } else {
      append(tag: 0x07, count: count)
      append(raw: text)
    }
  }

  mutating func append(entries: Item, depth: Int) {
    precondition(depth <= AttributeValue.maximumDepth, "values are nested too deep; validate the item first")
    append(varint: UInt64(entries.count))
    // Prefixes and places are sorted rather than names and values: they are copied without counting references.
    var places: [(prefix: UInt64, index: Item.Index)] = []
    places.reserveCapacity(entries.count)
    var index = entries.startIndex
    while index != entries.endIndex {
      places.append((CodedName.prefix(of: entries[index].key), index))
      entries.formIndex(after: &index)
    }
    places.sort { a, b in
      a.prefix != b.prefix ? a.prefix < b.prefix : entries[a.index].key < entries[b.index].key
    }
    for place in places {
      let (name, value) = entries[place.index]
      append(CodedName(name, prefix: place.prefix))
      append(value, depth: depth)
    }
  }

  private mutating func append(_ name: CodedName) {
    append(code: name.code, unsafe name.name.string.utf8Span.span.bytes)
  }

  private mutating func append(code: UInt8?, _ name: RawSpan) {
    if let code {
      bytes.append(code)
      return
    }
    let count = name.byteCount
    if count < 0x7F {
      bytes.append(0x80 | UInt8(count))
    } else {
      bytes.append(0xFF)
      append(varint: UInt64(count))
    }
    append(raw: name)
  }

  /// Appends a value; `depth` counts the lists and maps around it.
  package mutating func append(_ value: AttributeValue, depth: Int) {
    switch value {
    case .null: bytes.append(0x00)
    case .bool(let value): bytes.append(value ? 0x02 : 0x01)
    case .number(let number): append(number)
    case .string(let text): append(text)
    case .binary(let value): append(value)
    case .list(let values):
      precondition(depth < AttributeValue.maximumDepth, "values are nested too deep; validate the item first")
      append(tag: 0x0B, count: values.count)
      for value in values { append(value, depth: depth + 1) }
    case .map(let map):
      bytes.append(0x0C)
      append(entries: map, depth: depth + 1)
    case .stringSet(let texts):
      append(tag: 0x0D, count: texts.count)
      for text in texts.sorted() { append(text) }
    case .numberSet(let numbers):
      append(tag: 0x0E, count: numbers.count)
      for number in numbers.sorted() { append(number) }
    case .binarySet(let values):
      append(tag: 0x0F, count: values.count)
      for value in values.sorted(by: { $0.lexicographicallyPrecedes($1) }) { append(value) }
    }
  }

  /// Appends a number.
  package mutating func append(_ number: DecimalNumber) {
    switch number.representation {
    case .integer(let value) where 0...127 ~= value: bytes.append(0x80 | UInt8(value))
    case .integer(let value) where value >= 0:
      bytes.append(0x03)
      append(varint: UInt64(value))
    case .integer(let value):
      bytes.append(0x04)
      append(varint: UInt64(bitPattern: ~value))
    case .double(let value):
      bytes.append(0x05)
      append(fixed: value.bitPattern.littleEndian)
    case .digits(let digits):
      bytes.append(0x06)
      bytes.append(digits.isNegative ? 1 : 0)
      append(varint: UInt64(bitPattern: Int64(digits.exponent << 1 ^ digits.exponent >> 63)))
      append(fixed: UInt64(truncatingIfNeeded: digits.coefficient).littleEndian)
      append(fixed: UInt64(truncatingIfNeeded: digits.coefficient >> 64).littleEndian)
    }
  }

  private mutating func append(_ text: UTF8String) {
    append(text: unsafe text.string.utf8Span.span.bytes)
  }

  private mutating func append(_ value: [UInt8]) {
    append(tag: 0x0A, count: value.count)
    bytes.append(contentsOf: value)
  }

  private mutating func append(tag: UInt8, count: Int) {
    bytes.append(tag)
    append(varint: UInt64(count))
  }

  private mutating func append(varint value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  private mutating func append(raw span: RawSpan) {
    unsafe span.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
  }

  private mutating func append(fixed value: UInt64) {
    unsafe withUnsafeBytes(of: value) { unsafe bytes.append(contentsOf: $0) }
  }
}
