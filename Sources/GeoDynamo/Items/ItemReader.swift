// SPDX-License-Identifier: Apache-2.0

/// A place in the bytes of an item, and how to read on from there. The bytes are passed along, not held.
struct ItemReader {
  private var offset = 0

  /// Stands behind the version.
  init(_ bytes: RawSpan) throws(StoreError) {
    guard try byte(in: bytes) == ItemCodec.version else { throw damage(at: 0) }
  }

  /// Throws unless all bytes have been read.
  func finish(_ bytes: RawSpan) throws(StoreError) {
    guard offset == bytes.byteCount else { throw damage(at: offset) }
  }

  mutating func entries(
    in bytes: RawSpan, depth: Int, only names: Set<UTF8String>? = nil
  ) throws(StoreError) -> Item {
    guard depth <= AttributeValue.maximumDepth else { throw damage(at: offset) }
    let count = try count(in: bytes, unit: 2)
    var item = Item(minimumCapacity: names.map { min($0.count, count) } ?? count)
    var previous: UTF8String?
    for _ in 0..<count {
      let start = offset
      let name = try name(in: bytes)
      if let previous, previous >= name { throw damage(at: start) }
      previous = name
      if let names, !names.contains(name) {
        try skipValue(in: bytes, depth: depth)
      } else {
        item[name] = try value(in: bytes, depth: depth)
      }
    }
    return item
  }

  mutating func value(in bytes: RawSpan, depth: Int) throws(StoreError) -> AttributeValue {
    let start = offset
    switch try byte(in: bytes) {
    case 0x00: return .null
    case 0x01: return .bool(false)
    case 0x02: return .bool(true)
    case 0x0B:
      guard depth < AttributeValue.maximumDepth else { throw damage(at: start) }
      return .list(
        try members(in: bytes) { (reader, bytes) throws(StoreError) in
          try reader.value(in: bytes, depth: depth + 1)
        })
    case 0x0C: return .map(try entries(in: bytes, depth: depth + 1))
    case 0x0D:
      return .stringSet(
        try set(in: bytes) { (reader, bytes) throws(StoreError) in
          try reader.text(in: bytes)
        } precedes: {
          $0 < $1
        })
    case 0x0E:
      return .numberSet(
        try set(in: bytes) { (reader, bytes) throws(StoreError) in
          try reader.number(in: bytes)
        } precedes: {
          $0 < $1
        })
    case 0x0F:
      return .binarySet(
        try set(in: bytes) { (reader, bytes) throws(StoreError) in
          try reader.binary(in: bytes)
        } precedes: {
          $0.lexicographicallyPrecedes($1)
        })
    case 0x03...0x06, 0x80...0xFF:
      offset = start
      return .number(try number(in: bytes))
    case 0x07...0x09, 0x40...0x7F:
      offset = start
      return .string(try text(in: bytes))
    case 0x0A:
      offset = start
      return .binary(try binary(in: bytes))
    default: throw damage(at: start)
    }
  }
}

// MARK: - Names and scalars

extension ItemReader {
  private mutating func name(in bytes: RawSpan) throws(StoreError) -> UTF8String {
    let start = offset
    let first = try byte(in: bytes)
    if first < 0x80 {
      guard first < ItemCodec.wellKnownNames.count else { throw damage(at: start) }
      return ItemCodec.wellKnownNames[Int(first)]
    }
    return try utf8(in: bytes, count: first == 0xFF ? count(in: bytes, unit: 1) : Int(first & 0x7F))
  }

  /// Moves behind a name; true when it is `name`.
  mutating func skipName(in bytes: RawSpan, comparingTo name: SortableName) throws(StoreError) -> Bool {
    let first = try byte(in: bytes)
    if first < 0x80 { return first == name.code }
    let count = first == 0xFF ? try count(in: bytes, unit: 1) : Int(first & 0x7F)
    let start = offset
    try skip(count, in: bytes)
    guard name.code == nil, count == name.name.string.utf8.count else { return false }
    let other = unsafe name.name.string.utf8Span.span.bytes
    for position in 0..<count {
      let a = unsafe bytes.unsafeLoad(fromByteOffset: start + position, as: UInt8.self)
      let b = unsafe other.unsafeLoad(fromByteOffset: position, as: UInt8.self)
      if a != b { return false }
    }
    return true
  }

  private mutating func text(in bytes: RawSpan) throws(StoreError) -> UTF8String {
    let start = offset
    switch try byte(in: bytes) {
    case 0x07: return try utf8(in: bytes, count: count(in: bytes, unit: 1))
    case 0x08:
      let number = UInt64(bigEndian: try fixed(in: bytes))
      if let text = PackedText.hexadecimal.text(of: number) { return text }
    case 0x09:
      let number = UInt64(bigEndian: try fixed(in: bytes))
      if let text = PackedText.geohash.text(of: number) { return text }
    case let tag where tag & 0xC0 == 0x40: return try utf8(in: bytes, count: Int(tag & 0x3F))
    default: break
    }
    throw damage(at: start)
  }

  private mutating func number(in bytes: RawSpan) throws(StoreError) -> DecimalNumber {
    let start = offset
    switch try byte(in: bytes) {
    case let tag where tag >= 0x80: return DecimalNumber(Int64(tag & 0x7F))
    case 0x03:
      if let value = Int64(exactly: try varint(in: bytes)) { return DecimalNumber(value) }
    case 0x04:
      if let value = Int64(exactly: try varint(in: bytes)) { return DecimalNumber(~value) }
    case 0x05:
      let value = Double(bitPattern: UInt64(littleEndian: try fixed(in: bytes)))
      if let number = try? DecimalNumber(value), case .double = number.representation { return number }
    case 0x06:
      let sign = try byte(in: bytes)
      let zigzag = try varint(in: bytes)
      let exponent = Int(Int64(bitPattern: zigzag >> 1) ^ -Int64(zigzag & 1))
      let low = UInt64(littleEndian: try fixed(in: bytes))
      let high = UInt64(littleEndian: try fixed(in: bytes))
      let coefficient = UInt128(high) << 64 | UInt128(low)
      // The exponent is checked first: its sum with a number of digits must not overflow.
      guard sign <= 1, (-200...200).contains(exponent),
        let digits = try? DecimalDigits(isNegative: sign == 1, coefficient: coefficient, exponent: exponent)
      else { break }
      let number = DecimalNumber(digits)
      if case .digits = number.representation, digits.coefficient == coefficient { return number }
    default: break
    }
    throw damage(at: start)
  }

  private mutating func binary(in bytes: RawSpan) throws(StoreError) -> [UInt8] {
    let start = offset
    guard try byte(in: bytes) == 0x0A else { throw damage(at: start) }
    let count = try count(in: bytes, unit: 1)
    let content = bytes.extracting(offset..<offset + count)
    offset += count
    return unsafe content.withUnsafeBytes { unsafe Array($0) }
  }

  /// `count` values, each read by `read`.
  private mutating func members<Member>(
    in bytes: RawSpan, read: (inout ItemReader, RawSpan) throws(StoreError) -> Member
  ) throws(StoreError) -> [Member] {
    let count = try count(in: bytes, unit: 1)
    var members: [Member] = []
    members.reserveCapacity(count)
    for _ in 0..<count { members.append(try read(&self, bytes)) }
    return members
  }

  private mutating func set<Member: Hashable>(
    in bytes: RawSpan, read: (inout ItemReader, RawSpan) throws(StoreError) -> Member,
    precedes: (Member, Member) -> Bool
  ) throws(StoreError) -> Set<Member> {
    let start = offset
    let members = try members(in: bytes, read: read)
    guard zip(members, members.dropFirst()).allSatisfy(precedes) else { throw damage(at: start) }
    return Set(members)
  }
}

// MARK: - Skipping

extension ItemReader {
  /// Moves behind a value; allocates nothing.
  mutating func skipValue(in bytes: RawSpan, depth: Int) throws(StoreError) {
    let start = offset
    // A set may lie in the deepest list; its members are at a depth of their own here, but are no lists.
    guard depth <= AttributeValue.maximumDepth + 1 else { throw damage(at: start) }
    switch try byte(in: bytes) {
    case 0x00...0x02, 0x80...0xFF: break
    case 0x03, 0x04: _ = try varint(in: bytes)
    case 0x05, 0x08, 0x09: try skip(8, in: bytes)
    case 0x06:
      try skip(1, in: bytes)
      _ = try varint(in: bytes)
      try skip(16, in: bytes)
    case 0x07, 0x0A: try skip(count(in: bytes, unit: 1), in: bytes)
    case 0x0B, 0x0D, 0x0E, 0x0F:
      for _ in 0..<(try count(in: bytes, unit: 1)) { try skipValue(in: bytes, depth: depth + 1) }
    case 0x0C:
      for _ in 0..<(try count(in: bytes, unit: 2)) {
        let first = try byte(in: bytes)
        if first >= 0x80 {
          try skip(first == 0xFF ? count(in: bytes, unit: 1) : Int(first & 0x7F), in: bytes)
        }
        try skipValue(in: bytes, depth: depth + 1)
      }
    case let tag where tag & 0xC0 == 0x40: try skip(Int(tag & 0x3F), in: bytes)
    default: throw damage(at: start)
    }
  }
}

// MARK: - Bytes

extension ItemReader {
  /// A count of things that take at least `unit` bytes each. More than the bytes left can hold is damage, found
  /// before memory is set aside for it.
  mutating func count(in bytes: RawSpan, unit: Int) throws(StoreError) -> Int {
    let start = offset
    let value = try varint(in: bytes)
    guard value <= UInt64((bytes.byteCount - offset) / unit) else { throw damage(at: start) }
    return Int(value)
  }

  private mutating func byte(in bytes: RawSpan) throws(StoreError) -> UInt8 {
    guard offset < bytes.byteCount else { throw damage(at: offset) }
    defer { offset += 1 }
    return unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  private mutating func skip(_ count: Int, in bytes: RawSpan) throws(StoreError) {
    guard count <= bytes.byteCount - offset else { throw damage(at: offset) }
    offset += count
  }

  private mutating func fixed(in bytes: RawSpan) throws(StoreError) -> UInt64 {
    let start = offset
    try skip(8, in: bytes)
    return unsafe bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self)
  }

  private mutating func varint(in bytes: RawSpan) throws(StoreError) -> UInt64 {
    let start = offset
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      let byte = try byte(in: bytes)
      // The tenth byte has one bit to give.
      guard shift < 63 || byte <= 1 else { break }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    throw damage(at: start)
  }

  private mutating func utf8(in bytes: RawSpan, count: Int) throws(StoreError) -> UTF8String {
    let start = offset
    try skip(count, in: bytes)
    let content = bytes.extracting(start..<offset)
    let text = unsafe content.withUnsafeBytes { unsafe String(validating: $0, as: UTF8.self) }
    guard let text else { throw damage(at: start) }
    return UTF8String(text)
  }

  private func damage(at offset: Int) -> StoreError {
    StoreError(.notAStore, "a stored item is damaged at its byte \(offset)", operation: "decode")
  }
}
