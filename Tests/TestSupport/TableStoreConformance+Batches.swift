// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import Testing

extension TableStoreConformance {
  private static func keys(_ count: Int) -> [PrimaryKey] {
    (0..<count).map { key(UTF8String("p\($0 % 7)"), UTF8String("s\($0)")) }
  }

  private static func items(_ count: Int) -> [Item] { keys(count).map { item($0.partition, $0.sort) } }

  static let batchClaims = [
    Claim("a batch get returns the items there are, in any order") { store in
      try await store.load(items(120))
      let found = try await store.get(Array(keys(120).suffix(99)) + [key("p0", "none")])
      #expect(Set(found.compactMap(\.key)) == Set(keys(120).suffix(99)) && found.count == 99)
    },
    Claim("a batch get takes 1 to 100 different keys") { store in
      await expectError(.validation) { _ = try await store.get([]) }
      await expectError(.validation) { _ = try await store.get(keys(101)) }
      await expectError(.validation) {
        _ = try await store.get([key("p", "s"), key("p", "t"), key("p", "s")])
      }
    },
    Claim("a batch puts and deletes, each write by itself") { store in
      try await store.write(items(25).map { .put($0) })
      try await store.write(
        keys(10).map { .delete($0) } + [.put(item("p", "new")), .delete(key("p", "none"))])
      let found = try await store.pages(ScanRequest()).flatMap { $0.items.compactMap(\.key) }
      #expect(Set(found) == Set(keys(25).suffix(15) + [key("p", "new")]) && found.count == 16)
    },
    Claim("a batch takes 1 to 25 valid writes of different keys, or nothing is written") { store in
      await expectError(.validation) { try await store.write([]) }
      await expectError(.validation) { try await store.write(items(26).map { .put($0) }) }
      await expectError(.validation) {
        try await store.write([.put(item("p", "s")), .delete(key("p", "s"))])
      }
      await expectError(.validation) { try await store.write([.put(item("p", "s")), .put(["pk": "p"])]) }
      let page = try await store.scan(ScanRequest())
      #expect(page.scannedCount == 0)
    },
    Claim("a load puts any number of items, each in place of the one there was") { store in
      try await store.load([])
      try await store.load(items(1_000))
      try await store.load(items(10).map { $0.merging(["again": true]) { $1 } })
      let pages = try await store.pages(ScanRequest())
      #expect(pages.map(\.count).reduce(0, +) == 1_000)
      #expect(pages.flatMap(\.items).count { $0["again"] == true } == 10)
    },
  ]

  static let transactClaims = [
    Claim("a transaction carries out all of its writes") { store in
      try await store.put(item("p", "counted", ["n": 1]))
      try await store.put(item("p", "deleted"))
      try await store.put(item("p", "checked", ["ok": true]))
      try await store.transact(
        [
          .put(item("p", "put"), if: .notExists("pk")), .update(key("p", "counted"), Update(add: ["n": 1])),
          .update(key("q", "made"), Update(set: ["n": .value(5)])),
          .delete(key("p", "deleted"), if: .exists("pk")),
          .check(key("p", "checked"), .equals("ok", true)),
        ], token: nil)
      #expect(try await store.get(key("p", "put")) == item("p", "put"))
      #expect(try await store.get(key("p", "counted")) == item("p", "counted", ["n": 2]))
      #expect(try await store.get(key("q", "made")) == item("q", "made", ["n": 5]))
      #expect(try await store.get(key("p", "deleted")) == nil)
      #expect(try await store.get(key("p", "checked")) == item("p", "checked", ["ok": true]))
    },
    Claim("a transaction with a failed condition writes nothing and says which one failed") { store in
      try await store.put(item("p", "there", ["n": 1]))
      let error = await expectError(.transactionCanceled) {
        try await store.transact(
          [
            .put(item("p", "new")), .put(item("p", "there"), if: .notExists("pk")),
            .update(key("p", "made"), Update(add: ["n": 1])), .check(key("p", "none"), .exists("pk")),
          ], token: nil)
      }
      #expect(error?.reasons == [nil, .conditionalCheckFailed, nil, .conditionalCheckFailed])
      #expect(try await store.get(key("p", "new")) == nil)
      #expect(try await store.get(key("p", "made")) == nil)
      #expect(try await store.get(key("p", "there")) == item("p", "there", ["n": 1]))
    },
    Claim("an update that does not fit its item cancels the transaction, with validation as its reason") {
      store in
      try await store.put(item("p", "text", ["v": "x"]))
      let error = await expectError(.transactionCanceled) {
        try await store.transact(
          [.put(item("p", "new")), .update(key("p", "text"), Update(add: ["v": 1]))], token: nil)
      }
      #expect(error?.reasons == [nil, .validation])
      #expect(try await store.get(key("p", "new")) == nil)
    },
    Claim("a transaction takes 1 to 100 valid writes of different keys, or nothing is written") { store in
      await expectError(.validation) { try await store.transact([], token: nil) }
      await expectError(.validation) { try await store.transact(items(101).map { .put($0) }, token: nil) }
      await expectError(.validation) {
        try await store.transact([.put(item("p", "s")), .check(key("p", "s"), .notExists("pk"))], token: nil)
      }
      await expectError(.validation) {
        try await store.transact(
          [.put(item("p", "s")), .update(key("p", "t"), Update(set: ["pk": .value(1)]))], token: nil)
      }
      for token in ["", String(repeating: "t", count: 37)] {
        await expectError(.validation) { try await store.transact([.put(item("p", "s"))], token: token) }
      }
      let large = (0..<11).map { number -> TransactWrite in
        .put(item("p", UTF8String("\(number)"), ["b": .binary([UInt8](repeating: 0, count: 400_000))]))
      }
      await expectError(.validation) { try await store.transact(large, token: nil) }
      #expect(try await store.scan(ScanRequest()).scannedCount == 0)
      try await store.transact(items(100).map { .put($0) }, token: nil)
      #expect(try await store.pages(ScanRequest()).map(\.count).reduce(0, +) == 100)
    },
    Claim("the same transaction with the same token is carried out once") { store in
      let writes: [TransactWrite] = [
        .update(key("p", "s"), Update(add: ["n": 1])), .put(item("p", "t"), if: .notExists("pk")),
      ]
      for _ in 0..<3 { try await store.transact(writes, token: "once") }
      #expect(try await store.get(key("p", "s"))?["n"] == 1)
      await expectError(.idempotentParameterMismatch) {
        try await store.transact([.update(key("p", "s"), Update(add: ["n": 2]))], token: "once")
      }
      try await store.transact([.update(key("p", "s"), Update(add: ["n": 1]))], token: "twice")
      #expect(try await store.get(key("p", "s"))?["n"] == 2)
    },
    Claim("the token of a transaction that was cancelled can be used again") { store in
      let writes: [TransactWrite] = [.check(key("p", "s"), .exists("pk")), .put(item("p", "t"))]
      await expectError(.transactionCanceled) { try await store.transact(writes, token: "again") }
      try await store.put(item("p", "s"))
      try await store.transact(writes, token: "again")
      #expect(try await store.get(key("p", "t")) != nil)
    },
    Claim("of concurrent transactions that exclude each other one is carried out") { store in
      let carriedOut = await withTaskGroup(of: Bool.self) { group in
        for number in 0..<8 {
          group.addTask {
            let put = item("p", UTF8String("winner\(number)"))
            return
              (try? await store.transact(
                [.put(item("p", "lock"), if: .notExists("pk")), .put(put)], token: nil))
              != nil
          }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(carriedOut == 1)
      let page = try await store.query(QueryRequest(partition: "p"))
      #expect(page.count == 2)
    },
  ]
}
