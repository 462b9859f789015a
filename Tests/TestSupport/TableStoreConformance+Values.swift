// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import Testing

extension TableStoreConformance {
  static let valueClaims = [
    Claim("values of every type are read back as they were") { store in
      let numbers = [
        "0", "-1", "51.5074", "0.1", "1e-130", "-1e125", "9223372036854775807", "-9223372036854775808",
        "12345678901234567890123456789012345678", "0.00000000000000000000012345678901234567890123456789",
        "9.9999999999999999999999999999999999999e125",
      ]
      let attributes: Item = [
        "text": "caf\u{e9} \u{1F30D} \u{0}", "empty": "", "binary": .binary([0, 255, 10]),
        "no bytes": .binary([]),
        "true": true, "false": false, "null": .null, "list": [1, ["a", []], [:], .null], "no list": [],
        "map": ["a": ["b": ["c": 1]], "": 2, "a.b": 3], "no map": [:],
        "texts": .stringSet(["a", "", "\u{e9}"]),
        "numbers": .numberSet(try Set(numbers.map { try DecimalNumber($0) })),
        "number list": .list(try numbers.map { .number(try DecimalNumber($0)) }),
        "binaries": .binarySet([[], [0], [255, 254]]), "cell": "487604c4a2f3b1d5", "geohash": "gcpvj0duq534",
      ]
      try await store.put(item("p", "s", attributes))
      #expect(try await store.get(key("p", "s")) == item("p", "s", attributes))
      #expect(try await store.query(QueryRequest(partition: "p")).items == [item("p", "s", attributes)])
    },
    Claim("random items are read back as they were") { store in
      var generator = SeededGenerator(seed: 100)
      for number in 0..<200 {
        let put = item("p", UTF8String("s\(number)"), generator.map())
        try await store.put(put)
        #expect(try await store.get(put.key!) == put, "seed \(generator.seed), item \(number)")
      }
    },
    Claim("keys, names and members that differ only in normal form are kept apart") { store in
      let (composed, decomposed): (UTF8String, UTF8String) = ("\u{e9}", "e\u{301}")
      for (number, partition) in [composed, decomposed].enumerated() {
        for (other, sort) in [composed, decomposed].enumerated() {
          let n = AttributeValue(integerLiteral: Int64(number * 2 + other))
          try await store.put(item(partition, sort, ["n": n, composed: 1, decomposed: 2]))
        }
      }
      #expect(
        try await store.get(key(composed, decomposed))
          == item(composed, decomposed, ["n": 1, composed: 1, decomposed: 2]))
      #expect(try await store.get(key(decomposed, composed))?["n"] == 2)
      #expect(try await store.sortKeys(QueryRequest(partition: composed)) == [decomposed, composed])
      #expect(try await store.query(QueryRequest(partition: composed, sort: .equals(composed))).count == 1)
      try await store.put(item("sets", "s", ["v": .stringSet([composed, decomposed])]))
      #expect(try await store.get(key("sets", "s"))?["v"] == .stringSet([composed, decomposed]))
    },
  ]

  static let limitClaims = [
    Claim("keys have 1 to 2048 and 1 to 1024 bytes") { store in
      func text(_ count: Int) -> UTF8String { UTF8String(String(repeating: "k", count: count)) }
      try await store.put(item(text(2048), text(1024)))
      #expect(try await store.get(key(text(2048), text(1024))) != nil)
      for (partition, sort) in [("", "s"), ("p", ""), (text(2049), "s"), ("p", text(1025))]
        as [(UTF8String, UTF8String)]
      {
        await expectError(.validation) { try await store.put(item(partition, sort)) }
        await expectError(.validation) { _ = try await store.get(key(partition, sort)) }
        await expectError(.validation) { _ = try await store.get([key(partition, sort)]) }
        await expectError(.validation) {
          try await store.delete(key(partition, sort), if: nil, returningOld: false)
        }
        await expectError(.validation) {
          try await store.update(key(partition, sort), Update(), if: nil, returning: .none)
        }
        await expectError(.validation) { try await store.write([.delete(key(partition, sort))]) }
        await expectError(.validation) {
          try await store.transact([.delete(key(partition, sort))], token: nil)
        }
      }
    },
    Claim("an item without its key, or with a key of another type, is refused") { store in
      let items: [Item] = [
        [:], ["pk": "p"], ["sk": "s"], ["pk": 1, "sk": "s"], ["pk": "p", "sk": .binary([1])],
      ]
      for item in items {
        await expectError(.validation) { try await store.put(item) }
        await expectError(.validation) { try await store.write([.put(item)]) }
        await expectError(.validation) { try await store.transact([.put(item)], token: nil) }
        await expectError(.validation) { try await store.load([item]) }
      }
    },
    Claim("an item of 400 KB is held, a greater one refused") { store in
      // The names pk, sk and b, and the keys p and s, are the other 7 bytes.
      let largest = item("p", "s", ["b": .binary([UInt8](repeating: 7, count: 409_600 - 7))])
      #expect(largest.size == 409_600)
      try await store.put(largest)
      #expect(try await store.get(key("p", "s")) == largest)
      let larger = item("p", "t", ["b": .binary([UInt8](repeating: 7, count: 409_600 - 6))])
      await expectError(.validation) { try await store.put(larger) }
      #expect(try await store.get(key("p", "t")) == nil)
    },
    Claim("empty sets are refused at any depth, and so are 33 levels of lists") { store in
      func nested(_ levels: Int) -> AttributeValue { (0..<levels).reduce(1) { value, _ in .list([value]) } }
      try await store.put(item("p", "s", ["v": nested(32)]))
      #expect(try await store.get(key("p", "s"))?["v"] == nested(32))
      let values: [AttributeValue] = [
        .stringSet([]), .numberSet([]), .binarySet([]), [["a": .stringSet([])]], nested(33),
      ]
      for value in values {
        await expectError(.validation) { try await store.put(item("p", "t", ["v": value])) }
      }
    },
    Claim("errors carry keys at most, never what an item holds") { store in
      try await store.put(item("p", "s", ["secret": "hunter2"]))
      let error = await expectError(.conditionalCheckFailed) {
        try await store.put(
          item("p", "s", ["secret": "hunter3"]), if: .equals("secret", "hunter4"), returningOld: false)
      }
      #expect(error?.message.contains("hunter") == false)
      #expect(error?.isRetryable == false)
    },
  ]
}
