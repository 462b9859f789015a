// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import TestSupport
import Testing

struct ItemCodecTests {
  private static func decode(_ bytes: [UInt8], only names: Set<UTF8String>? = nil) throws -> Item {
    try unsafe ItemCodec.decode(bytes.span.bytes, only: names)
  }

  private static func value(of name: UTF8String, in bytes: [UInt8]) throws -> AttributeValue? {
    try unsafe ItemCodec.value(of: name, in: bytes.span.bytes)
  }

  @Test func itemsReadBack() throws {
    var generator = SeededGenerator(seed: 10)
    for _ in 0..<5_000 {
      let item = generator.map()
      let bytes = ItemCodec.encode(item)
      #expect(try Self.decode(bytes) == item, "seed \(generator.seed)")
      for (name, value) in item { #expect(try Self.value(of: name, in: bytes) == value) }
      for name in ["lat", "pk", "none", "é", "c0s"] as [UTF8String] {
        #expect(try Self.value(of: name, in: bytes) == item[name])
      }
      let some: Set<UTF8String> = ["lat", "tags", "x"]
      #expect(try Self.decode(bytes, only: some) == item.filter { some.contains($0.key) })
    }
  }

  @Test func equalItemsHaveEqualBytes() {
    let names = (0..<50).map { UTF8String("name\($0)") }
    let a = Item(uniqueKeysWithValues: names.map { ($0, .string($0)) })
    var b: Item = ["other": true]
    for name in names.reversed() { b[name] = .string(name) }
    b["other"] = nil
    #expect(ItemCodec.encode(a) == ItemCodec.encode(b))
  }

  @Test func layoutIsAsDocumented() {
    let item: Item = ["pk": "o", "c0s": "47a1cbd595522b39", "n": 3, "m": -2, "lat": 0.5, "é": [.null, true]]
    let bytes: [UInt8] =
      [1, 6]
      + [8, 0x08, 0x47, 0xA1, 0xCB, 0xD5, 0x95, 0x52, 0x2B, 0x39]
      + [2, 0x05, 0, 0, 0, 0, 0, 0, 0xE0, 0x3F]
      + [0x81, 0x6D, 0x04, 1]
      + [0x81, 0x6E, 0x83]
      + [0, 0x41, 0x6F]
      + [0x82, 0xC3, 0xA9, 0x0B, 2, 0x00, 0x02]
    #expect(ItemCodec.encode(item) == bytes)
  }

  @Test func namesThatDifferOnlyInNormalFormStayApart() throws {
    let item: Item = ["\u{e9}": 1, "e\u{301}": 2]
    #expect(try Self.decode(ItemCodec.encode(item)) == item)
  }

  @Test func textsThatOnlyResembleCellsReadBack() throws {
    let texts = [
      "0123456789ABCDEF", "0123456789abcdef", "0123456789abcdeg", "gcpvj0duq534", "gcpvj0duq53a",
      "zzzzzzzzzzzz",
      "ffffffffffffffff", String(repeating: "x", count: 63), String(repeating: "x", count: 64), "",
    ]
    let item: Item = ["texts": .list(texts.map { .string(UTF8String($0)) })]
    #expect(try Self.decode(ItemCodec.encode(item)) == item)
  }

  @Test(arguments: [0, 126, 127, 128, 300])
  func longNamesReadBack(count: Int) throws {
    let item: Item = [UTF8String(String(repeating: "n", count: count)): 1]
    #expect(try Self.decode(ItemCodec.encode(item)) == item)
  }

  @Test func deepestValuesReadBack() throws {
    var value: AttributeValue = .stringSet(["a"])
    for level in 0..<AttributeValue.maximumDepth {
      value = level % 2 == 0 ? .list([value]) : .map(["m": value])
    }
    let item: Item = ["deep": value, "z": 1]
    let bytes = ItemCodec.encode(item)
    #expect(try Self.decode(bytes) == item)
    #expect(try Self.value(of: "z", in: bytes) == 1)
  }

  @Test func deeperValuesAreDamage() {
    let bytes: [UInt8] = [1, 1, 0x81, 0x61] + (0..<100_000).flatMap { _ in [0x0B, 1] as [UInt8] } + [0]
    #expect(throws: StoreError.self) { try Self.decode(bytes) }
    #expect(throws: StoreError.self) { try Self.value(of: "b", in: bytes) }
  }

  @Test(arguments: [
    [], [1], [0, 0], [2, 0], [1, 0, 0], [1, 1], [1, 2, 0, 0, 0, 0], [1, 2, 1, 0, 0, 0], [1, 1, 0x3F, 0],
    [1, 1, 0, 0x10], [1, 1, 0, 0x41, 0xFF], [1, 1, 0, 0x05, 0, 0, 0, 0, 0, 0, 0xF0, 0x7F],
    [1, 1, 0, 0x0B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], [1, 1, 0, 0x0D, 1, 0x80],
  ])
  func damageIsAnError(bytes: [UInt8]) {
    let error = #expect(throws: StoreError.self) { try Self.decode(bytes) }
    #expect(error?.code == .notAStore)
  }

  @Test func mutatedBytesNeverTrap() throws {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<20_000 {
      var bytes = ItemCodec.encode(generator.map())
      for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes[place] = .random(in: 0...255, using: &generator)
        case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 2: bytes.remove(at: place)
        default: bytes.removeSubrange(place...)
        }
      }
      // What still is an item must survive another round.
      if let item = try? Self.decode(bytes) { #expect(try Self.decode(ItemCodec.encode(item)) == item) }
      _ = try? Self.value(of: "zz", in: bytes)
      _ = try? Self.decode(bytes, only: ["x"])
    }
  }
}
