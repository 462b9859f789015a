// SPDX-License-Identifier: Apache-2.0

/// Appends values in `ItemCodec`'s form.
struct ItemWriter {
  var bytes: [UInt8]

  mutating func append(entries: Item, depth: Int) {
    precondition(depth <= AttributeValue.maximumDepth, "values are nested too deep; validate the item first")
    append(varint: UInt64(entries.count))
    var sorted: [(name: SortableName, value: AttributeValue)] = []
    sorted.reserveCapacity(entries.count)
    for (name, value) in entries { sorted.append((SortableName(name), value)) }
    sorted.sort { $0.name < $1.name }
    for entry in sorted {
      append(entry.name)
      append(entry.value, depth: depth)
    }
  }

  private mutating func append(_ name: SortableName) {
    if let code = name.code {
      bytes.append(code)
      return
    }
    let count = name.name.string.utf8.count
    if count < 0x7F {
      bytes.append(0x80 | UInt8(count))
    } else {
      bytes.append(0xFF)
      append(varint: UInt64(count))
    }
    bytes.append(contentsOf: name.name.string.utf8)
  }

  /// Appends a value; `depth` counts the lists and maps around it.
  mutating func append(_ value: AttributeValue, depth: Int) {
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

  private mutating func append(_ number: DecimalNumber) {
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
    let count = text.string.utf8.count
    if count == 16, let value = PackedText.hexadecimal.value(of: text) {
      bytes.append(0x08)
      append(fixed: value.bigEndian)
    } else if count == 12, let value = PackedText.geohash.value(of: text) {
      bytes.append(0x09)
      append(fixed: value.bigEndian)
    } else if count < 0x40 {
      bytes.append(0x40 | UInt8(count))
      bytes.append(contentsOf: text.string.utf8)
    } else {
      append(tag: 0x07, count: count)
      bytes.append(contentsOf: text.string.utf8)
    }
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

  private mutating func append(fixed value: UInt64) {
    unsafe withUnsafeBytes(of: value) { unsafe bytes.append(contentsOf: $0) }
  }
}

/// Texts of a fixed number of digits that fit eight bytes, such as the sort keys of the cell indexes.
struct PackedText {
  static let hexadecimal = PackedText(digits: "0123456789abcdef", bits: 4, count: 16)
  static let geohash = PackedText(digits: "0123456789bcdefghjkmnpqrstuvwxyz", bits: 5, count: 12)

  private let digits: [UInt8]
  /// The digit of each byte; 0xFF for none.
  private let values: [UInt8]
  private let bits: Int
  private let count: Int

  private init(digits: StaticString, bits: Int, count: Int) {
    self.digits = Array(digits.description.utf8)
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (value, digit) in self.digits.enumerated() { values[Int(digit)] = UInt8(value) }
    self.values = values
    self.bits = bits
    self.count = count
  }

  /// The number that `text`, of the right length, spells; nil when a character is no digit.
  func value(of text: UTF8String) -> UInt64? {
    var number: UInt64 = 0
    let span = text.string.utf8Span.span
    for offset in 0..<span.count {
      let value = values[Int(span[offset])]
      if value == 0xFF { return nil }
      number = number << UInt64(bits) | UInt64(value)
    }
    return number
  }

  /// The text of a number; nil when it has more bits than the text.
  func text(of number: UInt64) -> UTF8String? {
    guard bits * count == 64 || number >> UInt64(bits * count) == 0 else { return nil }
    let text = unsafe String(unsafeUninitializedCapacity: count) { buffer in
      for position in 0..<count {
        let digit = number >> UInt64(bits * (count - 1 - position)) & UInt64(digits.count - 1)
        unsafe buffer[position] = digits[Int(digit)]
      }
      return count
    }
    return UTF8String(text)
  }
}
