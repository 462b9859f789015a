// SPDX-License-Identifier: Apache-2.0

/// Text that is compared, hashed and sorted by its UTF-8 bytes, as DynamoDB and SQLite do.
///
/// Swift's `String` finds "é" (one scalar) and "é" (two scalars) equal, and sorts by scalars in canonical
/// form; a store keeps them apart and sorts their bytes. Keys, ids, attribute names and string values are
/// therefore of this type, so that a dictionary never merges what a store keeps apart.
public struct UTF8String: Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The text itself; its scalars are exactly those it was made of.
  public let string: String

  /// Makes a text of `string`, scalar for scalar. O(1) for native strings.
  public init(_ string: String) {
    self.string = string
  }

  /// Makes a text of a literal.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// The text itself.
  public var description: String { string }
}

extension UTF8String: Hashable, Comparable {
  /// Whether both have the same bytes. O(bytes), eight at a time.
  public static func == (a: UTF8String, b: UTF8String) -> Bool {
    let a = unsafe a.string.utf8Span.span.bytes
    let b = unsafe b.string.utf8Span.span.bytes
    return a.byteCount == b.byteCount && commonPrefix(a, b) == a.byteCount
  }

  /// Whether the bytes of `a` stand before those of `b`: a text stands before those that begin with it.
  public static func < (a: UTF8String, b: UTF8String) -> Bool {
    let a = unsafe a.string.utf8Span.span.bytes
    let b = unsafe b.string.utf8Span.span.bytes
    let common = commonPrefix(a, b)
    guard common < a.byteCount, common < b.byteCount else { return a.byteCount < b.byteCount }
    return byte(of: a, at: common) < byte(of: b, at: common)
  }

  /// Feeds the bytes and an end mark that no UTF-8 contains to `hasher`.
  public func hash(into hasher: inout Hasher) {
    unsafe string.utf8Span.span.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    hasher.combine(0xFF as UInt8)
  }

  private static func byte(of bytes: RawSpan, at offset: Int) -> UInt8 {
    unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  /// How many leading bytes `a` and `b` share.
  private static func commonPrefix(_ a: RawSpan, _ b: RawSpan) -> Int {
    let count = min(a.byteCount, b.byteCount)
    var offset = 0
    while offset + 8 <= count {
      let difference =
        unsafe a.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
        ^ b.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if difference != 0 { return offset + UInt64(littleEndian: difference).trailingZeroBitCount / 8 }
      offset += 8
    }
    while offset < count, byte(of: a, at: offset) == byte(of: b, at: offset) { offset += 1 }
    return offset
  }
}

extension UTF8String {
  /// Whether the bytes begin with those of `prefix`.
  package func hasPrefix(_ prefix: UTF8String) -> Bool {
    let prefix = unsafe prefix.string.utf8Span.span.bytes
    return unsafe Self.commonPrefix(string.utf8Span.span.bytes, prefix) == prefix.byteCount
  }

  /// The least text above all texts that begin with this one; nil when no text is.
  ///
  /// The last scalar gives way to the one after it. This is right because UTF-8 sorts like the scalars, and it
  /// stays valid UTF-8, which the usual trick of a byte 0xFF at the end is not.
  package var prefixSuccessor: UTF8String? {
    var scalars = string.unicodeScalars
    while let last = scalars.popLast() {
      let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
      if let next = Unicode.Scalar(next) {
        scalars.append(next)
        return UTF8String(String(scalars))
      }
    }
    return nil
  }
}
