// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoDynamoSQLite
import GeoHash
import TestSupport
import Testing

@testable import GeoDynamoAWS

/// One workload, on SQLite and on DynamoDB: every answer is the same.
struct SameAnswersTests {
  /// What an operation answers, for comparison.
  private enum Answer: Equatable {
    case done
    case matches([String])
    case number(Int)
    case failed(StoreError.Code)
  }

  @Test(arguments: [TableSettings.Grid.s2, .geohash], [1, 2] as [UInt64])
  func bothStoresAnswerTheSame(grid: TableSettings.Grid, seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let settings = try TableSettings(grid: grid, partitionLevels: grid == .s2 ? [1, 9] : [5, 20])
    let endpoint = try DynamoDBEndpoint(seed: seed)
    endpoint.faults.pageBytes = 4_000
    let folder = try TemporaryFolder()
    let file = try SQLiteStore.open(folder.path("s.sqlite"), mode: .create)
    let stores: [any GeoStore] = [file, try await TestTable.store(at: endpoint.url, settings: settings)]
    var indexes: [GeoIndex] = []
    for store in stores {
      indexes.append(
        try await GeoIndex(creating: "users", in: store, indexed: .only(["kind"]), settings: settings))
    }
    let home = try Coordinate(
      latitude: .random(in: -89...89, using: &random),
      longitude: [0, 179.99, -60].randomElement(using: &random)!)
    for step in 0..<200 {
      let operation = operation(step, around: home, using: &random)
      // Half of what is done is the operator's.
      let viewer =
        step % 2 == 0 ? nil : Viewer(step % 3 == 0 ? "v" : "w", roles: step % 5 == 0 ? ["staff"] : [])
      var answers: [Answer] = []
      for index in indexes {
        do {
          answers.append(try await operation(index.viewed(by: viewer)))
        } catch let error as StoreError {
          answers.append(.failed(error.code))
        }
      }
      #expect(answers[0] == answers[1], "\(grid), seed \(seed), step \(step)")
      guard answers[0] == answers[1] else { return }
    }
    file.close()
  }

  private func operation(
    _ step: Int, around home: Coordinate, using random: inout SeededGenerator
  ) -> @Sendable (GeoIndex) async throws -> Answer {
    let id = try! ObjectID("u\(Int.random(in: 0..<60, using: &random))")
    let meters = pow10(Double.random(in: 1...6, using: &random))
    let place = place(around: home, meters: meters, using: &random)
    let time = Timestamp(
      microseconds: Int64(
        1_796_000_000_000_000 + step * 1_000 + Int.random(in: -5_000...5_000, using: &random)))
    let kind: AttributeValue = ["taxi", "rider"].randomElement(using: &random)!
    let radius = Distance.meters(pow10(Double.random(in: 2...7.4, using: &random)))
    let limit = [nil, 1, 5, 20].randomElement(using: &random)!
    let filter: Filter? = Bool.random(using: &random) ? nil : .attribute("kind", is: kind)
    let principals: [Principal] = [.everybody, .user("v"), .user("w"), .role("staff")]
    func some() -> Set<Principal> { Set(principals.filter { _ in Bool.random(using: &random) }) }
    let access = Bool.random(using: &random) ? nil : AccessList(readers: some(), writers: some())
    switch Int.random(in: 0..<14, using: &random) {
    case 0...3:
      return { index in
        try await index.put(
          id, at: place, attributes: ["kind": kind, "step": AttributeValue(integerLiteral: Int64(step))],
          time: time)
        return .done
      }
    case 4, 5:
      return { index in
        try await index.move(id, to: place, time: time)
        return .done
      }
    case 6:
      return { index in
        try await index.delete(id)
        return .done
      }
    case 7:
      return { index in
        try await index.set(id, ["kind": kind])
        return .done
      }
    case 12:
      return { index in
        try await index.setAccess(id, access)
        return .done
      }
    case 13:
      return { index in .number(try await index.get(id) == nil ? 0 : 1) }
    case 8:
      return { index in .number(try await index.count(near: place, within: radius, where: filter)) }
    case 9:
      // All pages, a few matches each.
      return { index in
        var lines: [String] = []
        var cursor: Cursor?
        repeat {
          let page = try await index.near(place, within: radius, limit: 3, after: cursor, where: filter)
            .page()
          lines += try page.matches.map { try Self.line($0) } + ["page"]
          cursor = page.next
        } while cursor != nil
        return .matches(lines)
      }
    default:
      return { index in
        let page = try await index.near(place, within: radius, limit: limit, where: filter).page()
        return .matches(try page.matches.map { try Self.line($0) } + ["\(page.next != nil)"])
      }
    }
  }

  private static func line(_ match: Match) throws -> String {
    "\(match.id) \(match.distance.meters) \(match.coordinate) \(match.movedAt) \(try match.attributes["kind"]!)"
  }

  private func place(around home: Coordinate, meters: Double, using random: inout SeededGenerator)
    -> Coordinate
  {
    let spread = meters / 111_000
    let latitude = min(max(home.latitude + .random(in: -spread...spread, using: &random), -90), 90)
    var longitude = home.longitude + .random(in: -spread...spread, using: &random)
    if longitude > 180 { longitude -= 360 }
    return try! Coordinate(latitude: latitude, longitude: max(longitude, -180))
  }

  private func pow10(_ exponent: Double) -> Double {
    // The generator's numbers are the same everywhere; that of a power need not be exact.
    (0..<Int(exponent)).reduce(1 + 9 * (exponent - exponent.rounded(.down))) { power, _ in power * 10 }
  }
}
