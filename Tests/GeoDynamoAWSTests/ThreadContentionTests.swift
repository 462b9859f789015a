// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import TestSupport
import Testing

@testable import GeoDynamoAWS

/// Many who want the same thing of a DynamoDB that reports transaction conflicts.
struct ThreadContentionTests {
  /// Stores of one table, each over connections of its own.
  private static func stores(_ count: Int, at endpoint: DynamoDBEndpoint) async throws -> [DynamoDBStore] {
    let first = try await TestTable.store(at: endpoint.url)
    return (0..<count).map { _ in
      let configuration = DynamoDBConfiguration(
        region: "eu-west-1", endpoint: endpoint.url, credentials: TestTable.credentials,
        transport: CurlTransport())
      return DynamoDBStore(table: first.table, configuration: configuration)
    }
  }

  @Test func aThousandJoinsOverFourConnectionsMakeOneThreadOfAThousand() async throws {
    let endpoint = try DynamoDBEndpoint(seed: 3)
    let stores = try await Self.stores(4, at: endpoint)
    endpoint.faults.conflicts = 0.05
    // One key's thousand units a second would make this take ten seconds; what is tried is not patience.
    endpoint.faults.writeUnitsPerKey = 1_000_000
    let area = try AreaID("gb-outcode/SW1A")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, store) in stores.enumerated() {
        let threads = ChatThreads(in: store)
        // As many at once as leave the process its file descriptors.
        for task in 0..<25 {
          group.addTask {
            for user in 0..<10 { try await threads.join(ObjectID("c\(number)-\(task)-\(user)"), area) }
          }
        }
      }
      try await group.waitForAll()
    }
    let survey = try await ThreadSurvey(stores[0])
    #expect(survey.problems == [])
    #expect(survey.pending == [:])
    #expect(survey.members["gb-outcode#SW1A"]?.count == 1000)
    #expect(survey.logs["gb-outcode#SW1A"]?.count == 1001)
    #expect(try await ChatThreads(in: stores[0]).memberCount(of: area) == 1000)
    #expect((endpoint.counts[.conflict] ?? 0) > 20)
    // Each joins by one transaction; the log takes some, and the conflicts theirs.
    #expect((endpoint.requests["TransactWriteItems"] ?? 0) < 1500)
  }

  @Test func writersWithoutAWordBetweenThemShareOneLog() async throws {
    let endpoint = try DynamoDBEndpoint(seed: 4)
    let stores = try await Self.stores(4, at: endpoint)
    endpoint.faults.conflicts = 0.05
    endpoint.faults.failsAfter = 0.05
    endpoint.faults.writeUnitsPerKey = 1_000_000
    let area = try AreaID("gb-outcode/SW1A")
    try await ChatThreads(in: stores[0]).join("ada", area)
    let sequences = try await withThrowingTaskGroup(of: [Int64].self) { group in
      for store in stores {
        group.addTask {
          let threads = ChatThreads(in: store)
          var sequences: [Int64] = []
          for number in 0..<25 {
            let text = try MessageText("\(number)")
            sequences.append(try await threads.post(text, in: area, by: "ada").sequence)
          }
          return sequences
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    for own in sequences { #expect(own == own.sorted()) }
    // Each acknowledged once, and nothing written twice although replies were lost.
    #expect(sequences.flatMap { $0 }.sorted() == Array(3...102))
    #expect(try await ThreadSurvey(stores[0]).problems == [])
    #expect(try await ChatThreads(in: stores[0]).lastEvent(of: area).sequence == 102)
  }
}
