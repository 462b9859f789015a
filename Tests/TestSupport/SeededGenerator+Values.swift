// SPDX-License-Identifier: Apache-2.0
public import GeoDynamo

/// Random numbers, values and items of every type, for laws over seeded samples.
extension SeededGenerator {
  /// A random integer of a range.
  public mutating func integer(in range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }

  /// A number of 1 to 38 digits, of any magnitude DynamoDB holds or of a usual one.
  public mutating func number() -> DecimalNumber {
    switch integer(in: 0...4) {
    case 0: return DecimalNumber(Int64(integer(in: -200...200)))
    case 1: return DecimalNumber(Int64(truncatingIfNeeded: next()))
    case 2: return try! DecimalNumber(Double.random(in: -180...180, using: &self))
    case 3: return try! DecimalNumber(Double.random(in: -1e30...1e30, using: &self))
    default:
      let sign = Bool.random(using: &self) ? "-" : ""
      let digits = string(of: "0123456789", count: integer(in: 1...38))
      return try! DecimalNumber("\(sign)\(digits)e\(integer(in: -130...87))")
    }
  }

  /// A text of up to 20 characters: ASCII, combining marks, other planes, or the fixed-width texts of cells.
  public mutating func text() -> UTF8String {
    let count = integer(in: 0...20)
    switch integer(in: 0...4) {
    case 0: return UTF8String(string(of: "0123456789abcdef", count: 16))
    case 1: return UTF8String(string(of: "0123456789bcdefghjkmnpqrstuvwxyz", count: 12))
    case 2: return UTF8String(string(of: "\u{e9}\u{301}e字\u{1F30D}\u{FFFF}\u{10FFFF}", count: count))
    default: return UTF8String(string(of: "abcxyz#0189 ", count: count))
    }
  }

  /// A text of `count` scalars of an alphabet.
  public mutating func string(of alphabet: String, count: Int) -> String {
    let scalars = Array(alphabet.unicodeScalars)
    var text = String.UnicodeScalarView()
    for _ in 0..<count { text.append(scalars.randomElement(using: &self)!) }
    return String(text)
  }

  /// A value of any type, with lists and maps up to `depth` levels deep. Sets are not empty.
  public mutating func value(depth: Int = 3) -> AttributeValue {
    let count = integer(in: 1...4)
    switch integer(in: 0...(depth > 0 ? 11 : 9)) {
    case 0, 1: return .string(text())
    case 2, 3: return .number(number())
    case 4: return .binary(bytes())
    case 5: return .bool(Bool.random(using: &self))
    case 6: return .null
    case 7: return .stringSet(Set((0..<count).map { _ in text() }))
    case 8: return .numberSet(Set((0..<count).map { _ in number() }))
    case 9: return .binarySet(Set((0..<count).map { _ in bytes() }))
    case 10: return .list((1..<count).map { _ in value(depth: depth - 1) })
    default: return .map(map(depth: depth - 1))
    }
  }

  /// A map of up to six values under usual and unusual names; no name is empty or part of a key, of the table or of the
  /// index `cells0`: DynamoDB refuses an item whose index key is no text.
  public mutating func map(depth: Int = 3) -> Item {
    let names: [UTF8String] = ["lat", "lon", "movedAt", "x", "a", "c1p", "c1s", "tags", "e\u{301}", "\u{e9}"]
    var map: Item = [:]
    for _ in 0..<integer(in: 0...6) {
      let isUnusual = integer(in: 0...3) == 0
      let name = isUnusual ? UTF8String("n" + text().string) : names.randomElement(using: &self)!
      map[name] = value(depth: depth)
    }
    return map
  }

  private mutating func bytes() -> [UInt8] {
    (0..<integer(in: 0...12)).map { _ in UInt8(truncatingIfNeeded: next()) }
  }
}
