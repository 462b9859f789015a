// SPDX-License-Identifier: Apache-2.0

internal import GeoKernels

/// Many places at once. Each change waits for memory some ten times, one address leading to the next; here what the next ones need is asked
/// for while one is made.
extension PointTree {
  /// How many changes ahead a step begins.
  private enum Ahead {
    static let table = 14
    static let entry = 11
    static let leaf = 8
    static let position = 5
    static let target = 5
    static let landing = 2
  }

  /// Inserts or moves the ids at addresses, in their order.
  mutating func placeAll(_ count: Int, id: (Int) -> UnsafeRawPointer, coordinate: (Int) -> Coordinate) {
    let mask = 15
    unsafe withUnsafeTemporaryAllocation(of: Pending.self, capacity: mask + 1) { ring in
      for index in 0..<count + Ahead.table {
        if index < count {
          let hash = unsafe storage.hash(id(index))
          unsafe ring.initializeElement(
            at: index & mask, to: Pending(hash: hash, point: TreePoint(coordinate(index))))
          unsafe gk_prefetch(table.address(of: hash))
        }
        if let next = PointTree.index(index, Ahead.table - Ahead.entry, count) {
          unsafe ring[next & mask].leaf = prefetchEntry(ring[next & mask].hash)
        }
        if let next = PointTree.index(index, Ahead.table - Ahead.leaf, count) {
          unsafe prefetchLeaf(ring[next & mask].leaf)
        }
        if let next = PointTree.index(index, Ahead.table - Ahead.position, count) {
          unsafe prefetchPosition(ring[next & mask])
        }
        if let next = PointTree.index(index, Ahead.table - Ahead.target, count) {
          unsafe ring[next & mask].target = prefetchTarget(ring[next & mask].point)
        }
        if let next = PointTree.index(index, Ahead.table - Ahead.landing, count) {
          unsafe ring[next & mask].suggested = prefetchLanding(ring[next & mask].target)
        }
        if let next = PointTree.index(index, Ahead.table, count) {
          _ = unsafe place(
            id(next), hash: ring[next & mask].hash, at: ring[next & mask].point,
            suggested: ring[next & mask].suggested)
        }
      }
    }
  }

  /// Inserts or moves one: while it waits for where the id is, it looks for where it is going to be.
  mutating func place(_ id: UnsafeRawPointer, hash: UInt64, at coordinate: Coordinate) -> Coordinate? {
    unsafe gk_prefetch(table.address(of: hash))
    let point = TreePoint(coordinate)
    let target = unsafe bestLeaf(for: point)
    return unsafe place(id, hash: hash, at: point, suggested: target.map { unsafe Leaf($0).number } ?? 0)
  }

  @safe private struct Pending {
    let hash: UInt64
    let point: TreePoint
    /// Where the id seems to be, 0 if nowhere.
    var leaf: UInt32 = 0
    /// The block of the leaf that it is going to be in, and later its number.
    var target: UnsafeMutableRawPointer?
    var suggested: UInt32 = 0

    init(hash: UInt64, point: TreePoint) {
      self.hash = hash
      self.point = point
      unsafe target = nil
    }
  }

  private static func index(_ index: Int, _ behind: Int, _ count: Int) -> Int? {
    index >= behind && index - behind < count ? index - behind : nil
  }

  private func prefetchEntry(_ hash: UInt64) -> UInt32 {
    guard let (_, number) = table.find(hash) else { return 0 }
    unsafe leaves.withUnsafeBufferPointer { unsafe gk_prefetch($0.baseAddress! + Int(number)) }
    return number
  }

  private func prefetchLeaf(_ number: UInt32) {
    let entry = leaves[Int(number)]
    guard entry.parent != PointTree.none else { return }
    unsafe gk_prefetch(entry.base)
    unsafe gk_prefetch(entry.base + 64)
    let node = node(entry.parent)
    unsafe gk_prefetch(node.members)
    unsafe gk_prefetch(node.members + 8)
  }

  private func prefetchPosition(_ pending: Pending) {
    guard pending.leaf != 0 else { return }
    let leaf = leaf(pending.leaf)
    let tagged = unsafe kernels.tagged(leaf.tags, leaf.capacity, IDTable.tag(of: pending.hash))
    guard tagged != 0 else { return }
    let position = tagged.trailingZeroBitCount
    unsafe gk_prefetch(leaf.ids + position * storage.stride)
    unsafe gk_prefetch(leaf.coordinates + 2 * position)
    for axis in 0..<3 { unsafe gk_prefetch(leaf.rows + position + axis * leaf.capacity) }
  }

  private func prefetchTarget(_ point: TreePoint) -> UnsafeMutableRawPointer? {
    guard let leaf = unsafe bestLeaf(for: point) else { return nil }
    unsafe gk_prefetch(leaf)
    return unsafe leaf
  }

  /// The number of the leaf in a block, 0 when it has left it meanwhile.
  private func prefetchLanding(_ block: UnsafeMutableRawPointer?) -> UInt32 {
    guard let block = unsafe block else { return 0 }
    let leaf = unsafe Leaf(block)
    let number = leaf.number
    guard unsafe number > 0 && number < leaves.count && leaves[Int(number)].base == block else { return 0 }
    let position = min(leaf.used, leaf.capacity - 1)
    for axis in 0..<3 { unsafe gk_prefetch(leaf.rows + position + axis * leaf.capacity) }
    unsafe gk_prefetch(leaf.coordinates + 2 * position)
    unsafe gk_prefetch(leaf.ids + position * storage.stride)
    return number
  }
}
