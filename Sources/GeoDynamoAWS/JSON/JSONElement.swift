// SPDX-License-Identifier: Apache-2.0
internal import CSimdJSON
internal import Glibc

/// A value of a JSON document, lent for as long as the document is read.
///
/// It is a place on simdjson's tape: stepping from value to value is a load and an addition, whatever lies between.
@safe package struct JSONElement {
  private let words: UnsafePointer<UInt64>
  private let strings: UnsafePointer<UInt8>
  private let place: Int

  /// What a value is.
  package enum Kind: Hashable, Sendable {
    case object, array, text, number, bool, null
  }

  /// Reads a JSON document and lends its root to `body`, which must not let it or parts of it escape, and must not
  /// read another document.
  ///
  /// - Throws: `JSONFault` for bytes that are no JSON document in UTF-8, or what `body` throws.
  package static func reading<Result>(
    _ bytes: [UInt8], _ body: (JSONElement) throws -> Result
  ) throws -> Result {
    let tape = unsafe bytes.withUnsafeBufferPointer { unsafe json_tape_parse($0.baseAddress, $0.count) }
    guard let words = unsafe tape.words, let strings = unsafe tape.strings else {
      throw JSONFault("no JSON: \(unsafe tape.fault.map { unsafe String(cString: $0) } ?? "unknown fault")")
    }
    return try body(unsafe JSONElement(words: words, strings: strings, place: 1))
  }

  private init(words: UnsafePointer<UInt64>, strings: UnsafePointer<UInt8>, place: Int) {
    unsafe self.words = unsafe words
    unsafe self.strings = unsafe strings
    self.place = place
  }

  private var word: UInt64 { unsafe words[place] }
  private var type: UInt8 { UInt8(word >> 56) }
  private var payload: UInt64 { word & 0x00ff_ffff_ffff_ffff }

  private func element(at place: Int) -> JSONElement {
    unsafe JSONElement(words: words, strings: strings, place: place)
  }

  /// The place of the value after this one.
  private var end: Int {
    switch type {
    case UInt8(ascii: "{"), UInt8(ascii: "["): Int(payload & 0xffff_ffff)
    case UInt8(ascii: "l"), UInt8(ascii: "u"), UInt8(ascii: "d"): place + 2
    default: place + 1
    }
  }

  /// What the value is.
  package var kind: Kind {
    switch type {
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "\""): .text
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
    case UInt8(ascii: "n"): .null
    default: .number
    }
  }

  /// The bytes of a text; nil for another value.
  package var bytes: UnsafeRawBufferPointer? {
    guard type == UInt8(ascii: "\"") else { return nil }
    let start = unsafe UnsafeRawPointer(strings + Int(payload))
    let count = unsafe start.loadUnaligned(as: UInt32.self)
    return unsafe UnsafeRawBufferPointer(start: start + 4, count: Int(count))
  }

  /// The length and the first four bytes of a text as one number, to tell short texts apart by one comparison; 0 for
  /// another value.
  package var head: UInt64 {
    guard type == UInt8(ascii: "\"") else { return 0 }
    // simdjson's buffer goes on beyond its last text.
    let word = unsafe UnsafeRawPointer(strings + Int(payload)).loadUnaligned(as: UInt64.self)
    let count = word & 0xffff_ffff
    return count < 4 ? word & ((1 << (32 + 8 * count)) - 1) : word
  }

  /// What `head` is of a text, and of every other one of its length that begins with the same four bytes.
  package static func head(of text: StaticString) -> UInt64 {
    var head = UInt64(text.utf8CodeUnitCount)
    for place in 0..<min(4, text.utf8CodeUnitCount) {
      unsafe head |= UInt64(text.utf8Start[place]) << UInt64(32 + 8 * place)
    }
    return head
  }

  /// A text; nil for another value.
  package var string: String? {
    guard let bytes = unsafe bytes else { return nil }
    return unsafe String(decoding: bytes, as: UTF8.self)
  }

  /// A number that is an integer of 64 bits; nil for another value.
  package var integer: Int64? {
    switch type {
    case UInt8(ascii: "l"): unsafe Int64(bitPattern: words[place + 1])
    case UInt8(ascii: "u"): unsafe Int64(exactly: words[place + 1])
    default: nil
    }
  }

  /// A number; nil for another value.
  package var double: Double? {
    switch type {
    case UInt8(ascii: "d"): unsafe Double(bitPattern: words[place + 1])
    case UInt8(ascii: "l"): unsafe Double(Int64(bitPattern: words[place + 1]))
    case UInt8(ascii: "u"): unsafe Double(words[place + 1])
    default: nil
    }
  }

  /// A truth value; nil for another value.
  package var bool: Bool? {
    switch type {
    case UInt8(ascii: "t"): true
    case UInt8(ascii: "f"): false
    default: nil
    }
  }

  /// The elements of an array; empty for another value.
  package var elements: Elements { Elements(upcoming: kind == .array ? element(at: place + 1) : nil) }

  /// The members of an object in the document's order; empty for another value.
  package var members: Members { Members(upcoming: kind == .object ? element(at: place + 1) : nil) }

  /// The first member of an object under a name; nil where there is none, and for another value. O(members).
  package subscript(_ name: StaticString) -> JSONElement? {
    for (key, value) in members where key.isText(name) { return value }
    return nil
  }

  /// The value of an object's first member if that has a name of one letter, as DynamoDB's attribute values do; else nil.
  package func attribute(_ type: Unicode.Scalar) -> JSONElement? {
    guard self.type == UInt8(ascii: "{") else { return nil }
    let name = element(at: place + 1)
    guard name.type == UInt8(ascii: "\"") else { return nil }
    let text = unsafe UnsafeRawPointer(strings + Int(name.payload))
    // Length and letter lie side by side.
    let isType =
      unsafe text.loadUnaligned(as: UInt32.self) == 1
      && text.load(fromByteOffset: 4, as: UInt8.self) == UInt8(ascii: type)
    return isType ? element(at: place + 2) : nil
  }

  /// Whether the value is that text.
  package func isText(_ text: StaticString) -> Bool {
    guard let bytes = unsafe bytes, bytes.count == text.utf8CodeUnitCount else { return false }
    return unsafe memcmp(bytes.baseAddress!, text.utf8Start, bytes.count) == 0
  }

  /// The elements of an array, one after another.
  package struct Elements: Sequence, IteratorProtocol {
    fileprivate var upcoming: JSONElement?

    /// The next element.
    package mutating func next() -> JSONElement? {
      guard let current = upcoming, current.type != UInt8(ascii: "]") else { return nil }
      upcoming = current.element(at: current.end)
      return current
    }
  }

  /// The members of an object, one after another.
  package struct Members: Sequence, IteratorProtocol {
    fileprivate var upcoming: JSONElement?

    /// The next name, a text, and its value.
    package mutating func next() -> (key: JSONElement, value: JSONElement)? {
      guard let key = upcoming, key.type != UInt8(ascii: "}") else { return nil }
      let value = key.element(at: key.place + 1)
      upcoming = value.element(at: value.end)
      return (key, value)
    }
  }
}

/// What is wrong with a JSON document: that it is none, or not the one that was expected.
package struct JSONFault: Error, CustomStringConvertible {
  /// What is wrong, without the document's contents.
  package let description: String

  /// Makes a fault.
  package init(_ description: String) { self.description = description }
}
