// SPDX-License-Identifier: Apache-2.0

import GeoDynamo
import GeoDynamoAWS
import GeoDynamoSQLite
import GeoHash
import Glibc

/// What Amazon DynamoDB would charge for the same work done by our layout and by the peers', by AWS's published rules.
///
/// The items are those that the library writes: a user with an id of 36 bytes and three attributes, in London, who moves
/// by 20 m and by 2 km. Queries are of circles about 40 sites with 100 users per km².
enum Workload {
  private static let radii = [100.0, 1_000, 10_000, 100_000]

  private struct Layout {
    let name: String
    let insert, near, far: Cost
    let shares: (Circle) -> [Double]
    let rowBytes: Double
    let consistency: ReadConsistency
  }

  private struct Cost {
    var requests: Int
    var readUnits: Double
    var writeUnits: Double
  }

  static func run(_ report: inout Report) async throws {
    let layouts = try await [ours()] + peers()
    print(
      "requests; write units (and read units) of one operation, read units of one query, median of the sites\n"
    )
    let columns = ["insert", "move 20 m", "move 2 km"] + radii.map { "near \(name(of: $0))" }
    report.heading("", columns, width: 15)
    for layout in layouts {
      var cells: [String] = []
      for (operation, cost) in zip(columns, [layout.insert, layout.near, layout.far]) {
        report.check(cost.writeUnits)
        report.record("\(layout.name) \(operation) write units", cost.writeUnits)
        let read = cost.readUnits > 0 ? " (\(short(cost.readUnits)))" : ""
        cells.append("\(cost.requests); \(short(cost.writeUnits))\(read)")
      }
      for radius in radii {
        let circles = Ground.sites.map { Circle(center: $0, radius: .meters(radius)) }
        let queries = circles.map(layout.shares)
        let units = queries.map { shares in
          shares.reduce(0) { sum, share in
            let rows = share * 100 * Ground.squareKilometers
            return sum + ReadUnits.page(bytes: Int(rows * layout.rowBytes), layout.consistency)
          }
        }.median
        report.check(units)
        report.record("\(layout.name) near \(name(of: radius)) read units", units)
        cells.append("\(short(queries.map { Double($0.count) }.median)); \(short(units))")
      }
      report.row(layout.name, cells, width: 15)
    }
  }

  /// Our own: the items as the library makes them.
  private static func ours() async throws -> Layout {
    let stages = try await itemsOfALife()
    let indexes = TableSettings.standard.partitionLevels.indices.map(SecondaryIndex.cells)
    let costs = (0..<3).map { stage in
      Cost(
        requests: 1, readUnits: 0,
        writeUnits: WriteUnits(
          replacing: stage == 0 ? nil : stages[stage - 1], with: stages[stage], in: indexes
        ).total)
    }
    let entry = indexes[0].entry(of: stages[0])!
    let planner = QueryPlanner(
      settings: .standard, prices: .dynamoDB, bytesPerRow: Double(entry.size))
    return Layout(
      name: "geoquery", insert: costs[0], near: costs[1], far: costs[2],
      shares: {
        planner.plan(for: $0, rowsPerGlobe: 100 * Ground.squareKilometers).ranges.map {
          Ground.areaShare(of: $0.leaves)
        }
      }, rowBytes: Double(entry.size), consistency: .eventual)
  }

  /// An item as it is inserted, after a move of 20 m, and after one of 2 km.
  private static func itemsOfALife() async throws -> [Item] {
    let path = "/tmp/geoquery-workload-\(UInt64.random(in: 0 ... .max)).sqlite"
    let store = try SQLiteStore.open(path, mode: .create)
    defer {
      store.close()
      for suffix in ["", "-wal", "-shm"] { unsafe remove(path + suffix) }
    }
    let users = try await GeoIndex(creating: "users", in: store)
    let id: ObjectID = "4f9619ff-8b86-d011-b42d-00c04fc964ff"
    let key = PrimaryKey(partition: UTF8String("o#users#\(id)"), sort: "o")
    func stored() async throws -> Item {
      var item = try await store.get(key)!
      item["#p"] = 1_795_000_000_123_456
      return item
    }
    try await users.put(
      id, at: Coordinate(latitude: 51.507412, longitude: -0.127813), attributes: attributes,
      time: Timestamp(microseconds: 1_795_000_000_123_456))
    var items = [try await stored()]
    for (number, latitude) in [51.507592, 51.525592].enumerated() {
      try await users.move(
        id, to: Coordinate(latitude: latitude, longitude: -0.127813),
        time: Timestamp(microseconds: 1_795_000_060_123_456 + Int64(number)))
      items.append(try await stored())
    }
    return items
  }

  private static let attributes: Item = ["name": "Ada L.", "kind": "rider", "open": true]

  /// The peers' layouts, by their published code: what their library calls for each operation, and what that costs.
  private static func peers() -> [Layout] {
    // dynamodb-geo: the hash key is a decimal prefix of the cell, so a move is a delete and a put, after a read that
    // learns the old place. The local index holds all attributes.
    let geo: Item = attributes.merging([
      "hashKey": 522136, "rangeKey": "4f9619ff-8b86-d011-b42d-00c04fc964ff",
      "geohash": 5_221_366_118_452_580_119,
      "geoJson": #"{"type":"Point","coordinates":[51.507412,-0.127813]}"#,
    ]) { $1 }
    let local = SecondaryIndex(name: "geohash-index", partition: "hashKey", sort: "geohash", projection: .all)
    let put = WriteUnits(replacing: nil, with: geo, in: [local]).total
    let replace = put + WriteUnits(replacing: geo, with: nil, in: [local]).total
    let read = ReadUnits.getting(geo.size, .strong)
    func decimal(_ digits: Int) -> Layout {
      Layout(
        name: "decimal prefix, \(digits) digits", insert: Cost(requests: 1, readUnits: 0, writeUnits: put),
        near: Cost(requests: 3, readUnits: read, writeUnits: replace),
        far: Cost(requests: 3, readUnits: read, writeUnits: replace),
        shares: { Peers.decimalPrefix($0, digits: digits) }, rowBytes: Double(geo.size),
        consistency: .eventual)
    }
    // A geohash in a global index beside a stable id, read by GeoFire's nine places.
    let hashed: Item = attributes.merging([
      "id": "4f9619ff-8b86-d011-b42d-00c04fc964ff", "tenant": "users", "geohash": "gcpvj0duq539",
      "latitude": 51.507412, "longitude": -0.127813,
    ]) { $1 }
    var moved = hashed
    moved["geohash"] = "gcpvj0dur000"
    let global = SecondaryIndex(name: "geohash", partition: "tenant", sort: "geohash", projection: .all)
    let insert = WriteUnits(replacing: nil, with: hashed, in: [global]).total
    let move = Cost(
      requests: 1, readUnits: 0, writeUnits: WriteUnits(replacing: hashed, with: moved, in: [global]).total)
    let fire = Layout(
      name: "geohash index, GeoFire", insert: Cost(requests: 1, readUnits: 0, writeUnits: insert), near: move,
      far: move, shares: { Peers.geoFire($0, isJoined: false) }, rowBytes: Double(hashed.size),
      consistency: .eventual)
    // Three levels in three indexes, read as nine cells of the level that fits.
    let levels = ["g4", "g5", "g6"] as [UTF8String]
    var three = hashed
    for level in levels { three[level] = .string(UTF8String("users#gcpvj0")) }
    var far = three
    for level in levels { far[level] = .string(UTF8String("users#gcpvh9")) }
    let indexes = levels.map {
      SecondaryIndex(name: $0.string, partition: $0, sort: "geohash", projection: .all)
    }
    var near = three
    near["geohash"] = "gcpvj0dur000"
    func moving(to item: Item) -> Cost {
      Cost(
        requests: 1, readUnits: 0, writeUnits: WriteUnits(replacing: three, with: item, in: indexes).total)
    }
    return [
      decimal(2), decimal(6), fire,
      Layout(
        name: "3 indexes, 3 x 3 geohashes",
        insert: Cost(
          requests: 1, readUnits: 0, writeUnits: WriteUnits(replacing: nil, with: three, in: indexes).total),
        near: moving(to: near), far: moving(to: far), shares: Peers.neighbors, rowBytes: Double(three.size),
        consistency: .eventual),
    ]
  }

  private static func name(of meters: Double) -> String {
    meters < 1_000 ? "\(Int(meters)) m" : "\(Int(meters / 1_000)) km"
  }
}
