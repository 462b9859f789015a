// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import TestSupport
import Testing

@testable import GeoDynamoAWS

struct FanOutTests {
  /// A page of which only the number of rows and the successor count.
  private func page(rows: Int, hasNext: Bool) throws -> IndexRows {
    let row = #"{"pk":{"S":"o#c#x"},"lat":{"N":"1"},"lon":{"N":"2"},"movedAt":{"N":"3"}}"#
    let next = hasNext ? #","LastEvaluatedKey":{"pk":{"S":"k"}}"# : ""
    let items = Array(repeating: row, count: rows).joined(separator: ",")
    return try JSONElement.reading(Array("{\"Items\":[\(items)]\(next)}".utf8)) {
      try IndexRows(answer: $0, keyPrefix: "o#c#")
    }
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func everyPageIsAskedForOnceAndLentInTheOrderOfTheQueries(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let queries = Int.random(in: 0...12, using: &random)
    var pagesLeft = (0..<queries).map { _ in Int.random(in: 1...4, using: &random) }
    let width = Int.random(in: 1...5, using: &random)
    var fanOut = FanOut(queries: queries)
    var running: [(query: Int, isFirst: Bool)] = []
    var rowsSent = Array(repeating: 0, count: queries)
    var rowsLent = Array(repeating: 0, count: queries)
    var finished: [Int] = []
    while true {
      while running.count < width, let (query, start) = fanOut.nextRequest() {
        #expect(!running.contains { $0.query == query }, "pages of a query come in order")
        #expect((start == nil) == (rowsSent[query] == 0))
        running.append((query, start == nil))
      }
      guard !running.isEmpty else { break }
      let (query, _) = running.remove(at: .random(in: 0..<running.count, using: &random))
      pagesLeft[query] -= 1
      let rows = Int.random(in: 1...3, using: &random)
      rowsSent[query] += rows
      fanOut.receive(try page(rows: rows, hasNext: pagesLeft[query] > 0), of: query)
      while let step = fanOut.nextStep() {
        switch step {
        case .lend(let rows): rowsLent[finished.count] += rows.count
        case .finish(let query):
          #expect(query == finished.count)
          finished.append(query)
        }
      }
    }
    #expect(finished == Array(0..<queries) && rowsLent == rowsSent, "seed \(seed)")
  }
}
