// SPDX-License-Identifier: Apache-2.0

import GeoKernels
import Synchronization
import TestSupport
import Testing

@testable import GeoHash

@Suite struct PointIndexTests {
  typealias Index = PointIndex<Int>

  /// Ids whose order as numbers is that of their texts in the oracle.
  private static func objects(_ places: [Coordinate]) -> [PlacedObject] {
    places.enumerated().map { PlacedObject(id: name($0), coordinate: $1) }
  }

  private static func name(_ id: Int) -> String {
    let digits = String(id)
    return String(repeating: "0", count: 7 - digits.count) + digits
  }

  private static func loaded(_ places: [Coordinate]) -> Index {
    Index(places.enumerated().map { ($0, $1) })
  }

  private func expectEqual(
    _ found: [Index.Match], _ wanted: [BruteForce.Match], _ comment: @autoclosure () -> String
  ) {
    #expect(found.map { Self.name($0.id) } == wanted.map(\.object.id), "\(comment())")
    #expect(
      found.map(\.distance.meters.bitPattern) == wanted.map(\.distance.meters.bitPattern), "\(comment())")
    #expect(found.map(\.coordinate) == wanted.map(\.object.coordinate), "\(comment())")
  }

  // MARK: Answers

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func circlesEqualAFullScan(seed: UInt64) {
    var places = Places(seed: seed)
    let all = places.sample(Int.random(in: 1...3000, using: &places.random))
    let (index, objects) = (Self.loaded(all), Self.objects(all))
    for number in 0..<150 {
      let center =
        Bool.random(using: &places.random) ? places.next() : all.randomElement(using: &places.random)!
      let radius = places.radius()
      let comment = "seed \(seed), circle \(number): \(center) \(radius)"
      let wanted = BruteForce.objects(of: objects, within: radius, of: center)
      expectEqual(index.near(center, within: radius), wanted, comment)
      #expect(
        index.ids(near: center, within: radius).sorted() == wanted.map { Int($0.object.id)! }.sorted(),
        "\(comment)")
      #expect(index.count(near: center, within: radius) == wanted.count, "\(comment)")
      let limit = Int.random(in: 0...40, using: &places.random)
      expectEqual(
        index.near(center, within: radius, limit: limit), Array(wanted.prefix(limit)),
        "\(comment), limit \(limit)")
      expectEqual(
        index.nearest(limit, to: center), BruteForce.nearest(limit, of: objects, to: center),
        "\(comment), nearest \(limit)")
    }
  }

  @Test(arguments: [11, 12] as [UInt64])
  func regionsEqualAFullScan(seed: UInt64) throws {
    var places = Places(seed: seed)
    let all = places.sample(2000)
    let (index, objects) = (Self.loaded(all), Self.objects(all))
    for number in 0..<60 {
      let (a, b) = (places.next(), places.next())
      let box = try BoundingBox(
        south: min(a.latitude, b.latitude), west: a.longitude, north: max(a.latitude, b.latitude),
        east: b.longitude)
      let (one, other) = (places.radius(), places.radius())
      let ring = try Ring(center: a, from: min(one, other), to: max(one, other))
      for region in [box, ring, Circle(center: b, radius: one)] as [any Region] {
        let wanted = BruteForce.objects(of: objects, in: region)
        expectEqual(index.within(region), wanted, "seed \(seed), region \(number): \(region)")
        #expect(index.count(within: region) == wanted.count)
      }
    }
  }

  @Test func placesAtOneSpotComeInTheOrderOfTheirIDs() throws {
    let spot = try Coordinate(latitude: 12, longitude: 34)
    let index = Index()
    for id in (0..<1000).shuffled() { index.place(id, at: spot) }
    #expect(index.near(spot, within: .meters(0)).map(\.id) == Array(0..<1000))
    #expect(index.nearest(7, to: spot).map(\.id) == Array(0..<7))
    #expect(index.ids(near: spot, within: .meters(0)).sorted() == Array(0..<1000))
  }

  @Test func anEmptyIndexFindsNothing() throws {
    let index = Index()
    let place = try Coordinate(latitude: 0, longitude: 0)
    #expect(index.near(place, within: Earth.halfCircumference).isEmpty)
    #expect(index.nearest(3, to: place).isEmpty)
    #expect(index.ids(near: place, within: .kilometers(5)).isEmpty)
    #expect(index.count == 0)
    #expect(index.remove(5) == nil)
    #expect(Index([]).count == 0)
  }

  @Test func ofSeveralPlacesOfOneIDTheLastLoadedCounts() throws {
    var places = Places(seed: 21)
    let rows = (0..<900).map { (id: $0 % 300, coordinate: places.next()) }
    let index = Index(rows)
    #expect(index.count == 300)
    for row in rows[600...] { #expect(index.coordinate(of: row.id) == row.coordinate) }
    #expect(index.ids(near: rows[0].coordinate, within: Earth.halfCircumference).sorted() == Array(0..<300))
  }

  // MARK: Instruction sets

  @Test func everyInstructionSetGivesTheSameBits() {
    var places = Places(seed: 31)
    let all = places.sample(1500)
    let queries = (0..<200).map { _ in (places.next(), places.radius()) }
    var answers: [[[UInt64]]] = []
    var (number, exists): (Int, Int32) = (0, 1)
    while true {
      let path = unsafe gk_path(number, &exists)
      guard exists != 0 else { break }
      number += 1
      guard let path = unsafe path else { continue }
      let index = unsafe PointIndex<UInt32>(
        all.enumerated().map { (UInt32($0), $1) }, kernels: path.pointee)
      answers.append(
        queries.map { center, radius in
          index.near(center, within: radius).flatMap { [UInt64($0.id), $0.distance.meters.bitPattern] }
            + index.snapshot().ids(near: center, within: radius).sorted().map(UInt64.init)
            + index.nearest(9, to: center).map { $0.distance.meters.bitPattern }
        })
    }
    #expect(answers.count >= 1)
    for answer in answers.dropFirst() { #expect(answer == answers[0]) }
  }

  @Test func distancesOfAllInstructionSetsAreTheMeters() {
    var places = Places(seed: 32)
    for _ in 0..<300 {
      let (origin, all) = (places.next(), places.sample(64))
      let meter = DistanceMeter(from: origin)
      let wanted = all.map { meter.meters(toLatitude: $0.latitude, longitude: $0.longitude).bitPattern }
      var (number, exists): (Int, Int32) = (0, 1)
      while true {
        let path = unsafe gk_path(number, &exists)
        guard exists != 0 else { break }
        number += 1
        guard let path = unsafe path else { continue }
        var ranked = [gk_ranked](repeating: gk_ranked(), count: 64)
        var from = gk_origin(
          latitude: meter.latitude, longitude: meter.longitude, cosine: meter.cosine,
          radius: Earth.radiusMeters)
        let pairs = all.flatMap { [$0.latitude, $0.longitude] }
        let count = unsafe path.pointee.rank(&from, .infinity, pairs, UInt64.max, 1000, &ranked)
        #expect(count == 64)
        #expect(ranked.map(\.meters.bitPattern) == wanted, "from \(origin)")
        #expect(ranked.map(\.reference) == (1000..<1064).map { $0 })
      }
    }
  }

  // MARK: Changes

  @Test(arguments: [41, 42, 43, 44, 45, 46] as [UInt64])
  func anySequenceOfChangesLeavesWhatAModelHas(seed: UInt64) throws {
    var places = Places(seed: seed)
    var model: [Int: Coordinate] = [:]
    let ids = [50, 700, 5000].randomElement(using: &places.random)!
    let kind: Places.Kind? = [nil, .clustered, .uniform].randomElement(using: &places.random)!
    var index = Index()
    if Bool.random(using: &places.random) {
      for id in 0..<ids { model[id] = places.next() }
      index = Index(model.map { ($0.key, $0.value) })
    }
    var snapshots: [(Index.Snapshot, [Int: Coordinate])] = []
    // Tides: first more come than go, then the reverse.
    for step in 0..<12_000 {
      let id = Int.random(in: 0..<ids, using: &places.random)
      let removes = Int.random(in: 0..<10, using: &places.random) < (step / 3000 % 2 == 0 ? 1 : 7)
      if removes {
        #expect(index.remove(id) == model.removeValue(forKey: id))
      } else {
        let place = kind.map { places.next($0) } ?? places.next()
        #expect(index.place(id, at: place) == model.updateValue(place, forKey: id))
      }
      if Int.random(in: 0..<400, using: &places.random) == 0 { snapshots.append((index.snapshot(), model)) }
      if Int.random(in: 0..<500, using: &places.random) == 0 {
        snapshots.removeAll { _ in Bool.random(using: &places.random) }
      }
      if step % 1000 == 999 {
        try index.tree.tree.withLock { try $0.check() }
        for (snapshot, model) in snapshots + [(index.snapshot(), model)] {
          let (center, radius) = (places.next(), places.radius())
          let wanted = BruteForce.objects(
            of: model.map { PlacedObject(id: Self.name($0.key), coordinate: $0.value) }, within: radius,
            of: center)
          expectEqual(snapshot.near(center, within: radius), wanted, "seed \(seed), step \(step)")
          #expect(snapshot.count(near: center, within: radius) == wanted.count)
          #expect(snapshot.count == model.count)
        }
      }
    }
    for id in 0..<ids { #expect(index.coordinate(of: id) == model[id]) }
    for id in 0..<ids { index.remove(id) }
    try index.tree.tree.withLock { try $0.check() }
    #expect(index.count == 0)
  }

  @Test func idsThatAreObjectsLiveAsLongAsSomethingSeesThem() throws {
    final class Counter: Sendable {
      let number: Int
      init(_ number: Int) { self.number = number }
    }
    struct Name: Hashable, Comparable, Sendable {
      let counter: Counter
      static func == (a: Name, b: Name) -> Bool { a.counter.number == b.counter.number }
      static func < (a: Name, b: Name) -> Bool { a.counter.number < b.counter.number }
      func hash(into hasher: inout Hasher) { hasher.combine(counter.number) }
    }
    final class Watch {
      weak var counter: Counter?
      init(_ counter: Counter) { self.counter = counter }
    }
    var watches: [Watch] = []
    var places = Places(seed: 51)
    func name(_ number: Int) -> Name {
      let counter = Counter(number)
      watches.append(Watch(counter))
      return Name(counter: counter)
    }
    do {
      let index = PointIndex(
        try (0..<500).map { (name($0), try Coordinate(latitude: 1, longitude: Double($0) / 9)) })
      var snapshot: PointIndex<Name>.Snapshot?
      for step in 0..<20_000 {
        let id = Int.random(in: 0..<1000, using: &places.random)
        if Bool.random(using: &places.random) {
          index.place(name(id), at: places.next(.clustered))
        } else {
          index.remove(name(id))
        }
        if step % 700 == 0 { snapshot = index.snapshot() }
      }
      let found = snapshot!.near(places.next(), within: Earth.halfCircumference)
      #expect(Set(found.map(\.id)).count == snapshot!.count)
      try index.tree.tree.withLock { try $0.check() }
    }
    #expect(watches.allSatisfy { $0.counter == nil })
  }

  @Test func memoryOfEndedSnapshotsIsUsedAgain() {
    var places = Places(seed: 61)
    let index = Self.loaded((0..<20_000).map { _ in places.next() })
    func moveAll() {
      for id in 0..<20_000 {
        if id % 100 == 0 { _ = index.snapshot() }
        index.place(id, at: places.next())
      }
    }
    for _ in 0..<3 { moveAll() }
    let bytes = index.tree.tree.withLock { $0.pool.bytes }
    for _ in 0..<10 { moveAll() }
    #expect(index.tree.tree.withLock { $0.pool.bytes } < bytes + bytes / 4)
  }

  // MARK: Threads

  @Test func readersSeeWholeMomentsWhileAWriterWorks() async {
    var places = Places(seed: 71)
    let count = 3000
    let index = Self.loaded((0..<count).map { _ in places.next() })
    let moves = (0..<40_000).map { _ in (Int.random(in: 0..<count, using: &places.random), places.next()) }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for (id, place) in moves { index.place(id, at: place) } }
      for reader in 0..<3 {
        group.addTask {
          var places = Places(seed: 72 + UInt64(reader))
          for _ in 0..<60 {
            let snapshot = index.snapshot()
            let all = snapshot.near(places.next(), within: Earth.halfCircumference)
            // An object that moves from one leaf to another would be missed or met twice.
            #expect(all.map(\.id).sorted() == Array(0..<count))
            let (center, radius) = (places.next(), places.radius())
            let objects = all.map { PlacedObject(id: Self.name($0.id), coordinate: $0.coordinate) }
            expectEqual(
              snapshot.near(center, within: radius),
              BruteForce.objects(of: objects, within: radius, of: center),
              "\(center) \(radius)")
          }
        }
      }
    }
  }
}

extension PointIndex {
  convenience init(_ places: [(id: ID, coordinate: Coordinate)], kernels: gk_kernels) {
    self.init(tree: SharedTree(PointTree(storage: IDStorage(of: ID.self), kernels: kernels)))
    for place in places { self.place(place.id, at: place.coordinate) }
  }
}

extension PointTree {
  struct Fault: Error { let text: String }

  /// Walks the tree: boxes are bounds, counts are sums, entries lead to where they say, the table finds every id.
  func check() throws {
    let sum = try check(root, height)
    try require(sum == count, "count \(count), not \(sum)")
  }

  private func require(_ isTrue: Bool, _ text: String) throws { if !isTrue { throw Fault(text: text) } }

  private func check(_ number: UInt32, _ level: Int) throws -> Int {
    let node = node(number)
    var places = 0
    try require(node.number == number, "node \(number) says \(node.number)")
    for slot in 0..<node.count {
      let box = node.box(at: slot)
      let members = unsafe node.members[slot]
      if level > 1 {
        let child = unsafe Node(node.addresses[slot])
        let entry = nodes[Int(child.number)]
        try require(
          unsafe entry.base == child.base && entry.parent == number && entry.slot == slot, "entry of node")
        try require(box == child.box, "box of node")
        let below = try check(child.number, level - 1)
        try require(Int(members) == below, "count of node: \(members), not \(below)")
        places += below
      } else {
        let leaf = unsafe Leaf(node.addresses[slot])
        let entry = leaves[Int(leaf.number)]
        try require(
          unsafe entry.base == leaf.base && entry.parent == number && entry.slot == slot, "entry of leaf")
        try require(members != 0 && box == bounds(of: leaf, members), "box of leaf")
        for position in Bits(members) {
          let id = unsafe leaf.ids + position * storage.stride
          let sighting = unsafe find(id, hash: storage.hash(id))
          try require(
            sighting?.leaf.number == leaf.number && sighting?.position == position, "table")
        }
        places += members.nonzeroBitCount
      }
    }
    return places
  }
}
