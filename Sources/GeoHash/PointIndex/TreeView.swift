// SPDX-License-Identifier: Apache-2.0

internal import GeoKernels

/// The tree at one moment, for any number of readers.
@usableFromInline @safe
final class TreeView: @unchecked Sendable {
  // The nodes below the root do not change as long as the tree knows that this epoch is seen.
  private let tree: SharedTree
  private let root: Node
  private let height: Int
  private let epoch: UInt32
  @usableFromInline let count: Int

  var kernels: gk_kernels { tree.kernels }

  init(of tree: SharedTree, root: Node, height: Int, count: Int, epoch: UInt32) {
    self.tree = tree
    self.root = root
    self.height = height
    self.count = count
    self.epoch = epoch
  }

  deinit { tree.unpin(epoch) }

  // MARK: Circles

  /// Hands over the members of a circle, leaf by leaf, in no order.
  ///
  /// - Parameter isExact: false to hand over doubtful ones too.
  func search<Sink: HitSink & ~Copyable>(
    _ probe: borrowing CircleProbe, into hits: inout Sink, isExact: Bool
  ) {
    visit(root, height, probe, &hits, isExact)
  }

  private func visit<Sink: HitSink & ~Copyable>(
    _ node: Node, _ level: Int, _ probe: borrowing CircleProbe, _ hits: inout Sink, _ isExact: Bool
  ) {
    let masks = unsafe withUnsafePointer(to: probe.kernel) { unsafe tree.kernels.boxes(node.rows, $0) }
    if level > 1 {
      for slot in Bits(masks.possible) {
        let child = unsafe Node(node.addresses[slot])
        if masks.certain >> UInt64(slot) & 1 == 1 {
          addAll(child, level - 1, &hits)
        } else {
          visit(child, level - 1, probe, &hits, isExact)
        }
      }
      return
    }
    for slot in Bits(masks.possible) { unsafe gk_prefetch(node.addresses[slot]) }
    for slot in Bits(masks.possible) {
      let leaf = unsafe Leaf(node.addresses[slot])
      var members = unsafe node.members[slot]
      if masks.certain >> UInt64(slot) & 1 == 0 {
        members &= self.members(of: leaf, members, probe, isExact)
      }
      if members != 0 { hits.add(leaf, members) }
    }
  }

  private func members(
    of leaf: Leaf, _ members: UInt64, _ probe: borrowing CircleProbe, _ isExact: Bool
  ) -> UInt64 {
    // If one is found, its id is read next.
    for line in 0..<4 { unsafe gk_prefetch(leaf.ids + 64 * line) }
    let masks = unsafe withUnsafePointer(to: probe.kernel) {
      unsafe tree.kernels.places(leaf.rows, leaf.capacity, $0)
    }
    guard isExact else { return masks.possible }
    var found = masks.certain
    for position in Bits(masks.possible & ~masks.certain & members) {
      let meters = unsafe probe.meter.meters(
        toLatitude: leaf.coordinates[2 * position], longitude: leaf.coordinates[2 * position + 1])
      if meters <= probe.radiusMeters { found |= 1 << UInt64(position) }
    }
    return found
  }

  private func addAll<Sink: HitSink & ~Copyable>(_ node: Node, _ level: Int, _ hits: inout Sink) {
    for slot in 0..<node.count {
      if level > 1 {
        unsafe addAll(Node(node.addresses[slot]), level - 1, &hits)
      } else {
        unsafe hits.add(Leaf(node.addresses[slot]), node.members[slot])
      }
    }
  }

  /// How many members a circle has. Nodes that lie wholly within count by one number.
  func count(_ probe: borrowing CircleProbe) -> Int { count(root, height, probe) }

  private func count(_ node: Node, _ level: Int, _ probe: borrowing CircleProbe) -> Int {
    let masks = unsafe withUnsafePointer(to: probe.kernel) { unsafe tree.kernels.boxes(node.rows, $0) }
    var sum = 0
    for slot in Bits(masks.possible) {
      let isWhole = masks.certain >> UInt64(slot) & 1 == 1
      let members = unsafe node.members[slot]
      if level > 1 {
        sum += isWhole ? Int(members) : unsafe count(Node(node.addresses[slot]), level - 1, probe)
      } else if isWhole {
        sum += members.nonzeroBitCount
      } else {
        let leaf = unsafe Leaf(node.addresses[slot])
        sum += (members & self.members(of: leaf, members, probe, true)).nonzeroBitCount
      }
    }
    return sum
  }

  // MARK: Nearest

  /// Ranks the nearest places of a circle: at least `limit` of them, if it has so many, and all that are as near as the last.
  func nearest(_ limit: Int, _ probe: inout CircleProbe, into ranking: inout Ranking) {
    guard limit > 0 else { return }
    descend(root, height, limit, &probe, &ranking)
    ranking.sort()
  }

  private func descend(
    _ node: Node, _ level: Int, _ limit: Int, _ probe: inout CircleProbe, _ ranking: inout Ranking
  ) {
    var chords = InlineArray<16, Float>(repeating: .infinity)
    unsafe withUnsafeMutableBytes(of: &chords) { chords in
      unsafe withUnsafePointer(to: probe.kernel) { circle in
        unsafe tree.kernels.box_chords(
          node.rows, circle, chords.baseAddress!.assumingMemoryBound(to: Float.self))
      }
    }
    // The nearest child first: what it holds narrows the circle for the others.
    var order = InlineArray<16, UInt8>(repeating: 0)
    var count = 0
    for slot in 0..<node.count where chords[slot] <= probe.kernel.outer {
      if level == 1 { unsafe gk_prefetch(node.addresses[slot]) }
      var place = count
      while place > 0, chords[Int(order[place - 1])] > chords[slot] {
        order[place] = order[place - 1]
        place -= 1
      }
      order[place] = UInt8(slot)
      count += 1
    }
    for place in 0..<count {
      let slot = Int(order[place])
      guard chords[slot] <= probe.kernel.outer else { return }
      if level > 1 {
        unsafe descend(Node(node.addresses[slot]), level - 1, limit, &probe, &ranking)
        continue
      }
      let leaf = unsafe Leaf(node.addresses[slot])
      let members = unsafe node.members[slot] & members(of: leaf, node.members[slot], probe, false)
      guard members != 0 else { continue }
      ranking.add(leaf, members)
      if let meters = ranking.cut(to: limit), meters < probe.radiusMeters {
        probe.setRadius(meters)
        ranking.radiusMeters = meters
      }
    }
  }

  /// Hands over all places.
  func all<Sink: HitSink & ~Copyable>(into hits: inout Sink) { addAll(root, height, &hits) }
}
