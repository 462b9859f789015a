// SPDX-License-Identifier: Apache-2.0

internal import GeoKernels

/// Many places at once. Each change waits for memory some ten times, one address leading to the next; here what the next ones need is asked
/// for while one is made.
extension PointTree {
  /// How many changes ahead a step begins.
  private enum Ahead {
    static let table = 12
    static let leaf = 8
    static let position = 4
    static let target = 2
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
        if let next = PointTree.index(index, Ahead.table - Ahead.leaf, count) {
          unsafe ring[next & mask].leaf = prefetchLeaf(ring[next & mask].hash)
        }
        if let next = PointTree.index(index, Ahead.table - Ahead.position, count) {
          unsafe prefetchPosition(ring[next & mask])
        }
        if let next = PointTree.index(index, Ahead.table - Ahead.target, count) {
          unsafe ring[next & mask].target = prefetchTarget(ring[next & mask].point)
        }
        if let next = PointTree.index(index, Ahead.table, count) {
          _ = unsafe place(
            id(next), hash: ring[next & mask].hash, at: ring[next & mask].point,
            suggested: ring[next & mask].target)
        }
      }
    }
  }

  private struct Pending {
    let hash: UInt64
    let point: TreePoint
    /// Where the id seems to be, 0 if nowhere.
    var leaf: UInt32 = 0
    /// Where it is going to be.
    var target: UInt32 = 0
  }

  private static func index(_ index: Int, _ behind: Int, _ count: Int) -> Int? {
    index >= behind && index - behind < count ? index - behind : nil
  }

  private func prefetchLeaf(_ hash: UInt64) -> UInt32 {
    guard let (_, number) = table.find(hash) else { return 0 }
    let entry = leaves[Int(number)]
    unsafe gk_prefetch(entry.base)
    unsafe gk_prefetch(entry.base + 64)
    let node = node(entry.parent)
    unsafe gk_prefetch(node.members)
    unsafe gk_prefetch(node.members + 8)
    return number
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

  private func prefetchTarget(_ point: TreePoint) -> UInt32 {
    guard let number = bestLeaf(for: point) else { return 0 }
    let leaf = leaf(number)
    unsafe gk_prefetch(leaf.rows + leaf.used)
    unsafe gk_prefetch(leaf.coordinates + 2 * leaf.used)
    return number
  }
}
