// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoHash
import Synchronization
import TestSupport
import Testing

@testable import GeoDynamoAWS

/// How many requests of a query wait for another one's answer.
struct RoundTripTests {
  /// Notes when each request began and ended.
  private final class Recorder: HTTPTransport {
    private let transport = CurlTransport()
    private let log = Mutex<[(start: ContinuousClock.Instant, end: ContinuousClock.Instant)]>([])

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      let start = ContinuousClock.now
      let response = try await transport.send(request)
      let end = ContinuousClock.now
      log.withLock { $0.append((start, end)) }
      return response
    }

    /// The longest chain of requests since the last call of which each began after the one before it had ended.
    func takeRounds() -> Int {
      var requests = log.withLock { log in
        defer { log = [] }
        return log
      }
      requests.sort { $0.end < $1.end }
      var (rounds, end): (Int, ContinuousClock.Instant?) = (0, nil)
      for request in requests where end.map({ request.start >= $0 }) ?? true {
        rounds += 1
        end = request.end
      }
      return rounds
    }
  }

  @Test func aQueryOfAKilometreTakesOneRoundTripInTheMedian() async throws {
    var random = SeededGenerator(seed: 5)
    let endpoint = try DynamoDBEndpoint()
    let recorder = Recorder()
    let configuration = DynamoDBConfiguration(
      region: "eu-west-1", endpoint: endpoint.url, credentials: TestTable.credentials, transport: recorder)
    try await DynamoDBTable(name: "places", configuration: configuration).create(settings: .standard)
    let users = try await GeoIndex(
      creating: "users", in: DynamoDBStore(table: "places", configuration: configuration))
    // A town of 60 users for each square kilometre, so that a circle takes several ranges.
    var objects: [GeoObject] = []
    for number in 0..<3_000 {
      let place = try Coordinate(
        latitude: 51.5 + .random(in: -0.032...0.032, using: &random),
        longitude: -0.1 + .random(in: -0.05...0.05, using: &random))
      objects.append(GeoObject(id: try ObjectID("user-\(number)"), coordinate: place))
    }
    try await users.load(objects)
    _ = recorder.takeRounds()
    endpoint.faults.latency = .milliseconds(5)
    var rounds: [Int] = []
    var requests = 0
    for _ in 0..<25 {
      let place = try Coordinate(
        latitude: 51.5 + .random(in: -0.02...0.02, using: &random),
        longitude: -0.1 + .random(in: -0.03...0.03, using: &random))
      let page = try await users.near(place, within: .kilometers(1)).page()
      requests += page.report.requests
      rounds.append(recorder.takeRounds())
    }
    #expect(requests > 2 * 25, "a query of one request shows nothing")
    #expect(rounds.sorted()[rounds.count / 2] == 1, "\(rounds)")
  }

  @Test func aSmallTableIsReadWholeWhereItsRegionHasVeryManyPartitions() async throws {
    let endpoint = try DynamoDBEndpoint()
    let store = try await TestTable.store(at: endpoint.url)
    let users = try await GeoIndex(creating: "users", in: store)
    let others = try await GeoIndex(creating: "others", in: store)
    var expected: [String] = []
    for (number, latitude) in [10.0, 20, -30, 80].enumerated() {
      try await users.put(
        try ObjectID("user-\(number)"), at: Coordinate(latitude: latitude, longitude: 170))
      try await others.put(
        try ObjectID("other-\(number)"), at: Coordinate(latitude: latitude, longitude: 170))
      expected.append("user-\(number)")
    }
    let before = endpoint.requests.values.reduce(0, +)
    let home = try Coordinate(latitude: 11, longitude: 170)
    let page = try await users.nearest(20, to: home).page()
    #expect(page.matches.map { $0.id.text.string } == expected && page.next == nil)
    #expect(try await users.count(near: home, within: Earth.halfCircumference) == 4)
    // One stage may read just as many partitions as a page of the whole index is worth, 256; the next one would read 9,000.
    #expect(endpoint.requests.values.reduce(0, +) - before < 300)
  }
}
