// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import Testing

extension TableStoreConformance {
  /// Texts whose order by bytes differs from that by letters, by UTF-16 or by canonical form.
  private static let sortKeys: [UTF8String] = [
    "#", "10", "9", "A", "Z", "a", "a#", "ab", "a\u{10FFFF}", "b", "e\u{301}", "z", "\u{e9}", "\u{e9}a",
    "\u{FFFF}",
    "\u{1F30D}",
  ]

  private static func fill(_ store: any TableStore) async throws {
    try await store.put(item("o", "before"))
    try await store.put(item("q", "after"))
    for (number, sort) in sortKeys.enumerated().reversed() {
      try await store.put(
        item("p", sort, ["n": AttributeValue(integerLiteral: Int64(number)), "even": .bool(number % 2 == 0)]))
    }
  }

  static let queryClaims = [
    Claim("a partition is read in the order of its sort keys' bytes, both ways") { store in
      try await fill(store)
      #expect(try await store.sortKeys(QueryRequest(partition: "p")) == sortKeys)
      #expect(try await store.sortKeys(QueryRequest(partition: "p", descending: true)) == sortKeys.reversed())
      #expect(try await store.sortKeys(QueryRequest(partition: "none")).isEmpty)
    },
    Claim("every sort condition reads exactly the keys that meet it, both ways") { store in
      try await fill(store)
      let bounds: [UTF8String] = ["\u{1}", "a", "aa", "ab", "e", "\u{e9}", "z", "\u{10FFFF}"]
      for bound in bounds {
        let cases: [(QueryRequest.SortCondition, (UTF8String) -> Bool)] = [
          (.equals(bound), { $0 == bound }), (.less(bound), { $0 < bound }),
          (.lessOrEqual(bound), { $0 <= bound }),
          (.greater(bound), { $0 > bound }), (.greaterOrEqual(bound), { $0 >= bound }),
          (.between(bound, "z"), { $0 >= bound && $0 <= "z" }),
          (.beginsWith(bound), { $0.string.utf8.starts(with: bound.string.utf8) }),
        ]
        for (condition, isMet) in cases {
          if case .between(let first, let last) = condition, last < first { continue }
          var request = QueryRequest(partition: "p", sort: condition)
          #expect(try await store.sortKeys(request) == sortKeys.filter(isMet), "\(condition)")
          request.limit = 2
          request.descending = true
          #expect(try await store.sortKeys(request) == sortKeys.filter(isMet).reversed(), "\(condition)")
        }
      }
    },
    Claim("a filter takes away from what was read; the limit counts before it") { store in
      try await fill(store)
      let page = try await store.query(QueryRequest(partition: "p", filter: .equals("even", false), limit: 3))
      #expect((page.count, page.scannedCount) == (1, 3))
      #expect(page.items.map { $0["n"] } == [1])
      let none = try await store.query(QueryRequest(partition: "p", filter: .equals("n", 15), limit: 4))
      #expect((none.count, none.scannedCount, none.items.isEmpty) == (0, 4, true))
      #expect(none.next == key("p", sortKeys[3]), "an empty page has a successor")
      let pages = try await store.pages(QueryRequest(partition: "p", filter: .equals("n", 15), limit: 4))
      #expect(pages.map(\.count).reduce(0, +) == 1)
      #expect(pages.map(\.scannedCount).reduce(0, +) == sortKeys.count)
    },
    Claim("a projection returns the attributes it names and no others") { store in
      try await fill(store)
      let page = try await store.query(
        QueryRequest(partition: "p", filter: .equals("even", true), limit: 3, projection: ["n", "none"]))
      #expect(page.items == [["n": 0], ["n": 2]])
      let keys = try await store.query(QueryRequest(partition: "p", limit: 1, projection: ["sk"]))
      #expect(keys.items == [["sk": "#"]])
      #expect(
        try await store.scan(ScanRequest(partitionPrefix: "o", projection: ["sk"])).items == [
          ["sk": "before"]
        ])
    },
    Claim("count only returns the counts and no items") { store in
      try await fill(store)
      let page = try await store.query(
        QueryRequest(partition: "p", filter: .equals("even", true), countOnly: true))
      #expect((page.count, page.scannedCount, page.items.count) == (8, 16, 0))
      #expect(page.next == nil)
      let scan = try await store.scan(ScanRequest(partitionPrefix: "p", countOnly: true))
      #expect((scan.count, scan.items.count) == (16, 0))
    },
    Claim("queries that no store accepts are validation errors") { store in
      try await fill(store)
      let long = UTF8String(String(repeating: "k", count: 2049))
      let requests = [
        QueryRequest(partition: ""), QueryRequest(partition: long), QueryRequest(partition: "p", limit: 0),
        QueryRequest(partition: "p", limit: -1), QueryRequest(partition: "p", sort: .between("b", "a")),
        QueryRequest(partition: "p", sort: .equals("")), QueryRequest(partition: "p", sort: .less(long)),
        QueryRequest(partition: "p", start: key("q", "a")), QueryRequest(partition: "p", start: key("p", "")),
        QueryRequest(partition: "p", sort: .beginsWith("a"), start: key("p", "b")),
        QueryRequest(partition: "p", filter: .equals("sk", "a")),
        QueryRequest(partition: "p", projection: []),
      ]
      for request in requests { await expectError(.validation) { _ = try await store.query(request) } }
    },
  ]

  static let pageClaims = [
    Claim("pages of any size, both ways, hold every item once and in order") { store in
      try await fill(store)
      for limit in [1, 2, 5, 15, 16, 17] {
        for descending in [false, true] {
          let pages = try await store.pages(
            QueryRequest(partition: "p", limit: limit, descending: descending))
          let keys = pages.flatMap { $0.items.compactMap { $0.key?.sort } }
          #expect(keys == (descending ? sortKeys.reversed() : sortKeys), "limit \(limit)")
          #expect(pages.allSatisfy { $0.scannedCount <= limit && $0.count == $0.items.count })
          #expect(pages.dropLast().allSatisfy { $0.scannedCount == limit })
        }
      }
    },
    Claim("a start key needs no item under it; a page goes on behind where it would be") { store in
      try await fill(store)
      var request = QueryRequest(partition: "p", limit: 1, start: key("p", "aa"))
      #expect(try await store.query(request).items.first?["sk"] == "ab")
      request.descending = true
      #expect(try await store.query(request).items.first?["sk"] == "a#")
      let first = try await store.query(QueryRequest(partition: "p", limit: 4))
      try await store.delete(first.next!, if: nil, returningOld: false)
      let rest = try await store.sortKeys(QueryRequest(partition: "p", start: first.next))
      #expect(rest == Array(sortKeys.dropFirst(4)))
    },
    Claim("a page ends at 1 MB read, also when the filter takes all of it away") { store in
      for number in 10..<40 {
        let bytes = [UInt8](repeating: UInt8(number), count: 102_400)
        try await store.put(
          item(
            "p", UTF8String("\(number)"),
            ["b": .binary(bytes), "n": AttributeValue(integerLiteral: Int64(number))]))
      }
      let expected = (10..<40).map { UTF8String("\($0)") }
      for filter in [nil, .equals("n", 39)] as [Condition?] {
        for descending in [false, true] {
          let pages = try await store.pages(
            QueryRequest(partition: "p", filter: filter, descending: descending))
          #expect(pages.allSatisfy { $0.scannedCount <= 11 })
          #expect(pages.dropLast().allSatisfy { $0.scannedCount >= 9 })
          #expect(pages.map(\.scannedCount).reduce(0, +) == 30)
          if filter == nil {
            let keys = pages.flatMap { $0.items.compactMap { $0.key?.sort } }
            #expect(keys == (descending ? expected.reversed() : expected))
          } else {
            #expect(pages.map(\.count).reduce(0, +) == 1)
            #expect(descending ? pages.last?.count == 0 : pages.first?.count == 0)
          }
        }
      }
      let counts = try await store.pages(QueryRequest(partition: "p", projection: ["n"], countOnly: true))
      #expect(counts.count >= 3, "a projection and a count read as much")
      let scans = try await store.pages(ScanRequest(projection: ["n"]))
      #expect(scans.count >= 3 && scans.map(\.count).reduce(0, +) == 30)
    },
  ]
}
