// SPDX-License-Identifier: Apache-2.0

extension PointTree {
  /// Loads an empty tree: full leaves under full nodes, each divided from its sibling at a plane.
  ///
  /// `copyID` writes the id of a row to an address. Returns whether all ids differ; where not, the tree is of no use. O(n log n).
  mutating func load(
    _ count: Int, coordinate: (Int) -> Coordinate, copyID: (Int, UnsafeMutableRawPointer) -> Void
  ) -> Bool {
    precondition(self.count == 0 && node(root).count == 0, "only an empty index can be loaded")
    precondition(count < UInt32.max, "an index holds fewer than 4 billion places")
    guard count > 0 else { return true }
    isChanged = true
    let items = UnsafeMutableBufferPointer<TreeOrder.Item>.allocate(capacity: count)
    defer { unsafe items.deallocate() }
    for row in 0..<count {
      let point = TreePoint(coordinate(row))
      unsafe items.initializeElement(at: row, to: TreeOrder.Item(SIMD3(point.x, point.y, point.z), row))
    }
    let leaves = (count + Leaf.places - 1) / Leaf.places
    pool.reserve(leaves, Leaf.places / Leaf.step)
    table.reset(for: count)
    var size = Leaf.places * Node.children
    while size < count {
      size *= Node.children
      height += 1
    }
    self.count = unsafe fill(root, level: height, with: items, coordinate, copyID)
    return !isAmbiguous
  }

  /// Fills a node with items; how many of them count.
  private mutating func fill(
    _ number: UInt32, level: Int, with items: UnsafeMutableBufferPointer<TreeOrder.Item>,
    _ coordinate: (Int) -> Coordinate, _ copyID: (Int, UnsafeMutableRawPointer) -> Void
  ) -> Int {
    var size = Leaf.places
    for _ in 1..<level { size *= Node.children }
    var places = 0
    unsafe PointTree.distribute(items, size) { part in
      if level == 1 {
        places += unsafe fillLeaf(of: number, with: part, coordinate, copyID)
      } else {
        let node = node(number)
        let child = addNode(parent: number, slot: node.count)
        let below = unsafe fill(child.number, level: level - 1, with: part, coordinate, copyID)
        _ = unsafe node.append(child.base, box: child.box, members: UInt64(below))
        places += below
      }
    }
    return places
  }

  /// Divides items into parts of a size, the last one perhaps smaller, by halves.
  private static func distribute(
    _ items: UnsafeMutableBufferPointer<TreeOrder.Item>, _ size: Int,
    to body: (UnsafeMutableBufferPointer<TreeOrder.Item>) -> Void
  ) {
    guard items.count > size else { return unsafe body(items) }
    let parts = (items.count + size - 1) / size
    let middle = parts / 2 * size
    unsafe TreeOrder.divide(items, at: middle)
    unsafe distribute(UnsafeMutableBufferPointer(rebasing: items[..<middle]), size, to: body)
    unsafe distribute(UnsafeMutableBufferPointer(rebasing: items[middle...]), size, to: body)
  }

  private mutating func fillLeaf(
    of parent: UInt32, with items: UnsafeMutableBufferPointer<TreeOrder.Item>,
    _ coordinate: (Int) -> Coordinate, _ copyID: (Int, UnsafeMutableRawPointer) -> Void
  ) -> Int {
    let node = node(parent)
    let leaf = addLeaf(capacity: Leaf.capacity(for: items.count))
    let slot = node.count
    (leaves[Int(leaf.number)].parent, leaves[Int(leaf.number)].slot) = (parent, slot)
    _ = unsafe node.append(leaf.base, box: .empty, members: 0)
    for unsafeitem in unsafe items {
      let row = Int(item.number)
      let id = unsafe leaf.ids + leaf.used * storage.stride
      unsafe copyID(row, id)
      let hash = unsafe storage.hash(id)
      if unsafe find(id, hash: hash) != nil { isAmbiguous = true }
      let position = leaf.append(TreePoint(coordinate(row)), tag: IDTable.tag(of: hash))
      unsafe node.members[slot] |= 1 << UInt64(position)
      table.insert(hash, leaf: leaf.number)
    }
    unsafe node.setBox(bounds(of: leaf, node.members[slot]), at: slot)
    return leaf.used
  }
}
