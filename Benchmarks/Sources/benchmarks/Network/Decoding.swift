// SPDX-License-Identifier: Apache-2.0

import Foundation
import GeoDynamo
import GeoDynamoAWS
import GeoHash

/// How fast pages of a query become index rows: the whole way from the socket to the count, beside Foundation's parser on
/// the same bytes, which makes dictionaries of them and no rows.
enum Decoding {
  static func run(_ report: inout Report) async throws {
    let rows = 2_800
    let page = Pages.index(rows: rows)
    let empty = Pages.empty(bytes: page.count)
    let server = LocalAnswers { Pages.answer(to: $0, page: page) }
    let emptyServer = LocalAnswers { Pages.answer(to: $0, page: empty) }
    let users = try await Pages.users(at: server.url)
    let nobody = try await Pages.users(at: emptyServer.url)
    let circle = Circle(center: Pages.home, radius: .kilometers(1))
    let rounds = 60
    var (ours, transfer, foundation) = ([Double](), [Double](), [Double]())
    for _ in 0..<5 {
      ours.append(try await time(users, circle, rounds, &report))
      transfer.append(try await time(nobody, circle, rounds, &report))
      let begin = CPUTime.now
      for _ in 0..<4 { _ = try JSONSerialization.jsonObject(with: page) }
      foundation.append((CPUTime.now - begin) / 4)
    }
    let megabytes = Double(page.count) / 1e6
    print("a page of \(rows) rows, \(short(megabytes)) MB of JSON; median of 5 rounds, processor time\n")
    report.heading("", ["ms a page", "MB/s"])
    let decoding = zip(ours, transfer).map { $0 - $1 }
    for (name, times) in [
      ("socket to count", ours), ("the same without rows", transfer), ("decoding and counting", decoding),
      ("JSONSerialization", foundation),
    ] {
      report.record("\(name) MB/s", megabytes / times.median)
      report.row(name, [short(times.median * 1_000), short(megabytes / times.median)])
    }
    print(
      "\ndecoding and counting is \(short(foundation.median / decoding.median)) times as fast as JSONSerialization"
    )
  }
}

private func time(
  _ index: GeoIndex, _ circle: Circle, _ rounds: Int, _ report: inout Report
) async throws -> Double {
  let start = CPUTime.now
  for _ in 0..<rounds { report.check(Double(try await index.count(in: circle))) }
  return (CPUTime.now - start) / Double(rounds)
}

/// Whether memory stays where it is over many requests.
enum Soak {
  static func run(_ report: inout Report) async throws {
    let page = Pages.index(rows: 40)
    let server = LocalAnswers { Pages.answer(to: $0, page: page) }
    let users = try await Pages.users(at: server.url)
    let circle = Circle(center: Pages.home, radius: .kilometers(1))
    var sizes: [Int] = []
    print("100,000 queries by 8 tasks; resident memory in MB after each 10,000:")
    for _ in 0..<10 {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask { for _ in 0..<1_250 { _ = try await users.count(in: circle) } }
        }
        try await group.waitForAll()
      }
      sizes.append(residentBytes)
      print(short(Double(sizes.last!) / 1e6))
    }
    // The first rounds fill pools and caches; from then on nothing may grow.
    let growth = Double(sizes.last! - sizes[2]) / 1e6
    report.record("growth MB", growth)
    print("growth from 30,000 to 100,000: \(short(growth)) MB")
    guard growth < 4 else {
      print("memory grows")
      exit(1)
    }
  }

  private static var residentBytes: Int {
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
    return (pages.flatMap { Int($0[1]) } ?? 0) * Int(getpagesize())
  }
}

/// What a table of users would answer.
private enum Pages {
  static let home = try! Coordinate(latitude: 51.5074, longitude: -0.1278)

  /// A collection whose store is at an address.
  static func users(at url: String) async throws -> GeoIndex {
    let credentials = StaticCredentials(AWSCredentials(accessKeyID: "AKID", secretAccessKey: "secret"))
    let store = DynamoDBStore(
      table: "places",
      configuration: DynamoDBConfiguration(region: "eu-west-1", endpoint: url, credentials: credentials))
    return try await GeoIndex("users", in: store)
  }

  static func answer(to request: Data, page: Data) -> Data {
    if request.firstRange(of: Data("IndexName".utf8)) != nil { return page }
    if request.firstRange(of: Data("shards#".utf8)) != nil {
      return Data(#"{"Items":[],"Count":0,"ScannedCount":0}"#.utf8)
    }
    return Data(
      """
      {"Items":[{"pk":{"S":"schema"},"sk":{"S":"schema"},"version":{"N":"1"},"grid":{"S":"s2"},
      "partitionLevels":{"L":[{"N":"8"}]},"earthRadiusMeters":{"N":"6371008.8"},"tableID":{"N":"7"}},
      {"pk":{"S":"schema"},"sk":{"S":"c#users"},"indexed":{"NULL":true}}],"Count":2,"ScannedCount":2}
      """.utf8)
  }

  /// A page without rows and of so many bytes: what is left is the way of the bytes.
  static func empty(bytes: Int) -> Data {
    let head = #"{"Items":[],"Count":0,"ScannedCount":0,"padding":""#
    return Data((head + String(repeating: " ", count: bytes - head.utf8.count - 2) + "\"}").utf8)
  }

  /// One page of an index: users with ids of 36 bytes and three attributes, all within a kilometre.
  static func index(rows: Int) -> Data {
    var random = SystemRandomNumberGenerator()
    let items = (0..<rows).map { number in
      let latitude = home.latitude + .random(in: -0.005...0.005, using: &random)
      let longitude = home.longitude + .random(in: -0.005...0.005, using: &random)
      return """
        {"pk":{"S":"o#users#\(UUID().uuidString.lowercased())"},"lat":{"N":"\(latitude)"},"lon":{"N":"\(longitude)"},\
        "movedAt":{"N":"1796000000\(100_000 + number)"},"#p":{"N":"1796000000\(100_001 + number)"},\
        "x":{"M":{"name":{"S":"User \(number)"},"kind":{"S":"rider"},"age":{"N":"\(18 + number % 60)"}}}}
        """
    }
    return Data(
      """
      {"Items":[\(items.joined(separator: ","))],"Count":\(rows),"ScannedCount":\(rows),\
      "ConsumedCapacity":{"TableName":"places","CapacityUnits":128.0}}
      """.utf8)
  }
}

/// Processor time of the whole process, in seconds.
enum CPUTime {
  static var now: Double {
    var usage = rusage()
    unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }
}
