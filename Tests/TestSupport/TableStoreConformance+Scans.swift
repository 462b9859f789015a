// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import Testing

extension TableStoreConformance {
  private static func fill(_ store: any TableStore) async throws -> Set<PrimaryKey> {
    var keys: Set<PrimaryKey> = []
    for number in 0..<60 {
      let key = key(UTF8String("\(number % 2 == 0 ? "o#" : "c#")\(number / 3)"), UTF8String("\(number)"))
      try await store.put(item(key.partition, key.sort, ["n": AttributeValue(integerLiteral: Int64(number))]))
      keys.insert(key)
    }
    return keys
  }

  private static func keys(_ pages: [ItemPage]) -> [PrimaryKey] {
    pages.flatMap { $0.items.compactMap(\.key) }
  }

  static let scanClaims = [
    Claim("a scan returns every item once, in pages of any size") { store in
      #expect(
        try await store.scan(ScanRequest()) == ItemPage(items: [], count: 0, scannedCount: 0, next: nil))
      let all = try await fill(store)
      for limit in [nil, 1, 7, 60, 61] {
        let pages = try await store.pages(ScanRequest(limit: limit))
        #expect(keys(pages).count == 60 && Set(keys(pages)) == all, "limit \(limit ?? 0)")
        #expect(pages.allSatisfy { $0.scannedCount <= limit ?? .max && $0.count == $0.items.count })
      }
    },
    Claim("the segments of a scan are disjoint and complete, in pages too") { store in
      let all = try await fill(store)
      for segments in [1, 2, 3, 16, 1_000_000] {
        var found: [PrimaryKey] = []
        // Of a million segments some are tried, for that there may be so many; the small numbers show the sum.
        for segment in 0..<min(segments, 16) {
          found += keys(try await store.pages(ScanRequest(limit: 3, segment: segment, segments: segments)))
        }
        #expect(Set(found).count == found.count, "\(segments) segments")
        if segments <= 16 { #expect(Set(found) == all, "\(segments) segments") }
      }
    },
    Claim("a partition prefix returns the partitions that begin with it and no others") { store in
      let all = try await fill(store)
      try await store.put(item("o", "short"))
      for prefix in ["o#", "o#1", "c#19", "none", "o"] as [UTF8String] {
        var expected = all.filter { $0.partition.string.utf8.starts(with: prefix.string.utf8) }
        if prefix == "o" { expected.insert(key("o", "short")) }
        let found = keys(try await store.pages(ScanRequest(partitionPrefix: prefix, limit: 4)))
        #expect(found.count == expected.count && Set(found) == expected, "\(prefix)")
        let half = keys(try await store.pages(ScanRequest(partitionPrefix: prefix, segment: 0, segments: 2)))
        let other = keys(try await store.pages(ScanRequest(partitionPrefix: prefix, segment: 1, segments: 2)))
        #expect(Set(half + other) == expected && half.count + other.count == expected.count)
      }
    },
    Claim("a scan's filter takes away from what was read; the limit counts before it") { store in
      _ = try await fill(store)
      let pages = try await store.pages(ScanRequest(filter: .less("n", 5), limit: 10))
      #expect(pages.map(\.count).reduce(0, +) == 5)
      #expect(pages.map(\.scannedCount).reduce(0, +) == 60)
      #expect(pages.allSatisfy { $0.scannedCount <= 10 })
    },
    Claim("scans that no store accepts are validation errors") { store in
      _ = try await fill(store)
      let requests = [
        ScanRequest(limit: 0), ScanRequest(segment: 1, segments: 1), ScanRequest(segment: -1, segments: 2),
        ScanRequest(segments: 0), ScanRequest(segments: 1_000_001), ScanRequest(start: key("", "s")),
        ScanRequest(partitionPrefix: ""), ScanRequest(projection: []),
      ]
      for request in requests { await expectError(.validation) { _ = try await store.scan(request) } }
    },
  ]
}
