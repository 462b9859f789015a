// SPDX-License-Identifier: Apache-2.0
import Foundation
import GeoDynamo
import Synchronization
@testable import GeoDynamoAWS
import TestSupport
import Testing

/// Whatever DynamoDB does, random operations end as a model predicts or in an error that says so: nothing is lost and
/// nothing is done twice.
struct FaultTests {
  /// A way of being difficult, and the faults that must have occurred by the end.
  struct Difficulty: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let expected: [EndpointFault]
    let set: @Sendable (inout EndpointFaults) -> Void
  }

  static let difficulties = [
    Difficulty(testDescription: "index lag and reordering", expected: [.laggingRow]) {
      $0.indexLag = .zero ... .milliseconds(20)
    },
    Difficulty(testDescription: "transactions of others", expected: [.conflict]) { $0.conflicts = 0.4 },
    Difficulty(testDescription: "throttling by chance", expected: [.throttled]) { $0.throttles = 0.4 },
    Difficulty(testDescription: "throttling by the units of a key", expected: [.throttled]) {
      $0.writeUnitsPerKey = 4
      $0.readUnitsPerKey = 3
      $0.throttlingWindow = .milliseconds(4)
    },
    Difficulty(testDescription: "small pages", expected: [.fullPage]) { $0.pageBytes = 300 },
    Difficulty(testDescription: "empty pages with a successor", expected: [.emptyPage]) {
      $0.emptiesPages = 0.5
    },
    Difficulty(testDescription: "partial batches", expected: [.unprocessed]) { $0.leavesUnprocessed = 0.6 },
    Difficulty(testDescription: "latency", expected: []) { $0.latency = .milliseconds(1) },
    Difficulty(testDescription: "500 before the request was carried out", expected: [.failedBefore]) {
      $0.failsBefore = 0.3
    },
    Difficulty(testDescription: "500 after the request was carried out", expected: [.failedAfter]) {
      $0.failsAfter = 0.3
    },
    Difficulty(testDescription: "503", expected: [.unavailable]) { $0.isUnavailable = 0.3 },
    Difficulty(
      testDescription: "everything at once",
      expected: EndpointFault.allCases.filter { $0 != .expired }
    ) {
      $0.indexLag = .zero ... .milliseconds(5)
      $0.pageBytes = 500
      $0.writeUnitsPerKey = 20
      $0.throttlingWindow = .milliseconds(5)
      for fault in [
        \EndpointFaults.conflicts, \.throttles, \.emptiesPages, \.leavesUnprocessed, \.failsBefore,
        \.failsAfter,
        \.isUnavailable,
      ] { $0[keyPath: fault] = 0.08 }
    },
  ]

  @Test(arguments: difficulties)
  func operationsEndAsTheModelPredicts(_ difficulty: Difficulty) async throws {
    let endpoint = try DynamoDBEndpoint(seed: 7)
    let configuration = Self.patient(endpoint.configuration)
    try await DynamoDBTable(name: "table", configuration: configuration).create(settings: .standard)
    difficulty.set(&endpoint.faults)
    let store = DynamoDBStore(table: "table", configuration: configuration)
    try await Self.run(on: store) { _ in }
    for fault in difficulty.expected { #expect(endpoint.counts[fault, default: 0] > 0, "\(fault)") }
    try await endpoint.settle()
    #expect(try await endpoint.drift(ofTable: "table") == [])
  }

  @Test(arguments: FaultProxy.Fault.allCases)
  func operationsSurviveASpoiledConnection(_ fault: FaultProxy.Fault) async throws {
    let endpoint = try DynamoDBEndpoint(seed: 10)
    let proxy = try FaultProxy(to: endpoint.port, seed: 10)
    let configuration = Self.patient(
      endpoint.configuration(through: CurlTransport(), url: proxy.url))
    try await DynamoDBTable(name: "table", configuration: configuration).create(settings: .standard)
    proxy.faults = [fault: 0.25]
    let store = DynamoDBStore(table: "table", configuration: configuration)
    try await Self.run(on: store) { _ in }
    #expect(proxy.counts[fault, default: 0] > 100)
    #expect(try await endpoint.drift(ofTable: "table") == [])
  }

  @Test func requestIsSentOnceWhenAKeptConnectionEnds() async throws {
    let endpoint = try DynamoDBEndpoint()
    let proxy = try FaultProxy(to: endpoint.port, seed: 11)
    let configuration = endpoint.configuration(through: CurlTransport(), url: proxy.url)
    var request = HTTPRequest(
      method: "POST", url: proxy.url,
      headers: [
        ("Content-Type", "application/x-amz-json-1.0"), ("X-Amz-Target", "DynamoDB_20120810.DescribeTable"),
      ], body: Array(#"{"TableName":"table"}"#.utf8))
    request.signature = .init(
      credentials: try await configuration.credentials.credentials(insteadOf: nil), region: "eu-west-1",
      service: "dynamodb")
    _ = try await configuration.transport.send(request)
    proxy.faults = [.resetAfter: 1]
    let failure = await #expect(throws: HTTPFailure.self) { try await configuration.transport.send(request) }
    #expect(failure?.kind == .interrupted && failure?.mayHaveBeenCarriedOut == true, "\(failure as Any)")
    #expect(endpoint.requests["DescribeTable"] == 2 && proxy.counts == [.resetAfter: 1])
  }

  @Test func expiredCredentialsAreReplaced() async throws {
    let endpoint = try DynamoDBEndpoint(seed: 8)
    let provider = RotatingCredentials()
    var configuration = Self.patient(endpoint.configuration)
    configuration.credentials = provider
    try await DynamoDBTable(name: "table", configuration: configuration).create(settings: .standard)
    let store = DynamoDBStore(table: "table", configuration: configuration)
    try await Self.run(on: store) { step in
      if step % 10 == 0 { endpoint.faults.expiredAccessKeys.insert(provider.current) }
    }
    #expect(endpoint.counts[.expired, default: 0] > 50 && provider.refreshes > 50)
  }

  @Test func counterOfAllCountsEachAdditionOnce() async throws {
    let endpoint = try DynamoDBEndpoint(seed: 9)
    let configuration = Self.patient(endpoint.configuration)
    try await DynamoDBTable(name: "table", configuration: configuration).create(settings: .standard)
    endpoint.faults.failsAfter = 0.3
    endpoint.faults.failsBefore = 0.1
    endpoint.faults.conflicts = 0.1
    let store = DynamoDBStore(table: "table", configuration: configuration)
    let key = PrimaryKey(partition: "counter", sort: "c")
    let (done, unknown) = try await withThrowingTaskGroup(of: (done: Int, unknown: Int).self) { group in
      for _ in 0..<8 {
        group.addTask {
          var (done, unknown) = (0, 0)
          for _ in 0..<100 {
            do {
              try await store.update(key, Update(add: ["n": 1]), if: nil, returning: .none)
              done += 1
            } catch let error as StoreError {
              if error.code == .outcomeUnknown { unknown += 1 }
            }
          }
          return (done, unknown)
        }
      }
      return try await group.reduce((0, 0)) { ($0.0 + $1.done, $0.1 + $1.unknown) }
    }
    endpoint.faults = EndpointFaults()
    let count = try #require(try await store.get(key)?["n"]?.number.flatMap { Int64(exactly: $0) })
    #expect((done...done + unknown).contains(Int(count)) && done > 700, "\(count) of \(done) and \(unknown)")
  }

  /// How many operations each of four writers makes. `GEOQUERY_FAULT_STEPS` asks for more than a usual run has time for.
  private static let steps =
    ProcessInfo.processInfo.environment["GEOQUERY_FAULT_STEPS"].flatMap { Int($0) } ?? 250

  /// Four writers side by side, 1,000 operations in all; then everything is compared.
  private static func run(
    on store: DynamoDBStore, beforeEach: @escaping @Sendable (Int) -> Void
  ) async throws {
    try await withThrowingTaskGroup { group in
      for worker in 0..<4 {
        group.addTask {
          var workload = FaultWorkload(store, worker: worker, seed: 1)
          try await workload.run(steps, beforeEach: beforeEach)
          #expect(workload.unanswered < steps / 3)
          try await workload.check()
        }
      }
      try await group.waitForAll()
    }
  }

  /// A configuration whose pauses take a fiftieth of their time.
  static func patient(_ configuration: DynamoDBConfiguration) -> DynamoDBConfiguration {
    var configuration = configuration
    configuration.surroundings.pause = { try await Task.sleep(for: $0 / 50) }
    return configuration
  }
}

/// Credentials of which there are always newer ones.
private final class RotatingCredentials: AWSCredentialsProvider {
  private let number = Mutex(0)

  var refreshes: Int { number.withLock { $0 } }
  var current: String { "AKIA\(refreshes)" }

  func credentials(insteadOf rejected: AWSCredentials?) async throws -> AWSCredentials {
    let number = number.withLock { number in
      if rejected?.accessKeyID == "AKIA\(number)" { number += 1 }
      return number
    }
    return AWSCredentials(accessKeyID: "AKIA\(number)", secretAccessKey: "secret", sessionToken: "token")
  }
}
