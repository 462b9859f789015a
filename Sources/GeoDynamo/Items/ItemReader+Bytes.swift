// SPDX-License-Identifier: Apache-2.0

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

  mutating func byte(in bytes: RawSpan) throws(StoreError) -> UInt8 {
    guard offset < bytes.byteCount else { throw damage(at: offset) }
    defer { offset += 1 }
    return unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  mutating func skip(_ count: Int, in bytes: RawSpan) throws(StoreError) {
    guard count <= bytes.byteCount - offset else { throw damage(at: offset) }
    offset += count
  }

  mutating func fixed(in bytes: RawSpan) throws(StoreError) -> UInt64 {
    let start = offset
    try skip(8, in: bytes)
    return unsafe bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self)
  }

  mutating func varint(in bytes: RawSpan) throws(StoreError) -> UInt64 {
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

  mutating func utf8(in bytes: RawSpan, count: Int) throws(StoreError) -> UTF8String {
    let start = offset
    try skip(count, in: bytes)
    let content = bytes.extracting(start..<offset)
    let text = unsafe content.withUnsafeBytes { buffer -> String? in
      let characters = unsafe buffer.bindMemory(to: UInt8.self).span
      guard let valid = try? UTF8Span(validating: characters) else { return nil }
      return String(copying: valid)
    }
    guard let text else { throw damage(at: start) }
    return UTF8String(text)
  }

  func damage(at offset: Int) -> StoreError {
    StoreError(.notAStore, "a stored item is damaged at its byte \(offset)", operation: "decode")
  }
}
