// SPDX-License-Identifier: Apache-2.0

import GeoDynamo
import GeoDynamoSQLite
import GeoHash
import TestSupport
import Testing

@Suite struct ExplanationTests {
  private let folder = try! TemporaryFolder()

  private func index(_ grid: TableSettings.Grid = .s2) async throws -> GeoIndex {
    let store = try SQLiteStore.open(folder.path("\(grid).sqlite"), mode: .create)
    let index = try await GeoIndex(creating: "users", in: store, settings: TableSettings(grid: grid))
    var random = SeededGenerator(seed: 4)
    try await index.load(
      (0..<3000).map { number in
        GeoObject(
          id: try ObjectID("\(number)"),
          coordinate: try Coordinate(
            latitude: .random(in: 48...54, using: &random), longitude: .random(in: -4...4, using: &random)))
      })
    return index
  }

  @Test(arguments: TableSettings.Grid.allCases, [nil, 10] as [Int?])
  func theFirstPlanIsTheOneCarriedOut(grid: TableSettings.Grid, limit: Int?) async throws {
    let index = try await index(grid)
    let center = try Coordinate(latitude: 51.5, longitude: -0.1)
    let matches = index.near(center, within: .kilometers(100), limit: limit)
    let explanation = try await matches.explain()
    let report = try await matches.page().report
    #expect(report.plans.first == explanation.plan)
    #expect(explanation.priceUnit == "µs" && explanation.partitionLevel == index.settings.partitionLevels[0])
    #expect((explanation.region as? Circle)?.center == center)
    let level = explanation.partitionLevel
    var partitions: Set<UInt64> = []
    for range in explanation.plan.ranges {
      let bits = UInt64(grid == .s2 ? 2 * (30 - level) : 60 - level)
      for number in range.leaves.lowerBound >> bits...range.leaves.upperBound >> bits {
        partitions.insert(number)
      }
    }
    #expect(explanation.partitions == partitions.count)
    let (price, requests) = explanation.price(by: .dynamoDB, bytesPerRow: 400)
    #expect(requests >= max(partitions.count, explanation.plan.ranges.count))
    #expect(price >= 0.525 * Double(requests) - 1e-9)
  }

  @Test func aBudgetIsToldWithThePlan() async throws {
    let index = try await index()
    let center = try Coordinate(latitude: 51.5, longitude: -0.1)
    let matches = index.near(
      center, within: .kilometers(100), options: QueryOptions(budget: QueryBudget(rows: 3)))
    let explanation = try await matches.explain()
    #expect(explanation.refusal?.resource == .rows && explanation.plan.expectedRows > 3)
    await #expect(throws: BudgetError.self) { try await matches.page() }
    #expect(try await index.near(center, within: .kilometers(100)).explain().refusal == nil)
  }

  @Test func anObjectIsLookedUp() async throws {
    let index = try await index()
    let explanation = try await index.near(of: "7", within: .kilometers(1)).explain()
    #expect((explanation.region as? Circle)?.center == (try await index.get("7"))?.coordinate)
    await #expect(throws: StoreError.self) { try await index.near(of: "x", within: .kilometers(1)).explain() }
  }
}
